using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>A call for each block of 64 KiB.</summary>
internal static class BlockStyle
{
    internal static RecordStyle Style { get; } =
        new("block", "FileStream.Read, Write of 64 KiB") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        RecordLoop.EachBlock(records, monitor, stream, static (stream, block) => stream.Write(block));
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read);
        return StreamReading.Blocks(stream, monitor);
    }
}
