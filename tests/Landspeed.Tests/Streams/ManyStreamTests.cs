using Landspeed.Files;
using Landspeed.Soak;
using Landspeed.Streams.Threading;
using Landspeed.Testing;
using Landspeed.Tests.Engine;

namespace Landspeed.Tests.Streams;

/// <summary>Many streams at once cost what they do, not that they are open.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class ManyStreamTests : IDisposable
{
    private const int Length = 24 << 20;

    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    [Fact]
    public void Readers_that_wanted_a_byte_hold_neither_threads_nor_much_memory()
    {
        string path = MakeCold();
        int threads = Threads();
        long resident = Resident();
        List<SequentialReadStream> streams = [];
        for (int number = 0; number < 500; number++)
        {
            SequentialReadStream stream = SequentialFile.OpenRead(path, new() { Mode = IoMode.Direct });
            streams.Add(stream);
            Assert.True(stream.ReadByte() >= 0);
        }

        Assert.Equal(threads, Threads());
        Assert.InRange(Resident() - resident, long.MinValue, 500L * 300 * 1024);
        streams.ForEach(stream => stream.Dispose());
    }

    [Fact]
    public void Beyond_the_budget_streams_go_on_without_an_engine_and_get_one_when_there_is_room()
    {
        string path = MakeCold();
        var options = new SequentialFileOptions
        {
            Mode = IoMode.Direct,
            RequestSize = 1 << 20,
            QueueDepth = 4,
            Budget = new EngineBudget(9 << 20),
        };
        List<BlockReader> readers = [.. Enumerable.Range(0, 5).Select(_ => BlockReader.Open(path, options))];
        foreach (BlockReader reader in readers)
        {
            ReadUpTo(reader, 3 << 20);
        }

        Assert.Equal(2, readers.Count(reader => reader.Engine is not null));
        readers[0].Dispose();
        ReadUpTo(readers[4], Length);
        Assert.NotNull(readers[4].Engine);
        ReadUpTo(readers[3], Length);
        Assert.Null(readers[3].Engine);
        readers.ForEach(reader => reader.Dispose());
        Assert.True(options.Budget.TryTake(9 << 20));
    }

    [Fact]
    public async Task Where_the_pool_is_refused_a_thread_the_calling_one_moves_the_bytes_once()
    {
        string path = MakeCold();
        List<IThreadPoolWorkItem> kept = [];
        var options = new SequentialFileOptions
        {
            Mode = IoMode.Direct,
            RequestSize = 1 << 20,
            Budget = new EngineBudget(1),
            Pool = work =>
            {
                kept.Add(work); // as the runtime does before it asks for a thread
                throw new OutOfMemoryException();
            },
        };
        Assert.True(options.Budget.TryTake(1));
        byte[] content = await File.ReadAllBytesAsync(path, Token);
        byte[] read = new byte[Length];
        await using (SequentialReadStream stream = SequentialFile.OpenRead(path, options))
        {
            for (int done = 0; done < Length;)
            {
                done += await stream.ReadAsync(read.AsMemory(done, Math.Min(3_000_000, Length - done)), Token);
                kept.ForEach(work => work.Execute());
            }

            Assert.Null(stream.Engine);
        }

        await using (SequentialWriteStream stream = SequentialFile.Create(_scratch.File("written"), options))
        {
            for (int done = 0; done < Length; done += 3 << 20)
            {
                await stream.WriteAsync(read.AsMemory(done, 3 << 20), Token);
                kept.ForEach(work => work.Execute());
            }
        }

        Assert.NotEmpty(kept);
        Assert.True(read.AsSpan().SequenceEqual(content));
        Assert.True((await File.ReadAllBytesAsync(_scratch.File("written"), Token)).AsSpan().SequenceEqual(content));
    }

    [Fact]
    public async Task Direct_files_that_rest_hold_no_threads_and_go_on()
    {
        string path = MakeCold();
        int threads = Threads();
        var options = new DirectFileOptions { Mode = IoMode.Direct, EngineRest = TimeSpan.FromMilliseconds(500) };
        List<DirectFile> files = [.. Enumerable.Range(0, 50).Select(_ => DirectFile.OpenRead(path, options))];
        byte[] first = new byte[4096];
        byte[] again = new byte[4096];
        foreach (DirectFile file in files)
        {
            Assert.Equal(first.Length, await file.ReadAsync(first, 8192, Token));
        }

        AssertThreadsComeTo(threads);
        foreach (DirectFile file in files)
        {
            Assert.Equal(again.Length, await file.ReadAsync(again, 8192, Token));
            Assert.Equal(first, again);
            Assert.NotNull(file.Engine);
            await file.DisposeAsync();
        }

        AssertThreadsComeTo(threads);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(IoMode.Direct)]
    public async Task A_writer_beyond_the_budget_writes_everything(IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode, Budget = new EngineBudget(1) };
        Assert.True(options.Budget.TryTake(1));
        byte[] content = new byte[Length + 123];
        new Random(3).NextBytes(content);
        await using (SequentialWriteStream stream = SequentialFile.Create(_scratch.File("written"), options))
        {
            stream.Write(content, 0, Length / 2);
            await stream.WriteAsync(content.AsMemory(Length / 2), Token);
            Assert.Null(stream.Engine);
        }

        Assert.True((await File.ReadAllBytesAsync(_scratch.File("written"), Token)).AsSpan().SequenceEqual(content));
    }

    [Fact]
    public void One_engine_always_has_room_and_what_is_returned_is_there_again()
    {
        var budget = new EngineBudget(10);
        Assert.True(budget.TryTake(1000));
        Assert.False(budget.TryTake(1));
        budget.Return(1000);
        Assert.True(budget.TryTake(6));
        Assert.True(budget.TryTake(4));
        Assert.False(budget.TryTake(1));
    }

    public void Dispose() => _scratch.Dispose();

    private static void ReadUpTo(BlockReader reader, long end)
    {
        while (reader.Position < end)
        {
            using ReadBlock block = reader.Read();
            Assert.Equal(unchecked((byte)(block.Offset >> 16)), block.Span[0]);
        }
    }

    private static void AssertThreadsComeTo(int most) => Assert.True(
        SpinWait.SpinUntil(() => Threads() <= most, TimeSpan.FromSeconds(30)), $"{Threads()} threads, not {most}");

    private static int Threads() => Usage.ThreadNames().Count(name => name == "file stream");

    private static long Resident()
    {
        GC.Collect();
        return Environment.WorkingSet;
    }

    // The first byte of each 64 KiB says where it is.
    private string MakeCold()
    {
        string path = _scratch.File("read");
        byte[] content = new byte[Length];
        for (int offset = 0; offset < Length; offset += 1 << 16)
        {
            content[offset] = unchecked((byte)(offset >> 16));
        }

        File.WriteAllBytes(path, content);
        using StorageFile file = StorageFile.Open(path);
        PageCache.Drop(file);
        return path;
    }
}
