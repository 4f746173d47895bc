using Landspeed.Experiments.Rounds;

namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>This library's own styles: direct, several requests in flight.</summary>
internal static class LandspeedStyle
{
    /// <summary>An ordinary stream.</summary>
    internal static RecordStyle Stream { get; } = new("landspeed-stream", "SequentialFile, a Stream, blocks of 64 KiB")
    {
        CreateMode = IoMode.Direct,
        Create = (path, records, monitor) =>
        {
            using SequentialWriteStream stream = SequentialFile.Create(path, Expecting(records));
            RecordLoop.EachBlock(records, monitor, stream, static (stream, block) => stream.Write(block));
        },
        Read = (path, monitor) =>
        {
            using SequentialReadStream stream = SequentialFile.OpenRead(path, Direct);
            return StreamReading.Blocks(stream, monitor);
        },
    };

    /// <summary>The blocks themselves, without a copy.</summary>
    internal static RecordStyle Blocks { get; } =
        new("landspeed-block", "BlockReader, BlockWriter, no copy")
        {
            CreateMode = IoMode.Direct, Create = CreateBlocks, Read = ReadBlocks,
        };

    /// <summary>Lines as bytes.</summary>
    internal static RecordStyle Lines { get; } =
        new("landspeed-line", "Lines.Enumerate, spans of bytes") { Read = ReadLines };

    private static SequentialFileOptions Direct { get; } = new() { Mode = IoMode.Direct };

    private static SequentialFileOptions Expecting(long records) =>
        Direct with { PreallocationSize = records * SampleRecords.Length };

    private static void CreateBlocks(string path, long records, ProgressMonitor monitor)
    {
        using BlockWriter writer = BlockWriter.Create(path, Expecting(records));
        for (long number = 0; number < records; number += RecordLoop.RecordsPerBlock)
        {
            monitor.ThrowIfStopped();
            int length = (int)Math.Min(RecordLoop.RecordsPerBlock, records - number) * SampleRecords.Length;
            SampleRecords.Fill(number, writer.GetSpan(length)[..length]);
            writer.Advance(length);
        }

        writer.Flush();
    }

    private static RecordTotal ReadBlocks(string path, ProgressMonitor monitor)
    {
        var total = default(RecordTotal);
        foreach (ReadOnlySpan<byte> block in SequentialFile.ReadBlocks(path, Direct))
        {
            monitor.ThrowIfStopped();
            total.Add(block);
        }

        return total;
    }

    private static RecordTotal ReadLines(string path, ProgressMonitor monitor)
    {
        var total = default(RecordTotal);
        foreach (ReadOnlySpan<byte> line in Landspeed.Lines.Enumerate(path, new LineOptions { File = Direct }))
        {
            total.AddLine(line);
            RecordLoop.StopAt(total.Records, monitor);
        }

        return total;
    }
}
