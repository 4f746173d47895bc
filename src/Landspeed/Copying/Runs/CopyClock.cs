using Landspeed.Platform;

namespace Landspeed.Copying.Runs;

/// <summary>Measures a copy: times until written, durable and verified, and the CPU time of the process.</summary>
/// <remarks>Thread-safe.</remarks>
/// <param name="time">The clock; it starts now.</param>
internal sealed class CopyClock(TimeProvider time)
{
    private readonly Lock _turn = new();
    private readonly long _start = time.GetTimestamp();
    private readonly TimeSpan _cpuStart = CpuTime();
    private TimeSpan? _written;
    private TimeSpan _durable;
    private TimeSpan _verified;

    /// <summary>Marks that every byte was handed to the system; the last call counts.</summary>
    internal void MarkWritten()
    {
        lock (_turn)
        {
            _written = Now;
        }
    }

    /// <summary>Marks that written content is durable but not yet verified; the last call counts.</summary>
    internal void MarkDurable()
    {
        lock (_turn)
        {
            _durable = Now;
        }
    }

    /// <summary>Marks that content was verified; the last call counts.</summary>
    internal void MarkVerified()
    {
        lock (_turn)
        {
            _verified = Now;
        }
    }

    /// <summary>Adds the measurements, once everything is durable, or cannot become so.</summary>
    /// <param name="result">The result of this rank.</param>
    /// <param name="others">The results of the other ranks, which all began at the same time.</param>
    internal CopyResult Complete(CopyResult result, params IReadOnlyList<CopyResult> others)
    {
        lock (_turn)
        {
            TimeSpan now = Now;
            TimeSpan verified = others.Select(other => other.ContentVerified).Append(_verified).Max();
            TimeSpan onlyVerifying = verified - others.Select(other => other.ContentDurable)
                .Append(_durable).Append(_written ?? TimeSpan.Zero).Max();
            TimeSpan durable = onlyVerifying > TimeSpan.Zero ? now - onlyVerifying : now;
            return result with
            {
                ContentDurable = _durable,
                ContentVerified = _verified,
                ElapsedToWritten = _written ?? durable,
                ElapsedToDurable = result.IsDurable ? durable : TimeSpan.Zero,
                ElapsedToVerified = result.IsDurable && verified > TimeSpan.Zero ? now : TimeSpan.Zero,
                CpuTime = CpuTime() - _cpuStart,
            };
        }
    }

    private TimeSpan Now => time.GetElapsedTime(_start);

    private static TimeSpan CpuTime() => NativePlatform.Threads.ProcessTimes(out ProcessorTimes times).Succeeded
        ? TimeSpan.FromTicks(times.TotalNs / TimeSpan.NanosecondsPerTick) : TimeSpan.Zero;
}
