using System.Buffers;
using System.IO.Pipelines;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Blocks;

/// <summary>
/// Unusual calls come to what they come to with a pipe of System.IO.Pipelines: one over a stream, or a Pipe where the two
/// differ. Accepted there and refused here are positions outside of a buffer that is held (<see cref="BlockPipeReaderTests"/>)
/// and flushing after completion (<see cref="BlockPipeWriterTests"/>).
/// </summary>
public sealed class PipeRefusalTests : IDisposable
{
    private static readonly CancellationToken s_cancelled = new(canceled: true);

    private static readonly Dictionary<string, Func<PipeReader, Task<object?>>> s_readerCalls = new(StringComparer.Ordinal)
    {
        ["AdvanceTo(stale), nothing held"] = async pipe =>
        {
            SequencePosition end = await ReadAll(pipe);
            pipe.AdvanceTo(end);
            pipe.AdvanceTo(end);
            return null;
        },
        ["AdvanceTo(default), nothing held"] = async pipe =>
        {
            pipe.AdvanceTo(await ReadAll(pipe));
            await pipe.ReadAsync();
            pipe.AdvanceTo(default);
            return null;
        },
        ["AdvanceTo(backwards)"] = async pipe =>
        {
            ReadOnlySequence<byte> buffer = (await pipe.ReadAsync()).Buffer;
            pipe.AdvanceTo(buffer.End, buffer.Start);
            return null;
        },
        ["AdvanceTo, completed"] = async pipe =>
        {
            SequencePosition end = (await pipe.ReadAsync()).Buffer.End;
            await pipe.CompleteAsync();
            pipe.AdvanceTo(end);
            return null;
        },
        ["TryRead, completed"] = CompletedReader(pipe => pipe.TryRead(out _)),
        ["ReadAsync, completed"] = CompletedReader(pipe => pipe.ReadAsync().AsTask()),
        ["ReadAsync(cancelled), completed"] = CompletedReader(pipe => pipe.ReadAsync(s_cancelled).AsTask()),
        ["ReadAsync(cancelled)"] = pipe => Task.FromResult<object?>(pipe.ReadAsync(s_cancelled).AsTask()),
        ["CancelPendingRead, completed"] = CompletedReader(pipe => Done(pipe.CancelPendingRead)),
        ["Complete, completed"] = CompletedReader(pipe => Done(() => pipe.Complete())),
        ["CompleteAsync, completed"] = CompletedReader(pipe => pipe.CompleteAsync().AsTask()),
        ["CopyToAsync, completed"] = CompletedReader(pipe => pipe.CopyToAsync(Stream.Null)),
    };

    private static readonly Dictionary<string, Func<PipeWriter, Task<object?>>> s_writerCalls = new(StringComparer.Ordinal)
    {
        ["UnflushedBytes"] = pipe => Task.FromResult<object?>(pipe.UnflushedBytes),
        ["UnflushedBytes, completed"] = CompletedWriter(pipe => pipe.UnflushedBytes),
        ["UnflushedBytes, completed with an exception"] = async pipe =>
        {
            await pipe.CompleteAsync(new IOException());
            return pipe.UnflushedBytes;
        },
        ["GetMemory, completed"] = CompletedWriter(pipe => Done(() => _ = pipe.GetMemory())),
        ["GetMemory(-1), completed"] = CompletedWriter(pipe => Done(() => pipe.GetMemory(-1))),
        ["GetMemory(-1)"] = pipe => Task.FromResult(Done(() => pipe.GetMemory(-1))),
        ["GetSpan, completed"] = CompletedWriter(pipe => Done(() => pipe.GetSpan())),
        ["GetSpan(-1)"] = pipe => Task.FromResult(Done(() => pipe.GetSpan(-1))),
        ["Advance(-1)"] = pipe => Task.FromResult(Done(() => pipe.Advance(-1))),
        ["Advance(too many)"] = pipe => Task.FromResult(Done(() => pipe.Advance(pipe.GetMemory().Length + 1))),
        ["Advance(0), completed"] = CompletedWriter(pipe => Done(() => pipe.Advance(0))),
        ["Advance(1), completed"] = CompletedWriter(pipe => Done(() => pipe.Advance(1))),
        ["FlushAsync(cancelled)"] = pipe => Task.FromResult<object?>(pipe.FlushAsync(s_cancelled).AsTask()),
        ["WriteAsync, completed"] = CompletedWriter(pipe => pipe.WriteAsync(new byte[5]).AsTask()),
        ["WriteAsync(cancelled)"] = pipe => Task.FromResult<object?>(pipe.WriteAsync(new byte[5], s_cancelled).AsTask()),
        ["WriteAsync(cancelled), completed"] = CompletedWriter(pipe => pipe.WriteAsync(new byte[5], s_cancelled).AsTask()),
        ["CancelPendingFlush, completed"] = CompletedWriter(pipe => Done(pipe.CancelPendingFlush)),
        ["Complete, completed"] = CompletedWriter(pipe => Done(() => pipe.Complete())),
        ["CompleteAsync, completed"] = CompletedWriter(pipe => pipe.CompleteAsync().AsTask()),
    };

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<string> ReaderCalls => [.. s_readerCalls.Keys];

