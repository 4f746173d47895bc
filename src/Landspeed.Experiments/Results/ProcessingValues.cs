namespace Landspeed.Experiments.Results;

/// <summary>What the experiment on streaming, buffering and pipelining measures beside what all experiments do.</summary>
public static class ProcessingValues
{
    /// <summary>Axis: the way.</summary>
    public const string Strategy = "strategy";

    /// <summary>Axis: threads that work.</summary>
    public const string Threads = "threads";

    /// <summary>Axis: passes over each line.</summary>
    public const string Work = "work";

    /// <summary>Axis: bytes of one read or write; not told of the pipeline.</summary>
    public const string Buffer = "buffer";

    /// <summary>Axis: what the system is told; not told of the pipeline.</summary>
    public const string Hint = "hint";

    /// <summary>Processor time of the process / (time to durable × processors that the threads can use).</summary>
    public const string CpuBusyPct = "cpu_busy_pct";

    /// <summary>Time during which the device had requests / time to durable.</summary>
    public const string DeviceBusyPct = "device_busy_pct";

    /// <summary>Most that the managed heap held beyond what it held before, garbage included; looked at every 2 ms.</summary>
    public const string PeakManagedBytes = "peak_managed_bytes";

    /// <summary>Memory for buffers outside the managed heap.</summary>
    public const string NativeBufferBytes = "native_buffer_bytes";

    /// <summary>From this share on a resource counts as the one that all waited for: 90 %.</summary>
    public const double BusyPct = 90;

    /// <summary>The resource that the runs of a cell waited for.</summary>
    /// <param name="cell">A cell.</param>
    /// <returns><c>cpu</c>, <c>device</c>, or <c>neither</c>: latency, or locks; null: not measured.</returns>
    public static string? Bottleneck(ExperimentCellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return !cell.Values.TryGetValue(CpuBusyPct, out double cpu) ? null
            : cpu >= BusyPct ? "cpu"
            : cell.Values.TryGetValue(DeviceBusyPct, out double device) && device >= BusyPct ? "device"
            : "neither";
    }
}
