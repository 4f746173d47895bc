using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Trials;
using Landspeed.Quantities;

namespace Landspeed.Cli.Output;

/// <summary>Shows where an experiment stands, once it takes longer than two seconds.</summary>
/// <remarks>For one thread at a time.</remarks>
internal sealed class ExperimentProgressPrinter : IProgress<ExperimentProgress>
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

    /// <summary>Removes what must not stay when results are printed.</summary>
    internal void Clear() => _line.Clear();

    /// <summary>For example <c>run 37 of 60, 0:41 left: read-by-line</c> or <c>preparing: 40 %, 901.2 MB/s, 1 s left</c>.</summary>
    internal static string Of(ExperimentProgress progress)
    {
        string what = progress.Cell is not { } cell
            ? "preparing"
            : progress.TotalRuns == 1 ? cell.Name : Text($"run {Run(progress)} of {progress.TotalRuns}{Left(progress)}: {cell.Name}");
        string[] parts = [.. Work(progress), .. Outcome(progress)];
        return parts.Length == 0 ? what : $"{what}: {string.Join(", ", parts)}";
    }

    private static int Run(ExperimentProgress progress) =>
        Math.Min(progress.DoneRuns + (progress.CellEnded ? 0 : 1), progress.TotalRuns);

    private static string Left(ExperimentProgress progress) =>
        progress.Remaining is { } time ? $", {SweepStatus.Clock(time)} left" : string.Empty;

    private static IEnumerable<string> Work(ExperimentProgress progress)
    {
        if (progress.Work is not ( > 0 and var done, > 0 and var total))
        {
            yield break;
        }

        double seconds = progress.Elapsed.TotalSeconds;
        double share = Math.Clamp(done / (double)total, 0, 1);
        yield return Text($"{share * 100:0} %");
        if (seconds > 0)
        {
            yield return Text($"{done / seconds / 1e6:0.0} MB/s");
            yield return $"{ProgressText.Remaining(seconds / share * (1 - share))} left";
        }
    }

    private static IEnumerable<string> Outcome(ExperimentProgress progress) => progress switch
    {
        { CellEnded: true, Cell: { State: CellState.Failed, Reason: var reason } } => [$"failed: {reason}"],
        { CellEnded: true, Cell.ThroughputBytesPerS: { } rate } => [new Throughput(rate.Median).ToString()],
        _ => [],
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
