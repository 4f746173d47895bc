using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Overlapping calls of what reads in order.</summary>
internal static class ReadSubjects
{
    // One short file: no engine; its one block is read in the thread pool.
    internal static void Read_stream_without_engine(Exploration explored) => ReadStream(explored, Subjects.WithoutEngine);

    internal static void Read_stream_block_by_block(Exploration explored) =>
        ReadStream(explored, Subjects.BlockByBlock);

    internal static void Read_stream_over_engine(Exploration explored) => ReadStream(explored, Subjects.OverEngine(explored));

    // The engine has started, and the next block may be there or not.
    internal static void Read_stream_over_running_engine(Exploration explored) =>
        ReadStream(explored, Subjects.OverEngine(explored), alreadyRead: 4090);

    internal static void Block_reader_without_engine(Exploration explored) => Blocks(explored, Subjects.WithoutEngine);

    internal static void Block_reader_block_by_block(Exploration explored) => Blocks(explored, Subjects.BlockByBlock);

    internal static void Block_reader_over_engine(Exploration explored) => Blocks(explored, Subjects.OverEngine(explored));

    // One byte is left of the bytes at hand: which of the two gets it is open, the stream's order is not.
    internal static void Read_stream_asked_for_bytes_at_once(Exploration explored)
    {
        byte[] content = explored.ReadFile(out string path);
        using SequentialReadStream stream = SequentialFile.OpenRead(path, Subjects.OverEngine(explored));
        stream.ReadByte();
        stream.Position = 4095;
        explored.RunAll(
            ("reads", () => Subjects.Outcome(() => RequireOneOf(explored, content.AsSpan(4095, 2), stream.ReadByte()))),
            ("reads too", () => Subjects.Outcome(() => RequireOneOf(explored, content.AsSpan(4095, 2), stream.ReadByte()))));
        int position = (int)stream.Position;
        byte[] next = new byte[10];
        explored.Require(position is 4096 or 4097 && stream.Read(next) == 10, "the position is wrong");
        explored.Require(content.AsSpan(position, 10).SequenceEqual(next), "wrong bytes");
    }

    private static int RequireOneOf(Exploration explored, ReadOnlySpan<byte> bytes, int value)
    {
        explored.Require(bytes.Contains((byte)value), "a wrong byte");
        return 0;
    }

    private static void ReadStream(Exploration explored, SequentialFileOptions options, int alreadyRead = 0)
    {
        byte[] content = explored.ReadFile(out string path);
        SequentialReadStream stream = SequentialFile.OpenRead(path, options);
        stream.ReadExactly(new byte[alreadyRead]);
        using var source = new CancellationTokenSource();
        byte[] first = new byte[100];
        byte[] second = new byte[100];
        int firstCount = 0;
        int secondCount = 0;
        explored.RunAll(
            ("reads async", () => firstCount = Subjects.Outcome(() => explored.Await(stream.ReadAsync(first, source.Token)))),
            ("reads", () => secondCount = Subjects.Outcome(() => stream.Read(second))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", stream.Dispose));
        RequireNext(explored, content.AsSpan(alreadyRead), first.AsSpan(0, firstCount), second.AsSpan(0, secondCount));
        explored.RequireClosed(path);
    }

    private static void Blocks(Exploration explored, SequentialFileOptions options)
    {
        byte[] content = explored.ReadFile(out string path);
        BlockReader reader = BlockReader.Open(path, options);
        using var source = new CancellationTokenSource();
        explored.RunAll(
            ("reads async", () => Subjects.Outcome(() => Use(explored, content, explored.Await(reader.ReadAsync(source.Token))))),
            ("reads", () => Subjects.Outcome(() => Use(explored, content, reader.Read()))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", () => explored.Await(reader.DisposeAsync())));
        explored.RequireClosed(path);
    }

    // A block that is held stays valid whatever happens to its reader.
    private static int Use(Exploration explored, byte[] content, ReadBlock block)
    {
        using (block)
        {
            explored.Require(
                block.Span.SequenceEqual(content.AsSpan((int)block.Offset, block.Length)), "wrong bytes");
        }

        block.Dispose();
        return 0;
    }

    // One of the two came first; a cancelled one may have got a part.
    private static void RequireNext(
        Exploration explored, ReadOnlySpan<byte> content, ReadOnlySpan<byte> first, ReadOnlySpan<byte> second)
    {
        bool follows = content.StartsWith(first) && content[first.Length..].StartsWith(second);
        explored.Require(
            follows || (content.StartsWith(second) && content[second.Length..].StartsWith(first)), "wrong bytes");
    }
}
