using System.Buffers;
using System.IO.Pipelines;
using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Pipes, whose waits any thread may end.</summary>
internal static class PipeSubjects
{
    internal static void Pipe_reader_without_engine(Exploration explored) => Reader(explored, Subjects.WithoutEngine);

    internal static void Pipe_reader_block_by_block(Exploration explored) => Reader(explored, Subjects.BlockByBlock);

    internal static void Pipe_reader_over_engine(Exploration explored) => Reader(explored, Subjects.OverEngine(explored));

    internal static void Pipe_reader_cancelled_by_token(Exploration explored)
    {
        byte[] content = explored.ReadFile(out string path);
        PipeReader pipe = BlockReader.Open(path, Subjects.OverEngine(explored)).AsPipeReader();
        using var source = new CancellationTokenSource();
        int cancelled = 0;
        explored.RunAll(
            ("reads", Read),
            ("cancels pending", pipe.CancelPendingRead),
            ("cancels", () => explored.Cancel(source)));
        explored.Require(cancelled <= 1, "one cancellation was answered twice");
        explored.RequireClosed(path);

        void Read()
        {
            Subjects.Succeeds(() => Take(explored, pipe, content, source.Token, ref cancelled));
            explored.Await(pipe.CompleteAsync());
        }
    }

    internal static void Pipe_writer(Exploration explored) => Writer(explored, Subjects.OverEngine(explored));

    internal static void Pipe_writer_block_by_block(Exploration explored) => Writer(explored, Subjects.BlockByBlock);

    private static void Writer(Exploration explored, SequentialFileOptions options)
    {
        string path = explored.Scratch.File("written");
        PipeWriter pipe = BlockWriter.Create(path, options).AsPipeWriter();
        byte[] piece = [.. Enumerable.Repeat((byte)'a', 5000)];
        int cancelled = 0;
        explored.RunAll(
            ("writes", Write),
            ("cancels", pipe.CancelPendingFlush),
            ("cancels too", pipe.CancelPendingFlush));
        byte[] written = File.ReadAllBytes(path);
        explored.Require(written.Length == 15_000 && !written.AsSpan().ContainsAnyExcept((byte)'a'), "wrong bytes");
        explored.Require(cancelled <= 2, "one cancellation was answered twice");
        explored.RequireClosed(path);

        void Write()
        {
            for (int count = 0; count < 3; count++)
            {
                cancelled += explored.Await(pipe.WriteAsync(piece)).IsCanceled ? 1 : 0;
            }

            explored.Await(pipe.CompleteAsync());
        }
    }

    private static void Reader(Exploration explored, SequentialFileOptions options)
    {
        byte[] content = explored.ReadFile(out string path);
        PipeReader pipe = BlockReader.Open(path, options).AsPipeReader();
        int cancelled = 0;
        explored.RunAll(
            ("reads", Read),
            ("cancels", pipe.CancelPendingRead),
            ("cancels too", pipe.CancelPendingRead));
        explored.Require(cancelled <= 2, "one cancellation was answered twice");
        explored.RequireClosed(path);

        void Read()
        {
            Take(explored, pipe, content, default, ref cancelled);
            pipe.Complete();
        }
    }

    private static void Take(
        Exploration explored, PipeReader pipe, ReadOnlySpan<byte> content, CancellationToken cancellation, ref int cancelled)
    {
        ReadResult read;
        do
        {
            read = explored.Await(pipe.ReadAsync(cancellation));
            cancelled += read.IsCanceled ? 1 : 0;
            explored.Require(content.StartsWith(read.Buffer.ToArray()), "wrong bytes");
            content = content[(int)read.Buffer.Length..];
            pipe.AdvanceTo(read.Buffer.End);
        }
        while (!read.IsCompleted);
        explored.Require(content.IsEmpty, "bytes are missing");
    }
}
