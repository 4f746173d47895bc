using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Measures a copy: time to written, time to durable, processor time of the process.</summary>
internal sealed class CopyClock
{
    private readonly TimeProvider _time;
    private readonly long _start;
    private readonly long _cpuStart = CpuNs();
    private long? _written;

    /// <summary>Starts it.</summary>
    internal CopyClock(TimeProvider time)
    {
        _time = time;
        _start = time.GetTimestamp();
    }

    /// <summary>Every byte was handed to the system; the last call counts.</summary>
    internal void MarkWritten() => _written = ElapsedNs();

    /// <summary>Adds what was measured, now that everything is durable.</summary>
    internal CopyResult Complete(CopyResult result)
    {
        long now = ElapsedNs();
        return result with
        {
            ElapsedToWrittenNs = _written ?? now,
            ElapsedToDurableNs = now,
            CpuNs = CpuNs() - _cpuStart,
        };
    }

    private long ElapsedNs() => (long)_time.GetElapsedTime(_start).TotalNanoseconds;

    private static long CpuNs() =>
        NativePlatform.Threads.ProcessTimes(out ProcessorTimes times).Succeeded ? times.TotalNs : 0;
}
