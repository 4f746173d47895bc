using System.Buffers;
using System.IO.Pipelines;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.Json;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Blocks;

public sealed class BlockPipeReaderTests : IDisposable
{
    // Long enough for any machine; what is never ended fails instead of hanging.
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(1);

    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Cancellation => TestContext.Current.CancellationToken;

    public static SequentialFileOptions Tiny(int requestSize = 4096, int queueDepth = 2) =>
        new() { Mode = IoMode.Buffered, RequestSize = requestSize, QueueDepth = queueDepth };

    [Fact]
    public async Task A_parser_of_lines_finds_the_lines_of_the_file()
    {
        var random = new Random(7);
        string[] lines = [.. Enumerable.Range(0, 2000).Select(_ => new string('x', random.Next(random.Next(900))))];
        string path = _scratch.File("lines.txt");
        await File.WriteAllLinesAsync(path, lines, Cancellation);
        PipeReader pipe = BlockReader.Open(path, Tiny(512, 2)).AsPipeReader();
        List<string> found = [];
        ReadResult read;
        do
        {
            read = await pipe.ReadAsync(Cancellation);
            ReadOnlySequence<byte> rest = read.Buffer;
            while (rest.PositionOf((byte)'\n') is { } end)
            {
                found.Add(Encoding.UTF8.GetString(rest.Slice(0, end)));
                rest = rest.Slice(rest.GetPosition(1, end));
            }

            pipe.AdvanceTo(rest.Start, rest.End);
        }
        while (!read.IsCompleted);

        await pipe.CompleteAsync();
        Assert.Equal(await File.ReadAllLinesAsync(path, Cancellation), found);
    }

    [Theory]
    [InlineData(512, 1)]
    [InlineData(4096, 3)]
    [InlineData(65536, 2)]
    public async Task A_message_over_all_blocks_arrives_whole(int requestSize, int queueDepth)
    {
        string path = _scratch.CreateFile("a", (20 * requestSize) + 17);
        byte[] expected = await File.ReadAllBytesAsync(path, Cancellation);
        PipeReader pipe = BlockReader.Open(path, Tiny(requestSize, queueDepth)).AsPipeReader();

        ReadResult head = await pipe.ReadAtLeastAsync(5, Cancellation);
        pipe.AdvanceTo(head.Buffer.GetPosition(5));
        ReadResult body = await pipe.ReadAtLeastAsync(15 * requestSize, Cancellation);
        Assert.True(body.Buffer.Length >= 15 * requestSize);
        Assert.Equal(expected[5..(5 + (int)body.Buffer.Length)], body.Buffer.ToArray());
        pipe.AdvanceTo(body.Buffer.Start, body.Buffer.End);
        ReadResult all = await pipe.ReadAtLeastAsync(int.MaxValue, Cancellation);

        Assert.True(all.IsCompleted);
        Assert.Equal(expected[5..], all.Buffer.ToArray());
        pipe.AdvanceTo(all.Buffer.End);
        ReadResult end = await pipe.ReadAsync(Cancellation);
        Assert.Equal((true, 0L), (end.IsCompleted, end.Buffer.Length));
        pipe.Complete();
    }

    [Fact]
    public async Task The_buffer_is_the_memory_of_the_blocks()
    {
        using BlockReader reader = BlockReader.Open(_scratch.CreateFile("a", 10_000), Tiny());
        PipeReader pipe = reader.AsPipeReader();

        ReadResult first = await pipe.ReadAsync(Cancellation);

        Assert.Equal(4096, first.Buffer.FirstSpan.Length);
        Assert.False(
            MemoryMarshal.TryGetArray(first.Buffer.First, out _), "an array is a copy");
    }

    [Fact]
    public async Task Bytes_that_were_not_examined_come_again_at_once()
    {
        PipeReader pipe = BlockReader.Open(_scratch.CreateFile("a", 10_000), Tiny(4096, 3)).AsPipeReader();
        ReadResult first = await pipe.ReadAsync(Cancellation);
        pipe.AdvanceTo(first.Buffer.GetPosition(100), first.Buffer.GetPosition(200));

        Assert.True(pipe.TryRead(out ReadResult again));
        Assert.Equal(first.Buffer.Length - 100, again.Buffer.Length);
        pipe.AdvanceTo(again.Buffer.Start, again.Buffer.End);
        ReadResult more = await pipe.ReadAsync(Cancellation);
        Assert.True(more.Buffer.Length > again.Buffer.Length);
        pipe.Complete();
    }

