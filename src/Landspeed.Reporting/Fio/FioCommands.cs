using System.Globalization;
using Landspeed.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>The nearest commands of fio for the cells of a sweep, or for a measurement, as a shell script.</summary>
public static class FioCommands
{
    /// <summary>Writes a comment and a command for each cell that is not skipped.</summary>
    /// <param name="document">
    /// A sweep or a measurement, with cells in any state; those with runs name the engine that was used, others are taken for io_uring.
    /// </param>
    /// <param name="target">
    /// Receives lines that end with a line feed, for a POSIX shell; stays open and is not flushed.
    /// </param>
    /// <remarks>
    /// Options are those of fio 3.33. Its file names end at <c>;</c> and <c>#</c>, and blanks around them are lost: for a
    /// name that it would take for another, the commands use one in the current directory, and say so.
    /// </remarks>
    public static void Write(ResultDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        FioFileName file = FioFileName.Of(document.Places.Count > 0 ? document.Places[0] : null);
        WriteLine(target, "# The nearest fio commands. Those that write overwrite the file they name.");
        if (file.Remark is { } remark)
        {
            WriteLine(target, $"# {remark}");
        }

        foreach (CellRecord cell in document.Cells.Where(cell => cell.State != CellState.Skipped))
        {
            var command = new FioCommand(document.Setup, file, cell);
            WriteLine(target, string.Empty);
            WriteLine(target, $"# {string.Join("; ", command.Differences.Prepend(cell.Name))}");
            WriteLine(target, command.Line);
        }
    }

    private static void WriteLine(TextWriter target, string line)
    {
        target.Write(line);
        target.Write('\n');
    }
}

/// <summary>A file name as fio and a shell take it.</summary>
/// <param name="Name">As fio is to understand it.</param>
/// <param name="Remark">Why it is not the file's own name; null: it is.</param>
internal sealed record FioFileName(string Name, string? Remark)
{
    private const string Substitute = "landspeed-sweep.dat";

    /// <summary>The name of the measured file or, where fio would take it for another one's, a name of its own.</summary>
    public static FioFileName Of(PlaceRecord? place)
    {
        // fio ends a value at a comment sign and strips blanks; a name that is cut could be that of another file. So could
        // one with \xNN: it stands for a character that cannot be shown.
        string path = place?.Path ?? string.Empty;
        bool cut = path.IndexOfAny([';', '#']) >= 0 || path.Trim().Length != path.Length || path.Length == 0;
        return cut || path.Contains("\\x", StringComparison.Ordinal) || place?.PathBase64 is not null
            ? new FioFileName(
                Substitute, $"fio cannot be given the file's name: the commands use {Substitute} here instead.")
            : new FioFileName(path, null);
    }

    /// <summary>As a word of a shell, colons escaped because fio takes them for the end of a name.</summary>
    /// <param name="suffix">Appended to the name.</param>
    public string Quoted(string suffix) =>
        $"'{(Name + suffix).Replace(":", "\\:", StringComparison.Ordinal).Replace("'", "'\\''", StringComparison.Ordinal)}'";
}

/// <summary>What stands between a small request of .NET's FileStream and the system.</summary>
internal static class FileStreamBuffer
{
    /// <summary>
    /// Bytes of its default buffer, 4096: smaller requests are answered from it, those as large pass it by.
    /// </summary>
    public const long Bytes = 4096;

    /// <summary>Why fio cannot do a cell of a sweep; null: it can.</summary>
    public static string? WhyNotForFio(CellRecord cell) => WhyNotForFio(
        cell.Labels.GetValueOrDefault("api") == "filestream",
        long.TryParse(cell.Labels.GetValueOrDefault("request_size_bytes"), NumberStyles.None, CultureInfo.InvariantCulture, out long size)
            ? size : Bytes);

    /// <summary>Why fio cannot do this; null: it can.</summary>
    /// <param name="isStream">Whether a FileStream carries the requests out.</param>
    /// <param name="requestSize">Bytes of one request.</param>
    public static string? WhyNotForFio(bool isStream, long requestSize) => isStream && requestSize < Bytes
        ? "FileStream serves requests below 4096 bytes from its own buffer, fio cannot"
        : null;
}
