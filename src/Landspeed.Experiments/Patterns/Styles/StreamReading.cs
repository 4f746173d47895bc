using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Reads a stream block by block.</summary>
internal static class StreamReading
{
    /// <summary>Reads to the end in blocks of 64 KiB.</summary>
    internal static RecordTotal Blocks(Stream stream, ProgressMonitor monitor)
    {
        byte[] block = new byte[RecordLoop.BlockLength];
        var total = default(RecordTotal);
        for (int length = stream.Read(block); length > 0; length = stream.Read(block))
        {
            monitor.ThrowIfStopped();
            total.Add(block.AsSpan(0, length));
        }

        return total;
    }
}