    [Fact]
    public async Task An_empty_file_is_completed_at_once()
    {
        PipeReader pipe = BlockReader.Open(_scratch.CreateFile("empty", 0), Tiny()).AsPipeReader();

        ReadResult read = await pipe.ReadAsync(Cancellation);

        Assert.True(read.IsCompleted);
        Assert.True(read.Buffer.IsEmpty);
        pipe.AdvanceTo(read.Buffer.Start, read.Buffer.End);
        Assert.True(pipe.TryRead(out read));
        Assert.True(read.IsCompleted);
    }

    [Fact]
    public async Task Copying_to_a_stream_and_to_a_pipe_and_reading_as_a_stream_give_the_file()
    {
        string path = _scratch.CreateFile("a", 100_001);
        byte[] expected = await File.ReadAllBytesAsync(path, Cancellation);
        var copied = new MemoryStream();
        PipeReader pipe = BlockReader.Open(path, Tiny()).AsPipeReader();
        await pipe.CopyToAsync(copied, Cancellation);
        Assert.Equal(expected, copied.ToArray());

        var collected = new MemoryStream();
        PipeWriter target = PipeWriter.Create(collected);
        await BlockReader.Open(path, Tiny()).AsPipeReader().CopyToAsync(target, Cancellation);
        await target.CompleteAsync();
        Assert.Equal(expected, collected.ToArray());

        var streamed = new MemoryStream();
        await using Stream stream = BlockReader.Open(path, Tiny()).AsPipeReader().AsStream();
        await stream.CopyToAsync(streamed, Cancellation);
        Assert.Equal(expected, streamed.ToArray());
    }

    [Fact]
    public async Task A_serializer_reads_from_it()
    {
        int[] numbers = [.. Enumerable.Range(0, 5000)];
        string path = _scratch.File("numbers.json");
        await File.WriteAllTextAsync(path, $"[{string.Join(',', numbers)}]", Cancellation);
        PipeReader pipe = BlockReader.Open(path, Tiny(512, 3)).AsPipeReader();

        Assert.Equal(numbers, await JsonSerializer.DeserializeAsync<int[]>(pipe, cancellationToken: Cancellation));
    }

    [Fact]
    public async Task Reading_begins_where_the_reader_stands()
    {
        string path = _scratch.CreateFile("a", 20_000);
        byte[] expected = await File.ReadAllBytesAsync(path, Cancellation);
        BlockReader reader = BlockReader.Open(path, Tiny());
        reader.Position = 5001;
        var copied = new MemoryStream();

        await reader.AsPipeReader().CopyToAsync(copied, Cancellation);

        Assert.Equal(expected[5001..], copied.ToArray());
    }

    [Fact]
    public async Task A_wait_is_ended_by_its_token_or_by_a_call_and_nothing_is_lost()
    {
        using var gate = new ManualResetEventSlim();
        string path = _scratch.CreateFile("a", 10_000);
        PipeReader pipe = HeldBack(path, gate).AsPipeReader();
        Assert.False(pipe.TryRead(out _));
        using var token = new CancellationTokenSource();

        Task<ReadResult> waiting = pipe.ReadAsync(token.Token).AsTask();
        Assert.False(waiting.IsCompleted);
        await token.CancelAsync();
        OperationCanceledException ended = await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await waiting.WaitAsync(s_patience, Cancellation));
        Assert.Equal(token.Token, ended.CancellationToken);

        waiting = pipe.ReadAsync(Cancellation).AsTask();
        pipe.CancelPendingRead();
        ReadResult cancelled = await waiting.WaitAsync(s_patience, Cancellation);
        Assert.Equal((true, false, 0L), (cancelled.IsCanceled, cancelled.IsCompleted, cancelled.Buffer.Length));

        pipe.CancelPendingRead();
        Assert.True((await pipe.ReadAsync(Cancellation)).IsCanceled);

