namespace Landspeed.Results;

/// <summary>
/// What the experiment on streaming, buffering and pipelining measures in addition to what all experiments measure.
/// </summary>
public static class ProcessingValues
{
    /// <summary>Axis: how files are processed.</summary>
    public const string Strategy = "strategy";

    /// <summary>Axis: threads that work.</summary>
    public const string Threads = "threads";

    /// <summary>Axis: passes over each line.</summary>
    public const string Work = "work";

    /// <summary>Axis: bytes per read or write; the pipeline has none.</summary>
    public const string Buffer = "buffer";

    /// <summary>Axis: the hint to the system; the pipeline has none.</summary>
    public const string Hint = "hint";

    /// <summary>Axis: how files are distributed to threads; the pipeline has none.</summary>
    public const string Distribution = "distribution";

    /// <summary>The axes besides strategy, threads and work, in order: those that the pipeline does not have.</summary>
    public static IReadOnlyList<string> Variants { get; } = [Buffer, Hint, Distribution];

    /// <summary>The code of the conclusions that name the fastest cells for a level of work.</summary>
    public const string Fastest = "best_threads";

    /// <summary>From this share on a resource counts as the bottleneck: 90 %.</summary>
    public const double BusyPct = 90;

    /// <summary>Returns the resource that the runs of a cell waited for.</summary>
    /// <param name="cell">A cell.</param>
    /// <returns><c>cpu</c>, <c>device</c>, or <c>neither</c> for latency or locks; null if not measured.</returns>
    public static string? Bottleneck(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell[Metrics.CpuBusy] is not { } cpu ? null
            : cpu.Median >= BusyPct ? "cpu"
            : cell[Metrics.DeviceBusy] is { Median: >= BusyPct } ? "device"
            : "neither";
    }
}
