using System.Buffers;
using System.IO.Pipelines;
using System.Text.Json;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Blocks;

public sealed class BlockPipeWriterTests : IDisposable
{
    // Long enough for any machine; what is never ended fails instead of hanging.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    private string Target => _scratch.File("target");

    [Fact]
    public async Task A_flush_forces_no_short_write_and_completing_writes_the_rest()
    {
        BlockWriter writer = BlockWriter.Create(Target, BlockPipeReaderTests.Tiny());
        PipeWriter pipe = writer.AsPipeWriter();
        pipe.Write("0123456789"u8);
        Assert.True(pipe.CanGetUnflushedBytes);
        Assert.Equal(10, pipe.UnflushedBytes);

        FlushResult flushed = await pipe.FlushAsync(Cancellation);

        Assert.Equal((false, false), (flushed.IsCanceled, flushed.IsCompleted));
        Assert.Equal(0, pipe.UnflushedBytes);
        Assert.Equal(0, new FileInfo(Target).Length);
        await writer.FlushAsync(Cancellation);
        Assert.Equal(10, new FileInfo(Target).Length);
        pipe.Write("ab"u8);
        await pipe.CompleteAsync();
        Assert.Equal("0123456789ab", await File.ReadAllTextAsync(Target, Cancellation));
    }

    [Fact]
    public async Task A_serializer_writes_to_it()
    {
        string[] words = [.. Enumerable.Range(0, 3000).Select(number => $"word {number}")];
        PipeWriter pipe = BlockWriter.Create(Target, BlockPipeReaderTests.Tiny(512, 3)).AsPipeWriter();

        await JsonSerializer.SerializeAsync(pipe, words, cancellationToken: Cancellation);
        await pipe.CompleteAsync();

        Assert.Equal(words, JsonSerializer.Deserialize<string[]>(await File.ReadAllTextAsync(Target, Cancellation)));
    }

    [Fact]
    public async Task A_file_is_copied_from_pipe_to_pipe()
    {
        string source = _scratch.CreateFile("source", 300_001);
        PipeReader reader = BlockReader.Open(source, BlockPipeReaderTests.Tiny()).AsPipeReader();
        PipeWriter writer = BlockWriter.Create(Target, BlockPipeReaderTests.Tiny(512, 2)).AsPipeWriter();

        await reader.CopyToAsync(writer, Cancellation);
        await reader.CompleteAsync();
        await writer.CompleteAsync();

        Assert.Equal(0, Command.Run("cmp", [source, Target]).ExitCode);
    }

    [Fact]
    public async Task A_flush_waits_for_room_and_the_wait_can_be_ended()
    {
        using var gate = new ManualResetEventSlim();
        PipeWriter pipe = HeldBack(gate).AsPipeWriter();
        pipe.Write(new byte[8192]);
        using var token = new CancellationTokenSource();

        Task<FlushResult> waiting = pipe.FlushAsync(token.Token).AsTask();
        Assert.False(waiting.IsCompleted);
        await token.CancelAsync();
        OperationCanceledException ended = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await waiting.WaitAsync(s_patience, Cancellation));
        Assert.Equal(token.Token, ended.CancellationToken);

        waiting = pipe.FlushAsync(Cancellation).AsTask();
        pipe.CancelPendingFlush();
        Assert.True((await waiting.WaitAsync(s_patience, Cancellation)).IsCanceled);
        pipe.CancelPendingFlush();
        Assert.True((await pipe.FlushAsync(Cancellation)).IsCanceled);

