using Landspeed.Experiments.Results;
using Landspeed.Reporting.Fio;

namespace Landspeed.Reporting;

/// <summary>The nearest commands of fio for the cells of a sweep, as a shell script.</summary>
public static class FioCommands
{
    /// <summary>Writes a comment and a command for each cell that is not skipped.</summary>
    /// <param name="setup">What the cells have in common.</param>
    /// <param name="environment">The file.</param>
    /// <param name="cells">
    /// In any state; those with runs name the engine that was used, others are taken for io_uring.
    /// </param>
    /// <param name="target">
    /// Receives lines that end with a line feed, for a POSIX shell; stays open and is not flushed.
    /// </param>
    /// <remarks>
    /// Options are those of fio 3.33. Its file names end at <c>;</c> and <c>#</c>, and blanks around them are lost: for a
    /// name that it would take for another, the commands use one in the current directory, and say so.
    /// </remarks>
    public static void Write(
        SweepSetupRecord setup,
        EnvironmentRecord environment,
        IReadOnlyList<SweepCellRecord> cells,
        TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(setup);
        ArgumentNullException.ThrowIfNull(environment);
        ArgumentNullException.ThrowIfNull(cells);
        ArgumentNullException.ThrowIfNull(target);
        FioFileName file = FioFileName.Of(environment);
        WriteLine(target, "# The nearest fio commands. Those that write overwrite the file they name.");
        if (file.Remark is { } remark)
        {
            WriteLine(target, $"# {remark}");
        }

        foreach (SweepCellRecord cell in cells.Where(cell => cell.State != CellState.Skipped))
        {
            var command = new FioCommand(setup, file, cell);
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
