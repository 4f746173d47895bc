using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>Measures a copy: time to written, time to durable, processor time of the process.</summary>
/// <param name="time">The clock; it starts now.</param>
internal sealed class CopyClock(TimeProvider time)
{
    private readonly long _start = time.GetTimestamp();
    private readonly TimeSpan _cpuStart = CpuTime();
    private TimeSpan? _written;

    /// <summary>Every byte was handed to the system; the last call counts.</summary>
    internal void MarkWritten() => _written = time.GetElapsedTime(_start);

    /// <summary>Adds what was measured, now that everything is durable, or cannot be.</summary>
    internal CopyResult Complete(CopyResult result)
    {
        TimeSpan now = time.GetElapsedTime(_start);
        return result with
        {
            ElapsedToWritten = _written ?? now,
            ElapsedToDurable = result.IsDurable ? now : TimeSpan.Zero,
            CpuTime = CpuTime() - _cpuStart,
        };
    }

    private static TimeSpan CpuTime() => NativePlatform.Threads.ProcessTimes(out ProcessorTimes times).Succeeded
        ? TimeSpan.FromTicks(times.TotalNs / TimeSpan.NanosecondsPerTick) : TimeSpan.Zero;
}
