using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>What the loops of all styles have in common.</summary>
internal static class RecordLoop
{
    /// <summary>Bytes of a block, as in 2004: 65,536.</summary>
    internal const int BlockLength = 64 * 1024;

    /// <summary>Complete records in a block: 655.</summary>
    internal const int RecordsPerBlock = BlockLength / SampleRecords.Length;

    // A style's slowest record takes microseconds: stops are noticed within some milliseconds.
    private const long RecordsBetweenStops = 4096;

    /// <summary>Generates the records one after the other, and has the style write each.</summary>
    internal static void Each<TTarget>(
        long records, ProgressMonitor monitor, TTarget target, Action<TTarget, ReadOnlySpan<byte>> write)
    {
        EachBlock(records, monitor, (target, write), static (to, block) =>
        {
            for (; block.Length > 0; block = block[SampleRecords.Length..])
            {
                to.write(to.target, block[..SampleRecords.Length]);
            }
        });
    }

    /// <summary>Generates the records in blocks of at most 64 KiB, and has the style write each block.</summary>
    internal static void EachBlock<TTarget>(
        long records, ProgressMonitor monitor, TTarget target, Action<TTarget, ReadOnlySpan<byte>> write)
    {
        byte[] block = new byte[RecordsPerBlock * SampleRecords.Length];
        for (long number = 0; number < records; number += RecordsPerBlock)
        {
            monitor.ThrowIfStopped();
            int count = (int)Math.Min(RecordsPerBlock, records - number);
            Span<byte> filled = block.AsSpan(0, count * SampleRecords.Length);
            SampleRecords.Fill(number, filled);
            write(target, filled);
        }
    }

    /// <summary>Stops the work at this point if requested; checks once in 4,096 records.</summary>
    internal static void StopAt(long number, ProgressMonitor monitor)
    {
        if (number % RecordsBetweenStops == 0)
        {
            monitor.ThrowIfStopped();
        }
    }
}
