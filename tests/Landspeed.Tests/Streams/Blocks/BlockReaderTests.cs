using Landspeed.Testing;
using Landspeed.Testing.Simulation;
using Landspeed.Tests.Streams.Threading;

namespace Landspeed.Tests.Streams.Blocks;

public sealed class BlockReaderTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<StreamSetup> Setups => [.. StreamSetup.All];

    public static SequentialFileOptions Small => new() { RequestSize = 65536, QueueDepth = 2, Mode = IoMode.Buffered };

    [Theory]
    [MemberData(nameof(Setups))]
    public void Every_length_is_read_whole_and_in_order(StreamSetup setup)
    {
        setup.Require();
        foreach (int request in (int[])[512, 4096, 65536, 1 << 20])
        {
            foreach (int length in Lengths(request))
            {
                byte[] expected = Make(length);
                using BlockReader reader = BlockReader.Open(
                    _scratch.File("a"), setup.Options with { RequestSize = request });
                Assert.Null(reader.Engine);

                Assert.True(expected.AsSpan().SequenceEqual(ReadAll(reader)), $"{length} bytes by {request}");
                Assert.Equal((length, length), (reader.Length, reader.Position));
                Assert.Equal(setup.Engine ?? reader.Engine?.Kind, reader.Engine?.Kind);
                Assert.True(reader.Read().IsEnd);
            }
        }
    }

    [Theory]
    [MemberData(nameof(Setups))]
    public async Task Every_length_is_read_whole_asynchronously(StreamSetup setup)
    {
        setup.Require();
        foreach (int length in Lengths(4096))
        {
            byte[] expected = Make(length);
            await using BlockReader reader = BlockReader.Open(_scratch.File("a"), setup.Options);
            var read = new MemoryStream();
            while (true)
            {
                using ReadBlock block = await reader.ReadAsync(TestContext.Current.CancellationToken);
                if (block.IsEnd)
                {
                    break;
                }

                Assert.Equal(read.Length, block.Offset);
                read.Write(block.Memory.Span);
            }

            Assert.Equal(expected, read.ToArray());
        }
    }

    [Fact]
    public void Held_blocks_keep_their_bytes_and_one_too_many_is_refused()
    {
        byte[] expected = Make(10 * 65536);
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), Small);
        ReadBlock first = reader.Read();
        ReadBlock second = reader.Read();
        long position = reader.Position;

        Assert.Throws<InvalidOperationException>(() => reader.Read());
        Assert.Equal(position, reader.Position);
        Assert.True(expected.AsSpan(0, 65536).SequenceEqual(first.Span));
        Assert.True(expected.AsSpan(65536, 65536).SequenceEqual(second.Memory.Span));

        second.Dispose();
        using ReadBlock third = reader.Read();
        Assert.True(expected.AsSpan(2 * 65536, 65536).SequenceEqual(third.Span));
        Assert.True(expected.AsSpan(0, 65536).SequenceEqual(first.Span));
        first.Dispose();
    }

    [Fact]
    public void A_block_that_was_released_is_used_no_more_and_released_only_once()
    {
        Make(10 * 65536);
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), Small);
        ReadBlock first = reader.Read();
        ReadBlock copy = first;
        Assert.True(first == copy && first.Equals((object)copy) && first.GetHashCode() == copy.GetHashCode());
        first.Dispose();
        Assert.Throws<ObjectDisposedException>(() => copy.Span.Length);
        Assert.Throws<ObjectDisposedException>(() => copy.Memory.Length);

        List<ReadBlock> held = [reader.Read(), reader.Read()];
        Assert.True(held[0] != first);
        copy.Dispose();
        first.Dispose();

        Assert.Throws<InvalidOperationException>(() => reader.Read());
        held.ForEach(block => block.Dispose());
        using ReadBlock next = reader.Read();
        Assert.False(next.IsEnd);
    }

    [Fact]
    public void A_held_block_outlives_its_reader()
    {
        byte[] expected = Make(3 * 65536);
        BlockReader reader = BlockReader.Open(_scratch.File("a"), Small);
        ReadBlock block = reader.Read();

        reader.Dispose();
        reader.Dispose();

        Assert.True(expected.AsSpan(0, 65536).SequenceEqual(block.Span));
        ReadOnlyMemory<byte> memory = block.Memory;
        block.Dispose();
        block.Dispose();
        Assert.Throws<ObjectDisposedException>(() => block.Span.Length);
        Assert.Throws<ObjectDisposedException>(() => memory.Span.Length);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    [InlineData(null)]
    public async Task Memory_of_a_released_block_throws_and_never_has_other_bytes(IoMode? mode)
    {
        byte[] expected = Make(20 * 65536);
        var options = new SequentialFileOptions { Mode = mode, RequestSize = 65536, QueueDepth = 2 };
        List<ReadOnlyMemory<byte>> collected = [];
        await foreach (ReadOnlyMemory<byte> block in SequentialFile.ReadBlocksAsync(
            _scratch.File("a"), options, TestContext.Current.CancellationToken))
        {
            int before = collected.Sum(one => one.Length);
            Assert.True(expected.AsSpan(before, block.Length).SequenceEqual(block.Span));
            Assert.All(collected, one => Assert.Throws<ObjectDisposedException>(() => one.Span.Length));
            collected.Add(block);
        }

        Assert.Equal(expected.Length, collected.Sum(one => one.Length));
        Assert.All(collected, one => Assert.Throws<ObjectDisposedException>(() => one.ToArray()));
    }

    [Fact]
    public async Task Every_call_after_disposing_says_so()
    {
        Make(100);
        BlockReader reader = BlockReader.Open(_scratch.File("a"));
        await reader.DisposeAsync();
        await reader.DisposeAsync();

        Assert.Throws<ObjectDisposedException>(() => reader.Read());
        await Assert.ThrowsAsync<ObjectDisposedException>(
            async () => await reader.ReadAsync(TestContext.Current.CancellationToken));
        Assert.Throws<ObjectDisposedException>(() => reader.Length);
        Assert.Throws<ObjectDisposedException>(() => reader.Position = 1);
        Assert.Throws<ObjectDisposedException>(() => reader.Position);
    }

    [Fact]
    public async Task A_cancelled_wait_loses_nothing()
    {
        byte[] expected = Make(3 * 65536);
        using var gate = new GatedEngine();
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), gate.Behind(Small));
        using var cancellation = new CancellationTokenSource();
        for (int round = 0; round < 3; round++)
        {
            using var source = new CancellationTokenSource();
            ValueTask<ReadBlock> waiting = reader.ReadAsync(source.Token);
            Assert.False(waiting.IsCompleted);
            await source.CancelAsync();

            var cancelled = await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await waiting);
            Assert.Equal(source.Token, cancelled.CancellationToken);
            Assert.Equal(0, reader.Position);
        }

        gate.Open();
        Assert.Equal(expected, ReadAll(reader));
    }

    [Fact]
    public async Task A_token_that_is_cancelled_before_changes_nothing()
    {
        byte[] expected = Make(3 * 65536);
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), Small);

        ValueTask<ReadBlock> refused = reader.ReadAsync(new CancellationToken(canceled: true));

        Assert.True(refused.IsCanceled);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await refused);
        Assert.Null(reader.Engine);
        Assert.Equal(expected, ReadAll(reader));
    }

    [Fact]
    public async Task A_call_during_another_one_is_refused()
    {
        byte[] expected = Make(3 * 65536);
        using var gate = new GatedEngine();
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), gate.Behind(Small));
        ValueTask<ReadBlock> waiting = reader.ReadAsync(TestContext.Current.CancellationToken);

        Assert.Throws<InvalidOperationException>(() => reader.Read());
        Assert.Throws<InvalidOperationException>(() => reader.Position = 5);
        await Assert.ThrowsAsync<InvalidOperationException>(
            async () => await reader.ReadAsync(TestContext.Current.CancellationToken));

        gate.Open();
        using (ReadBlock block = await waiting)
        {
            Assert.True(expected.AsSpan(0, 65536).SequenceEqual(block.Span));
        }

        Assert.True(expected.AsSpan(65536).SequenceEqual(ReadAll(reader)));
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public async Task Disposing_ends_a_call_that_waits(bool isAsync)
    {
        Make(3 * 65536);
        using var gate = new GatedEngine();
        BlockReader reader = BlockReader.Open(_scratch.File("a"), gate.Behind(Small));
        Task waiting = isAsync
            ? reader.ReadAsync(TestContext.Current.CancellationToken).AsTask()
            : Task.Run(reader.Read, TestContext.Current.CancellationToken);
        gate.WaitUntilReached();

        Task disposing = reader.DisposeAsync().AsTask();

        await Assert.ThrowsAsync<ObjectDisposedException>(() => waiting);
        gate.Open();
        await disposing;
    }

    [Fact]
    public void A_failed_read_names_the_place_and_can_be_repeated()
    {
        byte[] expected = Make(8 * 65536);
        for (int at = 0; at < 8; at++)
        {
            SimulationOptions simulation = new()
            {
                Faults = [new SimulatedFault(at, NativeErrorKind.DeviceFailure, FaultExtent.Once)],
            };
            using BlockReader reader = BlockReader.Open(
                _scratch.File("a"), Small with { EngineFactory = depth => new SimulatedEngine(simulation with { QueueDepth = depth }) });
            for (int good = 0; good < at; good++)
            {
                reader.Read().Dispose();
            }

            long position = reader.Position;
            var failure = Assert.Throws<NativeIOException>(() => reader.Read());
            Assert.Equal(NativeErrorKind.DeviceFailure, failure.Error.Kind);
            Assert.Equal((position, 65536), (failure.Offset, failure.Length));
            Assert.Equal(position, reader.Position);

            Assert.True(expected.AsSpan((int)position).SequenceEqual(ReadAll(reader)), $"request {at}");
        }
    }

    [Fact]
    public void A_device_that_fails_for_good_fails_each_call_and_hangs_none()
    {
        Make(8 * 65536);
        SimulationOptions simulation = new()
        {
            Faults = [new SimulatedFault(2, NativeErrorKind.DeviceFailure, FaultExtent.Permanent)],
        };
        using BlockReader reader = BlockReader.Open(
            _scratch.File("a"), Small with { EngineFactory = depth => new SimulatedEngine(simulation with { QueueDepth = depth }) });
        reader.Read().Dispose();
        reader.Read().Dispose();
        for (int time = 0; time < 5; time++)
        {
            Assert.Throws<NativeIOException>(() => reader.Read());
            Assert.Equal(2 * 65536, reader.Position);
        }
    }

    [Fact]
    public async Task An_engine_that_cannot_be_made_is_told_by_each_read()
    {
        Make(1000);
        var refusal = new NativeIOException("make", null, NativeError.Of(NativeErrorKind.OutOfMemory));
        await using BlockReader reader = BlockReader.Open(
            _scratch.File("a"), Small with { EngineFactory = _ => throw refusal });
        for (int time = 0; time < 3; time++)
        {
            Assert.Throws<NativeIOException>(() => reader.Read());
            await Assert.ThrowsAsync<NativeIOException>(
                async () => await reader.ReadAsync(TestContext.Current.CancellationToken));
        }
    }

    [Fact]
    public void Blocks_may_be_released_by_another_thread()
    {
        byte[] expected = Make(200 * 65536);
        using BlockReader reader = BlockReader.Open(_scratch.File("a"), Small with { QueueDepth = 4 });
        using var queue = new System.Collections.Concurrent.BlockingCollection<ReadBlock>(1);
        var read = new MemoryStream();
        var consumer = new Thread(() =>
        {
            foreach (ReadBlock block in queue.GetConsumingEnumerable())
            {
                read.Write(block.Span);
                block.Dispose();
            }
        });
        consumer.Start();
        while (reader.Read() is { IsEnd: false } block)
        {
            queue.Add(block, TestContext.Current.CancellationToken);
        }

        queue.CompleteAdding();
        consumer.Join();

        Assert.True(expected.AsSpan().SequenceEqual(read.ToArray()));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(511)]
    [InlineData(600)]
    public void A_file_that_grows_is_followed_from_its_end(int step)
    {
        foreach (StreamSetup setup in StreamSetup.All.Where(setup => setup.Engine == EngineKind.Threads))
        {
            string path = _scratch.File("grows");
            File.WriteAllBytes(path, []);
            using BlockReader reader = BlockReader.Open(path, setup.Options with { Share = FileShare.ReadWrite });
            using var writer = new FileStream(path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite, 0);
            var random = new Random(step);
            for (int round = 0; round < 40; round++)
            {
                Assert.True(reader.Read().IsEnd);
                byte[] more = new byte[step];
                random.NextBytes(more);
                writer.Write(more);
                Assert.Equal(more, ReadAll(reader));
            }
        }
    }

    public void Dispose() => _scratch.Dispose();

    internal static byte[] ReadAll(BlockReader reader)
    {
        var read = new MemoryStream();
        while (true)
        {
            using ReadBlock block = reader.Read();
            if (block.IsEnd)
            {
                return read.ToArray();
            }

            read.Write(block.Span);
        }
    }

    private static IEnumerable<int> Lengths(int request) => [0, 1, 511, 512, 513, request - 1, request, request + 1, (3 * request) + 7];

    private byte[] Make(int length)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        File.WriteAllBytes(_scratch.File("a"), content);
        return content;
    }
}
