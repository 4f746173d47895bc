using Landspeed.Experiments.Rounds;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Reads and writes at offsets, without a stream: one call per record, or per block.</summary>
internal static class PositionalStyle
{
    /// <summary>One system call per record: the cost of a missing buffer.</summary>
    internal static RecordStyle Records { get; } = new("record", "RandomAccess.Read, Write of one record")
    {
        Create = (path, records, monitor) =>
        {
            using var file = new PositionalTarget(path);
            RecordLoop.Each(records, monitor, file, static (file, record) => file.Write(record));
        },
        Read = (path, monitor) => Read(path, SampleRecords.Length, monitor),
    };

    /// <summary>Spans of 64 KiB.</summary>
    internal static RecordStyle Spans { get; } = new("span", "RandomAccess.Read, Write of Span, 64 KiB")
    {
        Create = (path, records, monitor) =>
        {
            using var file = new PositionalTarget(path);
            RecordLoop.EachBlock(records, monitor, file, static (file, block) => file.Write(block));
        },
        Read = (path, monitor) => Read(path, RecordLoop.BlockLength, monitor),
    };

    private static RecordTotal Read(string path, int length, ProgressMonitor monitor)
    {
        using SafeFileHandle file = File.OpenHandle(path, options: FileOptions.SequentialScan);
        Span<byte> buffer = new byte[length];
        var total = default(RecordTotal);
        long offset = 0;
        for (int read = RandomAccess.Read(file, buffer, 0); read > 0; read = RandomAccess.Read(file, buffer, offset))
        {
            total.Add(buffer[..read]);
            RecordLoop.StopAt(offset, monitor);
            offset += read;
        }

        return total;
    }
}
