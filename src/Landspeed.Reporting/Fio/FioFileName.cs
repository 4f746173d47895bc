using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Fio;

/// <summary>A file name as fio and a shell take it.</summary>
/// <param name="Name">As fio is to understand it.</param>
/// <param name="Remark">Why it is not the file's own name; null: it is.</param>
internal sealed record FioFileName(string Name, string? Remark)
{
    private const string Substitute = "landspeed-sweep.dat";

    /// <summary>The name of the measured file or, where fio would take it for another one's, a name of its own.</summary>
    public static FioFileName Of(EnvironmentRecord environment)
    {
        // fio ends a value at a comment sign and strips blanks; a name that is cut could be that of another file. So could
        // one with \xNN: it stands for a character that cannot be shown.
        string path = environment.Path;
        bool cut = path.IndexOfAny([';', '#']) >= 0 || path.Trim().Length != path.Length || path.Length == 0;
        return cut || path.Contains("\\x", StringComparison.Ordinal) || environment.PathBase64 is not null
            ? new FioFileName(
                Substitute, $"fio cannot be given the file's name: the commands use {Substitute} here instead.")
            : new FioFileName(path, null);
    }

    /// <summary>As a word of a shell, colons escaped because fio takes them for the end of a name.</summary>
    /// <param name="suffix">Appended to the name.</param>
    public string Quoted(string suffix) =>
        $"'{(Name + suffix).Replace(":", "\\:", StringComparison.Ordinal).Replace("'", "'\\''", StringComparison.Ordinal)}'";
}
