using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Overlapping calls of what writes in order.</summary>
internal static class WriteSubjects
{
    internal static void Write_stream_without_engine(Exploration explored) => WriteStream(explored, Subjects.WithoutEngine);

    internal static void Write_stream_block_by_block(Exploration explored) =>
        WriteStream(explored, Subjects.BlockByBlock);

    internal static void Write_stream_over_engine(Exploration explored) => WriteStream(explored, Subjects.OverEngine(explored));

    internal static void Flushed_write_stream_without_engine(Exploration explored) => Flushed(explored, Subjects.WithoutEngine);

    internal static void Flushed_write_stream_over_engine(Exploration explored) => Flushed(explored, Subjects.OverEngine(explored));

    internal static void Block_writer_without_engine(Exploration explored) => Blocks(explored, Subjects.WithoutEngine);

    internal static void Block_writer_block_by_block(Exploration explored) => Blocks(explored, Subjects.BlockByBlock);

    internal static void Block_writer_over_engine(Exploration explored) => Blocks(explored, Subjects.OverEngine(explored));

    internal static void Block_writer_flushed_twice_at_once(Exploration explored)
    {
        string path = explored.Scratch.File("written");
        BlockWriter writer = BlockWriter.Create(path, Subjects.OverEngine(explored));
        writer.Write(Enumerable.Repeat((byte)'a', 5000).ToArray());
        explored.RunAll(
            ("flushes", () => Subjects.Succeeds(() => explored.Await(writer.FlushAsync()))),
            ("flushes too", () => Subjects.Succeeds(() => explored.Await(writer.FlushAsync()))));
        writer.Dispose();
        explored.Require(File.ReadAllBytes(path).Length == 5000, "not all bytes are there");
    }

    // 9,000 bytes need three blocks of 4 KiB, of which there are two.
    private static void WriteStream(Exploration explored, SequentialFileOptions options)
    {
        string path = explored.Scratch.File("written");
        SequentialWriteStream stream = SequentialFile.Create(path, options);
        using var source = new CancellationTokenSource();
        byte[] first = [.. Enumerable.Repeat((byte)'a', 9000)];
        byte[] second = [.. Enumerable.Repeat((byte)'b', 700)];
        bool firstSucceeds = false;
        bool secondSucceeds = false;
        explored.RunAll(
            ("writes async", () => firstSucceeds = Subjects.Succeeds(() => explored.Await(stream.WriteAsync(first, source.Token)))),
            ("writes", () => secondSucceeds = Subjects.Succeeds(() => stream.Write(second))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", () => explored.Await(stream.DisposeAsync())));
        byte[] written = File.ReadAllBytes(path);
        int a = written.Count(value => value == 'a');
        int b = written.Count(value => value == 'b');
        explored.Require(a + b == written.Length, "bytes are there that nobody wrote");
        explored.Require(firstSucceeds ? a == 9000 : a <= 9000, "a write is there in part, or not at all");
        explored.Require(secondSucceeds ? b == 700 : b <= 700, "a write is there in part, or not at all");
        explored.RequireClosed(path);
    }

    private static void Flushed(Exploration explored, SequentialFileOptions options)
    {
        string path = explored.Scratch.File("written");
        SequentialWriteStream stream = SequentialFile.Create(path, options);
        using var source = new CancellationTokenSource();
        stream.Write("abc"u8);
        explored.RunAll(
            ("flushes async", () => Subjects.Succeeds(() => explored.Await(stream.FlushAsync(source.Token)))),
            ("flushes", () => Subjects.Succeeds(() => explored.RequireFlushed(stream, path))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", stream.Dispose));
        explored.Require(File.ReadAllBytes(path).AsSpan().SequenceEqual("abc"u8), "wrong bytes");
        explored.RequireClosed(path);
    }

    private static void RequireFlushed(this Exploration explored, SequentialWriteStream stream, string path)
    {
        stream.Flush();
        explored.Require(new FileInfo(path).Length == 3, "the file was not flushed");
    }

    // One caller, as a block writer wants it, whose flushes are cancelled at any time.
    private static void Blocks(Exploration explored, SequentialFileOptions options)
    {
        string path = explored.Scratch.File("written");
        BlockWriter writer = BlockWriter.Create(path, options);
        using var source = new CancellationTokenSource();
        using var second = new CancellationTokenSource();
        byte[] piece = [.. Enumerable.Repeat((byte)'a', 3000)];
        explored.RunAll(
            ("writes", Write),
            ("cancels", () => explored.Cancel(source)),
            ("cancels too", () => explored.Cancel(second)));
        byte[] written = File.ReadAllBytes(path);
        explored.Require(written.Length == 9000 && !written.AsSpan().ContainsAnyExcept((byte)'a'), "wrong bytes");
        explored.RequireClosed(path);

        void Write()
        {
            writer.Write(piece);
            Subjects.Succeeds(() => explored.Await(writer.FlushAsync(source.Token)));
            writer.Write(piece);
            Subjects.Succeeds(() => explored.Await(writer.FlushAsync(second.Token)));
            writer.Write(piece);
            explored.Await(writer.DisposeAsync());
        }
    }
}