        gate.Set();
        ReadResult read = await pipe.ReadAtLeastAsync(10_000, Cancellation);
        Assert.Equal(await File.ReadAllBytesAsync(path, Cancellation), read.Buffer.ToArray());
        pipe.Complete();
    }

    [Fact]
    public async Task A_token_that_was_cancelled_already_is_refused_and_changes_nothing()
    {
        PipeReader pipe = BlockReader.Open(_scratch.CreateFile("a", 100), Tiny()).AsPipeReader();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await pipe.ReadAsync(new CancellationToken(true)));

        ReadResult read = await pipe.ReadAsync(Cancellation);
        Assert.Equal(100, read.Buffer.Length);
        pipe.Complete();
    }

    [Fact]
    public async Task An_error_is_thrown_in_its_place_and_the_next_read_goes_on_there()
    {
        string path = _scratch.CreateFile("a", 12_000);
        SequentialFileOptions options = Tiny() with
        {
            EngineFactory = depth => new SimulatedEngine(new SimulationOptions
            {
                QueueDepth = depth,
                Faults = [new SimulatedFault(1, NativeErrorKind.DeviceFailure, FaultExtent.Once)],
            }),
        };
        PipeReader pipe = BlockReader.Open(path, options).AsPipeReader();
        ReadResult first = await pipe.ReadAsync(Cancellation);
        Assert.Equal(4096, first.Buffer.Length);
        pipe.AdvanceTo(first.Buffer.Start, first.Buffer.End);

        NativeIOException failure = await Assert.ThrowsAsync<NativeIOException>(async () => await pipe.ReadAsync(Cancellation));

        Assert.Equal(NativeErrorKind.DeviceFailure, failure.Error.Kind);
        ReadResult all = await pipe.ReadAtLeastAsync(12_000, Cancellation);
        Assert.Equal(await File.ReadAllBytesAsync(path, Cancellation), all.Buffer.ToArray());
        pipe.Complete();
    }

    [Fact]
    public async Task Wrong_use_is_refused()
    {
        PipeReader pipe = BlockReader.Open(_scratch.CreateFile("a", 20_000), Tiny()).AsPipeReader();
        ReadResult read = await pipe.ReadAsync(Cancellation);
        Assert.Throws<InvalidOperationException>(() => pipe.TryRead(out _));
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await pipe.ReadAsync(Cancellation));
        Assert.Throws<InvalidOperationException>(() => pipe.AdvanceTo(read.Buffer.End, read.Buffer.Start));
        Assert.Throws<InvalidOperationException>(() => pipe.AdvanceTo(new ReadOnlySequence<byte>(new byte[3]).End));
        SequencePosition start = read.Buffer.Start;
        pipe.AdvanceTo(read.Buffer.GetPosition(10));
        Assert.Throws<InvalidOperationException>(() => pipe.AdvanceTo(start));

        await pipe.CompleteAsync();
        pipe.Complete();
        await pipe.CompleteAsync();
        await Assert.ThrowsAsync<InvalidOperationException>(async () => await pipe.ReadAsync(Cancellation));
        Assert.Throws<InvalidOperationException>(() => pipe.AdvanceTo(start));
    }

    [Fact]
    public async Task Completing_closes_the_file_and_gives_all_blocks_back()
    {
        BlockReader reader = BlockReader.Open(_scratch.CreateFile("a", 20_000), Tiny());
        PipeReader pipe = reader.AsPipeReader();
        ReadResult read = await pipe.ReadAsync(Cancellation);
        ReadOnlyMemory<byte> block = read.Buffer.First;

        pipe.Complete();

        Assert.Throws<ObjectDisposedException>(() => reader.Read());
        Assert.Throws<ObjectDisposedException>(() => block.Span.Length);
    }

    [Fact]
    public async Task Reading_without_copies_allocates_next_to_nothing_per_block()
    {
        const int blocks = 2000;
        PipeReader pipe = BlockReader.Open(_scratch.CreateFile("a", blocks * 4096), Tiny(4096, 4)).AsPipeReader();
        await ConsumeAsync(pipe, 200);

        long before = GC.GetAllocatedBytesForCurrentThread();
        long read = Consume(pipe, (blocks - 300) * 4096L);
        long allocated = GC.GetAllocatedBytesForCurrentThread() - before;

        // Reads that wait draw state machines from a pool, which may be empty a few times; a block would be 4 KiB.
        Assert.True(allocated < 64 * read / 4096, $"{allocated} bytes allocated for {read} bytes");
        pipe.Complete();
    }

    public void Dispose() => _scratch.Dispose();

    private static BlockReader HeldBack(string path, ManualResetEventSlim gate) =>
        BlockReader.Open(path, Tiny() with { EngineFactory = depth => new HeldBackEngine(depth, gate) });

    private static async Task ConsumeAsync(PipeReader pipe, int times)
    {
        for (int time = 0; time < times; time++)
        {
            ReadResult read = await pipe.ReadAsync(Cancellation);
            pipe.AdvanceTo(read.Buffer.End);
        }
    }

    // On one thread, so that its counter sees everything.
    private static long Consume(PipeReader pipe, long length)
    {
        long done = 0;
        var spin = default(SpinWait);
        while (done < length)
        {
            if (!pipe.TryRead(out ReadResult read))
            {
                spin.SpinOnce(sleep1Threshold: -1);
                continue;
            }

            Assert.False(MemoryMarshal.TryGetArray(read.Buffer.First, out _), "an array is a copy");
            done += read.Buffer.Length;
            pipe.AdvanceTo(read.Buffer.End);
        }

        return done;
    }
}
