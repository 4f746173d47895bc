using System.Globalization;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Quantities;

namespace Landspeed.Cli.Output;

/// <summary>Where a sweep stands, for people.</summary>
internal static class SweepStatus
{
    /// <summary>For example <c>preparing the file: 40 %, 901.2 MB/s, 1 s left</c> or <c>run 37 of 260, 0:41 left: read-direct-64KiB-q8</c>.</summary>
    internal static string Now(SweepProgress progress)
    {
        if (progress.Preparation is { } preparation)
        {
            return ProgressText.Of(preparation, runs: 1);
        }

        int run = Math.Min(progress.DoneRuns + (progress.CellEnded ? 0 : 1), progress.TotalRuns);
        string cell = progress.Cell is { } name ? $": {name}" : string.Empty;
        return Text($"run {run} of {progress.TotalRuns}{Left(progress)}{cell}");
    }

    /// <summary>For example <c>37 of 260 runs, 0:41 left: read-direct-64KiB-q8 1502.3 MB/s device</c>.</summary>
    internal static string Ended(SweepProgress progress)
    {
        SweepCellRecord? cell = progress.Cells.FirstOrDefault(one => one.Name == progress.Cell);
        string what = cell is null ? string.Empty : $": {cell.Name} {Outcome(cell)}";
        return Text($"{progress.DoneRuns} of {progress.TotalRuns} runs{Left(progress)}{what}");
    }

    /// <summary>A time in minutes and seconds, for example <c>0:41</c>, or <c>1:02:03</c> from an hour on.</summary>
    internal static string Clock(TimeSpan time)
    {
        var seconds = TimeSpan.FromSeconds(Math.Ceiling(Math.Max(time.TotalSeconds, 0)));
        return seconds.TotalHours >= 1
            ? Text($"{(int)seconds.TotalHours}:{seconds.Minutes:00}:{seconds.Seconds:00}")
            : Text($"{seconds.Minutes}:{seconds.Seconds:00}");
    }

    private static string Left(SweepProgress progress) =>
        progress.Remaining is { } time ? $", {Clock(time)} left" : string.Empty;

    private static string Outcome(SweepCellRecord cell) => cell switch
    {
        { State: CellState.Failed } => $"failed: {cell.Reason}",
        { ThroughputBytesPerS: { } rate, Verdict: { } verdict } =>
            $"{new Throughput(rate.Median)} {verdict.ToString().ToLowerInvariant()}",
        { ThroughputBytesPerS: { } rate } => new Throughput(rate.Median).ToString(),
        _ => "done",
    };

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
