using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>One call per block of 64 KiB.</summary>
internal static class BlockStyle
{
    private const int LargeBuffer = 256 * 1024;

    /// <summary>A FileStream with its defaults: blocks bypass its buffer of 4 KiB.</summary>
    internal static RecordStyle Style { get; } = new("block", "FileStream.Read, Write of 64 KiB")
    {
        Create = (path, records, monitor) => Create(new FileStream(path, FileMode.CreateNew, FileAccess.Write), records, monitor),
        Read = (path, monitor) => Read(new FileStream(path, FileMode.Open, FileAccess.Read), monitor),
    };

    /// <summary>
    /// A FileStream with a large buffer, with the hint to the system that it is read sequentially: the advice of 2004.
    /// </summary>
    internal static RecordStyle SequentialScan { get; } =
        new("sequential-scan", "FileStream of 256 KiB, SequentialScan; Read, Write of 64 KiB")
        {
            Create = (path, records, monitor) => Create(
                new FileStream(path, FileMode.CreateNew, FileAccess.Write, FileShare.None, LargeBuffer, FileOptions.SequentialScan), records, monitor),
            Read = (path, monitor) => Read(
                new FileStream(path, FileMode.Open, FileAccess.Read, FileShare.Read, LargeBuffer, FileOptions.SequentialScan), monitor),
        };

    private static void Create(FileStream stream, long records, ProgressMonitor monitor)
    {
        using (stream)
        {
            RecordLoop.EachBlock(records, monitor, stream, static (stream, block) => stream.Write(block));
        }
    }

    private static RecordTotal Read(FileStream stream, ProgressMonitor monitor)
    {
        using (stream)
        {
            return StreamReading.Blocks(stream, monitor);
        }
    }
}
