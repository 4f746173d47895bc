using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>One call per byte; the stream's own buffer of 4 KiB combines them into requests.</summary>
internal static class ByteStyle
{
    internal static RecordStyle Style { get; } =
        new("byte", "FileStream.ReadByte, WriteByte") { Create = Create, Read = Read };

    private static void Create(string path, long records, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.CreateNew, FileAccess.Write);
        RecordLoop.Each(records, monitor, stream, static (stream, record) =>
        {
            foreach (byte value in record)
            {
                stream.WriteByte(value);
            }
        });
    }

    private static RecordTotal Read(string path, ProgressMonitor monitor)
    {
        using var stream = new FileStream(path, FileMode.Open, FileAccess.Read);
        var total = default(RecordTotal);
        long count = 0;
        for (int value = stream.ReadByte(); value >= 0; value = stream.ReadByte())
        {
            total.Add((byte)value);
            if (++count % RecordLoop.BlockLength == 0)
            {
                monitor.ThrowIfStopped();
            }
        }

        return total;
    }
}