        waiting = pipe.FlushAsync(Cancellation).AsTask();
        Assert.False(waiting.IsCompleted);
        gate.Set();
        Assert.False((await waiting.WaitAsync(s_patience, Cancellation)).IsCanceled);
        await pipe.CompleteAsync();
        Assert.Equal(8192, new FileInfo(Target).Length);
    }

    [Fact]
    public async Task A_write_waits_for_room_without_losing_a_byte_to_a_cancelled_flush()
    {
        using var gate = new ManualResetEventSlim();
        PipeWriter pipe = HeldBack(gate).AsPipeWriter();
        byte[] bytes = new byte[30_000];
        new Random(3).NextBytes(bytes);

        Task<FlushResult> waiting = pipe.WriteAsync(bytes, Cancellation).AsTask();
        Assert.False(waiting.IsCompleted);
        pipe.CancelPendingFlush();
        gate.Set();

        Assert.True((await waiting.WaitAsync(s_patience, Cancellation)).IsCanceled);
        await pipe.CompleteAsync();
        Assert.Equal(bytes, await File.ReadAllBytesAsync(Target, Cancellation));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(20_000)]
    public async Task A_producer_that_failed_leaves_what_was_flushed(int unflushed)
    {
        PipeWriter pipe = BlockWriter.Create(Target, BlockPipeReaderTests.Tiny()).AsPipeWriter();
        byte[] bytes = new byte[5000 + unflushed];
        new Random(4).NextBytes(bytes);
        await pipe.WriteAsync(bytes.AsMemory(0, 5000), Cancellation);
        pipe.Write(bytes.AsSpan(5000));

        pipe.Complete(new InvalidOperationException("half a message"));

        Assert.Equal(bytes[..5000], await File.ReadAllBytesAsync(Target, Cancellation));
    }

    [Fact]
    public async Task What_was_in_the_file_before_stays_when_a_producer_fails()
    {
        await File.WriteAllTextAsync(Target, "before ", Cancellation);
        PipeWriter pipe = BlockWriter.Append(Target, BlockPipeReaderTests.Tiny()).AsPipeWriter();
        pipe.Write(new byte[10_000]);

        await pipe.CompleteAsync(new InvalidOperationException("half a message"));

        Assert.Equal("before ", await File.ReadAllTextAsync(Target, Cancellation));
    }

    [Fact]
    public async Task A_failed_write_is_thrown_by_a_later_call_or_by_completing()
    {
        SequentialFileOptions options = BlockPipeReaderTests.Tiny() with
        {
            EngineFactory = depth => new SimulatedEngine(new SimulationOptions
            {
                QueueDepth = depth,
                Faults = [new SimulatedFault(0, NativeErrorKind.NoSpace, FaultExtent.Once)],
            }),
        };
        PipeWriter pipe = BlockWriter.Create(Target, options).AsPipeWriter();
        NativeIOException failure = await Assert.ThrowsAsync<NativeIOException>(async () =>
        {
            for (int part = 0; part < 10; part++)
            {
                await pipe.WriteAsync(new byte[4096], Cancellation);
            }
        });
        Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
        await pipe.CompleteAsync();

        pipe = BlockWriter.Create(Target, options).AsPipeWriter();
        pipe.Write("x"u8);
        Assert.Throws<NativeIOException>(() => pipe.Complete());
    }

    [Fact]
    public async Task Wrong_use_is_refused()
    {
        PipeWriter pipe = BlockWriter.Create(Target, BlockPipeReaderTests.Tiny()).AsPipeWriter();
        Assert.Throws<ArgumentOutOfRangeException>(() => pipe.GetMemory(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => pipe.Advance(1));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await pipe.WriteAsync(new byte[1], new CancellationToken(true)));
        Assert.Equal(0, pipe.UnflushedBytes);
        pipe.Write("x"u8);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await pipe.FlushAsync(new CancellationToken(true)));
        Assert.Equal(1, pipe.UnflushedBytes);
        pipe.Complete();
        pipe.Complete();
        await pipe.CompleteAsync();

        Assert.Throws<InvalidOperationException>(() => pipe.GetMemory());
        Assert.Throws<InvalidOperationException>(() => pipe.GetSpan());
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await pipe.FlushAsync(Cancellation));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await pipe.WriteAsync(new byte[1], Cancellation));
        Assert.Equal(1, new FileInfo(Target).Length);
    }

    public void Dispose() => _scratch.Dispose();

    private BlockWriter HeldBack(ManualResetEventSlim gate) => BlockWriter.Create(
        Target, BlockPipeReaderTests.Tiny() with { EngineFactory = depth => new HeldBackEngine(depth, gate) });
}
