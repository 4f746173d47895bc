using Landspeed.Files;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams;

/// <summary>What is read without an engine: files in the page cache, and short ones.</summary>
public sealed class ShortReadTests : IDisposable
{
    private const int Short = 8 << 20;

    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Theory]
    [InlineData(300_000, false)]
    [InlineData(1 << 20, false)]
    [InlineData(Short, false)]
    [InlineData(Short + 1, true)]
    public async Task A_file_out_of_the_page_cache_takes_an_engine_from_8_MiB_on(int length, bool takesEngine)
    {
        byte[] content = Make(length, isCached: false);
        await using BlockReader reader = BlockReader.Open(Path);
        using var read = new MemoryStream();
        while (true)
        {
            using ReadBlock block = await reader.ReadAsync(Token);
            if (block.IsEnd)
            {
                break;
            }

            read.Write(block.Span);
        }

        Assert.True(read.ToArray().AsSpan().SequenceEqual(content));
        Assert.Equal(takesEngine, reader.Engine is not null);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(IoMode.Buffered)]
    public void A_file_in_the_page_cache_takes_none_however_long(IoMode? mode)
    {
        byte[] content = Make(Short + 12_345, isCached: true);
        using BlockReader reader = BlockReader.Open(Path, new() { Mode = mode });
        Assert.True(ReadAll(reader).AsSpan().SequenceEqual(content));
        Assert.Null(reader.Engine);
        using Stream stream = SequentialFile.OpenRead(Path, new() { Mode = mode });
        using var copy = new MemoryStream();
        stream.CopyTo(copy);
        Assert.True(copy.ToArray().AsSpan().SequenceEqual(content));
        Assert.Null(((SequentialReadStream)stream).Engine);
    }

    [Fact]
    public void Who_names_an_engine_gets_it()
    {
        Make(100_000, isCached: true);
        using BlockReader reader = BlockReader.Open(Path, new() { Engine = EngineKind.Threads });
        ReadAll(reader);
        Assert.Equal(EngineKind.Threads, reader.Engine!.Kind);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void As_many_blocks_as_the_depth_may_be_held_and_one_more_is_refused(bool isCached)
    {
        byte[] content = Make(6 << 20, isCached);
        using BlockReader reader = BlockReader.Open(Path, new() { QueueDepth = 3 });
        ReadBlock[] held = [reader.Read(), reader.Read(), reader.Read()];
        int length = isCached ? 256 * 1024 : 1 << 20;
        Assert.Throws<InvalidOperationException>(() => reader.Read());
        held[1].Dispose();
        using ReadBlock fourth = reader.Read();
        Assert.Equal(3 * length, fourth.Offset);
        Assert.True(held[0].Span.SequenceEqual(content.AsSpan(0, length)));
        Assert.True(held[2].Span.SequenceEqual(content.AsSpan(2 * length, length)));
        Assert.True(fourth.Span.SequenceEqual(content.AsSpan(3 * length, length)));
        held[0].Dispose();
        held[2].Dispose();
    }

    // A cached block is shorter than a request, and the cache may have only a part of it.
    [Theory]
    [InlineData(1 << 20, int.MaxValue)]
    [InlineData(40_000, 4096)]
    public void A_short_file_in_the_page_cache_has_as_many_blocks_as_the_depth(int size, int mostAtOnce)
    {
        byte[] content = Make(size, isCached: true);
        var calls = new FaultyFileCalls { OnRead = length => (null, Math.Min(length, mostAtOnce)) };
        using BlockReader reader = BlockReader.Open(Path, new() { QueueDepth = 3, CacheCalls = calls });
        ReadBlock[] held = [reader.Read(), reader.Read(), reader.Read()];
        Assert.True(reader.HoldsAllBlocks);
        var refused = Assert.Throws<InvalidOperationException>(() => reader.Read());
        Assert.StartsWith("all 3 blocks are held", refused.Message);
        Assert.All(
            held, block => Assert.True(block.Span.SequenceEqual(content.AsSpan((int)block.Offset, block.Length))));
        Assert.Equal(held[1].Offset + held[1].Length, held[2].Offset);
        Array.ForEach(held, block => block.Dispose());
    }

    [Theory]
    [InlineData(IoMode.Buffered)]
    [InlineData(IoMode.Direct)]
    public void A_short_file_that_grows_has_as_many_blocks_as_the_depth(IoMode mode)
    {
        byte[] content = new byte[300_000];
        new Random(6).NextBytes(content);
        File.WriteAllBytes(Path, content[..4096]);
        Drop();
        using BlockReader reader = BlockReader.Open(Path, new() { QueueDepth = 3, Mode = mode });
        ReadBlock first = reader.Read();
        using (var more = new FileStream(Path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            more.Write(content, 4096, content.Length - 4096);
        }

        using ReadBlock second = reader.Read();
        using ReadBlock third = reader.Read();
        Assert.True(third.Length > 0);
        Assert.True(first.Span.SequenceEqual(content.AsSpan(0, 4096)));
        Assert.True(second.Span.SequenceEqual(content.AsSpan((int)second.Offset, second.Length)));
        Assert.True(third.Span.SequenceEqual(content.AsSpan((int)third.Offset, third.Length)));
        first.Dispose();
    }

    // Blocks from before the engine are still held when it begins.
    [Fact]
    public void A_file_that_grows_while_it_is_read_is_read_ahead_from_8_MiB_on()
    {
        byte[] content = new byte[Short + (5 << 20) + 77];
        new Random(5).NextBytes(content);
        File.WriteAllBytes(Path, content[..(1 << 20)]);
        Drop();
        using BlockReader reader = BlockReader.Open(Path, new() { RequestSize = 512 * 1024 });
        ReadBlock first = reader.Read();
        using (var more = new FileStream(Path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            more.Write(content, 1 << 20, content.Length - (1 << 20));
        }

        using var read = new MemoryStream();
        read.Write(first.Span);
        read.Write(ReadAll(reader));
        Assert.True(read.ToArray().AsSpan().SequenceEqual(content));
        Assert.NotNull(reader.Engine);
        Assert.True(first.Span.SequenceEqual(content.AsSpan(0, first.Length)));
        first.Dispose();
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(5)]
    public void A_file_that_leaves_the_page_cache_is_read_on(int blocks)
    {
        byte[] content = Make((2 * Short) + 77, isCached: true);
        var calls = new FaultyFileCalls
        {
            OnReadAt = offset =>
                offset >= (long)blocks << 20 ? FaultyFileCalls.Error(NativeErrorKind.WouldBlock) : null,
        };
        using BlockReader reader = BlockReader.Open(Path, new() { CacheCalls = calls });
        Assert.True(ReadAll(reader).AsSpan().SequenceEqual(content));
        Assert.NotNull(reader.Engine);
    }

    [Fact]
    public void The_end_of_a_file_in_the_page_cache_is_where_it_is_now()
    {
        byte[] content = Make(100_000, isCached: true);
        using BlockReader reader = BlockReader.Open(Path);
        Assert.Equal(content.Length, ReadAll(reader).Length);
        using (var more = new FileStream(Path, FileMode.Append, FileAccess.Write, FileShare.ReadWrite))
        {
            more.Write("more"u8);
        }

        using ReadBlock block = reader.Read();
        Assert.Equal("more"u8, block.Span);
        Assert.True(reader.Read().IsEnd);
    }

    // The read goes on, and the next call gets its bytes.
    [Fact]
    public async Task A_cancelled_call_loses_no_byte()
    {
        byte[] content = Make(5 << 20, isCached: false);
        await using BlockReader reader = BlockReader.Open(Path);
        using var read = new MemoryStream();
        bool isEnd = false;
        while (!isEnd)
        {
            using var stop = new CancellationTokenSource();
            ValueTask<ReadBlock> reading = reader.ReadAsync(stop.Token);
            await stop.CancelAsync();
            try
            {
                using ReadBlock block = await reading;
                isEnd = block.IsEnd;
                read.Write(block.Span);
            }
            catch (OperationCanceledException)
            {
            }
        }

        Assert.True(read.ToArray().AsSpan().SequenceEqual(content));
    }

    public void Dispose() => _scratch.Dispose();

    private static byte[] ReadAll(BlockReader reader)
    {
        using var read = new MemoryStream();
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

    private string Path => _scratch.File("file");

    private byte[] Make(int length, bool isCached)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        File.WriteAllBytes(Path, content);
        if (!isCached)
        {
            Drop();
        }

        return content;
    }

    private void Drop()
    {
        using StorageFile file = StorageFile.Open(Path);
        PageCache.Drop(file);
        long? resident = PageResidency.Measure(file, 0, file.Length).ResidentBytes;
        Capability.Require("a file system that drops pages", resident == 0);
    }
}
