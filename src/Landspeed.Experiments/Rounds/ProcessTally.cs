
namespace Landspeed.Experiments.Rounds;

/// <summary>Counts the work done so far by several threads, and reports it four times a second.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class ProcessTally(ProgressMonitor monitor, long totalBytes)
{
    private const long ReportEveryMs = 250;

    private long _bytes;
    private long _lines;
    private long _reportedMs;

    /// <summary>Bytes read; the same number was written.</summary>
    internal long Bytes => Interlocked.Read(ref _bytes);

    internal long Lines => Interlocked.Read(ref _lines);

    internal void Add(long bytes, long lines)
    {
        Interlocked.Add(ref _lines, lines);
        long done = Interlocked.Add(ref _bytes, bytes);
        long now = Environment.TickCount64;
        long reported = Volatile.Read(ref _reportedMs);
        if (now - reported >= ReportEveryMs && Interlocked.CompareExchange(ref _reportedMs, now, reported) == reported)
        {
            monitor.Report(done, totalBytes);
        }
    }
}
