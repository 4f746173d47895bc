using System.Globalization;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Cli.Output;

/// <summary>Where a sweep stands, for people.</summary>
internal static class SweepStatus
{
    /// <summary>For example <c>preparing the file: 40 %, 901 MB/s, 1 s left</c> or <c>run 37 of 260, 0:41 left: read-direct-64KiB-q8</c>.</summary>
    internal static string Now(ExperimentProgress progress)
    {
        if (progress is { Cell: null, Work: { } work })
        {
            string[] parts = [.. ProgressText.Parts(work)];
            return parts.Length == 0 ? ProgressText.Name(work.Phase) : $"{ProgressText.Name(work.Phase)}: {string.Join(", ", parts)}";
        }

        int run = Math.Min(progress.DoneRuns + (progress.CellEnded ? 0 : 1), progress.TotalRuns);
        string cell = progress.Cell is { } now ? $": {now.Name}" : string.Empty;
        return Text($"run {run} of {progress.TotalRuns}{Left(progress)}{Stalled(progress)}{cell}");
    }

    /// <summary>For example <c>37 of 260 runs, 0:41 left: read-direct-64KiB-q8 1,502 MB/s device</c>.</summary>
    internal static string Ended(ExperimentProgress progress)
    {
        string what = progress.Cell is not { } cell ? string.Empty : $": {cell.Name} {Outcome(cell)}";
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

    private static string Left(ExperimentProgress progress) =>
        progress.Remaining is { } time ? $", {Clock(time)} left" : string.Empty;

    private static string Stalled(ExperimentProgress progress) =>
        progress.Work is { Stalled: { Ticks: > 0 } time } ? $", {ProgressText.Stalled(time)}" : string.Empty;

    private static string Outcome(CellRecord cell) => cell switch
    {
        { State: CellState.Failed } => $"failed: {cell.Reason}",
        _ when cell[Metrics.Throughput] is null => "done",
        { Verdicts: var verdicts } when (verdicts.Read ?? verdicts.Write) is { } verdict =>
            $"{Rate(cell)} {verdict.ToWord()}",
        _ => Rate(cell),
    };

    private static string Rate(CellRecord cell) => ProgressText.Rate(cell[Metrics.Throughput]!.Median);

    private static string Text(FormattableString text) => text.ToString(CultureInfo.InvariantCulture);
}
