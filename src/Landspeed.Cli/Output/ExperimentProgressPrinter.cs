using System.Globalization;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Output;

/// <summary>Shows where an experiment or a measurement stands, once it takes longer than two seconds.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class ExperimentProgressPrinter : IRunDisplay
{
    private readonly ProgressLine _line;
    private readonly Lock _turn = new();

    internal ExperimentProgressPrinter(Terminal terminal, TimeProvider time)
    {
        _line = new ProgressLine(terminal, time);
    }

    /// <inheritdoc/>
    public void Report(ExperimentProgress value)
    {
        lock (_turn)
        {
            if (_line.IsDue)
            {
                _line.Show(Of(value));
            }
        }
    }

    /// <inheritdoc/>
    public void Clear() => _line.Clear();

    /// <summary>
    /// For example <c>run 37 of 60, 0:41 left: read-by-line</c>, <c>preparing: 40 %, 901 MB/s, 1 s left</c>, or, of one case,
    /// whose phases are timed, <c>warming up, run 2 of 3: 40 %</c>.
    /// </summary>
    internal static string Of(ExperimentProgress progress)
    {
        string[] parts = [.. progress.Work is { } work ? ProgressText.Parts(work) : [], .. Outcome(progress)];
        return parts.Length == 0 ? What(progress) : $"{What(progress)}: {string.Join(", ", parts)}";
    }

    private static string What(ExperimentProgress progress)
    {
        if (progress is { Cells.Count: 1, Work: { } work } && (work.Phase != WorkPhase.Measuring || work.Total is not null))
        {
            string run = progress is { Cell: not null, TotalRuns: > 1 } ? Text($", run {progress.Round + 1} of {progress.TotalRuns}") : string.Empty;
            return ProgressText.Name(work.Phase) + run;
        }

        return progress.Cell is not { } cell ? "preparing"
            : progress.TotalRuns == 1 ? cell.Name
            : Text($"run {Run(progress)} of {progress.TotalRuns}{Left(progress)}: {cell.Name}");
    }

    private static int Run(ExperimentProgress progress) =>
        Math.Min(progress.DoneRuns + (progress.CellEnded ? 0 : 1), progress.TotalRuns);

    private static string Left(ExperimentProgress progress) =>
        progress.Remaining is { } time ? $", {SweepStatus.Clock(time)} left" : string.Empty;

    private static IEnumerable<string> Outcome(ExperimentProgress progress) => progress switch
    {
        { CellEnded: true, Cell: { State: CellState.Failed, Reason: var reason } } => [$"failed: {reason}"],
        { CellEnded: true, Cell: { } cell } when cell[Metrics.Throughput] is { } rate => [ProgressText.Rate(rate.Median)],
        _ => [],
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