    public static TheoryData<string> WriterCalls => [.. s_writerCalls.Keys];

    [Theory]
    [MemberData(nameof(ReaderCalls))]
    public async Task A_reader_answers_as_a_pipe_of_the_framework(string call)
    {
        string path = _scratch.CreateFile("file", 1000);
        var pipe = new Pipe();
        await pipe.Writer.WriteAsync(await File.ReadAllBytesAsync(path, TestContext.Current.CancellationToken), TestContext.Current.CancellationToken);
        await pipe.Writer.CompleteAsync();
        string[] expected =
        [
            await AnswerOf(PipeReader.Create(File.OpenRead(path)), s_readerCalls[call]),
            await AnswerOf(pipe.Reader, s_readerCalls[call]),
        ];
        PipeReader ours = BlockReader.Open(path).AsPipeReader();

        string answer = await AnswerOf(ours, s_readerCalls[call]);

        Assert.Contains(answer, expected);
        await ours.CompleteAsync();
    }

    [Theory]
    [MemberData(nameof(WriterCalls))]
    public async Task A_writer_answers_as_a_pipe_of_the_framework(string call)
    {
        string[] expected =
        [
            await AnswerOf(WithBytes(PipeWriter.Create(File.Create(_scratch.File("theirs")))), s_writerCalls[call]),
            await AnswerOf(WithBytes(new Pipe().Writer), s_writerCalls[call]),
        ];
        PipeWriter ours = WithBytes(BlockWriter.Create(_scratch.File("ours")).AsPipeWriter());

        string answer = await AnswerOf(ours, s_writerCalls[call]);

        Assert.Contains(answer, expected);
        await ours.CompleteAsync();
    }

    public void Dispose() => _scratch.Dispose();

    private static PipeWriter WithBytes(PipeWriter pipe)
    {
        pipe.GetSpan(10)[..10].Clear();
        pipe.Advance(10);
        return pipe;
    }

    private static async Task<SequencePosition> ReadAll(PipeReader pipe)
    {
        ReadResult read = await pipe.ReadAsync();
        while (!read.IsCompleted)
        {
            pipe.AdvanceTo(read.Buffer.Start, read.Buffer.End);
            read = await pipe.ReadAsync();
        }

        return read.Buffer.End;
    }

    private static Func<PipeReader, Task<object?>> CompletedReader(Func<PipeReader, object?> call) => async pipe =>
    {
        await pipe.CompleteAsync();
        return call(pipe);
    };

    private static Func<PipeWriter, Task<object?>> CompletedWriter(Func<PipeWriter, object?> call) => async pipe =>
    {
        await pipe.CompleteAsync();
        return call(pipe);
    };

    private static async Task<string> AnswerOf<TPipe>(TPipe pipe, Func<TPipe, Task<object?>> call)
    {
        try
        {
            object? answer = await call(pipe);
            await (answer as Task ?? Task.CompletedTask);
            return answer is long count ? FormattableString.Invariant($"gives {count}") : "succeeds";
        }
        catch (Exception refusal)
        {
            return "throws " + refusal.GetType().Name;
        }
    }

    private static object? Done(Action call)
    {
        call();
        return null;
    }
}
