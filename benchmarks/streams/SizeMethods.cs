using System.IO.MemoryMappedFiles;
using Landspeed;
using Microsoft.Win32.SafeHandles;

namespace StreamsBenchmark;

/// <summary>The ways that are compared at each size. All read into, or write from, the same array of at most 1
/// MiB.</summary>
internal sealed class SizeMethods
{
    private const int Page = 4096;
    private const int RandomReads = 512;
    private const int Depth = 32;

    private readonly byte[] _memory = new byte[1 << 20];
    private readonly byte[][] _pages =
        [.. Enumerable.Range(0, Depth).Select(_ => GC.AllocateArray<byte>(Page, pinned: true))];

    internal SizeMethods() => new Random(1).NextBytes(_memory);

    internal SizeMethod[] Of(SizeWork work) => work switch
    {
        SizeWork.ReadCached or SizeWork.ReadCold =>
        [
            new("FileStream", false, ReadFramework),
            new("RandomAccess", false, ReadRandomAccess),
            new("mapped", false, ReadMapped),
            new("SequentialFile", true, ReadStream),
            new("BlockReader", true, ReadBlocks),
            new("DirectFile", true, ReadDirect),
        ],
        SizeWork.Write => Writers(durable: false),
        SizeWork.WriteDurable => Writers(durable: true),
        _ =>
        [
            new("RandomAccess", false, RandomFramework),
            new("RandomAccess, 32 threads", false, RandomThreads),
            new("DirectFile", true, RandomDirect),
            new("DirectFile, 32 tasks", true, RandomTasks),
        ],
    };

    private SizeMethod[] Writers(bool durable) =>
    [
        new("FileStream", false, (path, length) => WriteFramework(path, length, durable)),
        new("RandomAccess", false, (path, length) => WriteRandomAccess(path, length, durable)),
        new("SequentialFile", true, (path, length) => WriteStream(path, length, durable)),
        new("BlockWriter", true, (path, length) => WriteBlocks(path, length, durable)),
        new("DirectFile", true, (path, length) => WriteDirect(path, length, durable)),
    ];

    private void ReadFramework(string path, int length)
    {
        using FileStream stream = File.OpenRead(path);
        Drain(stream);
    }

    private void ReadStream(string path, int length)
    {
        using SequentialReadStream stream = SequentialFile.OpenRead(path);
        Drain(stream);
    }

    private void Drain(Stream stream)
    {
        while (stream.Read(_memory) > 0)
        {
        }
    }

    private void ReadRandomAccess(string path, int length)
    {
        using SafeFileHandle handle = File.OpenHandle(path);
        long offset = 0;
        for (int count; (count = RandomAccess.Read(handle, _memory, offset)) > 0;)
        {
            offset += count;
        }
    }

    private void ReadMapped(string path, int length)
    {
        using MemoryMappedFile file =
            MemoryMappedFile.CreateFromFile(path, FileMode.Open, null, 0, MemoryMappedFileAccess.Read);
        using MemoryMappedViewStream view = file.CreateViewStream(0, length, MemoryMappedFileAccess.Read);
        Drain(view);
    }

    private static void ReadBlocks(string path, int length)
    {
        using BlockReader reader = BlockReader.Open(path);
        while (true)
        {
            using ReadBlock block = reader.Read();
            if (block.Length == 0)
            {
                return;
            }
        }
    }

    private void ReadDirect(string path, int length)
    {
        using DirectFile file = DirectFile.OpenRead(path);
        long offset = 0;
        for (int count; (count = file.Read(_memory, offset)) > 0;)
        {
            offset += count;
        }
    }

    private void WriteFramework(string path, int length, bool durable)
    {
        using FileStream stream = File.Create(path);
        Fill(stream, length);
        if (durable)
        {
            stream.Flush(flushToDisk: true);
        }
    }

    private void WriteStream(string path, int length, bool durable)
    {
        using SequentialWriteStream stream = SequentialFile.Create(path);
        Fill(stream, length);
        if (durable)
        {
            stream.FlushToDisk();
        }
    }

    private void Fill(Stream stream, int length)
    {
        for (int total = 0; total < length;)
        {
            int count = Math.Min(length - total, 64 * 1024);
            stream.Write(_memory, 0, count);
            total += count;
        }
    }

    private void WriteRandomAccess(string path, int length, bool durable)
    {
        using SafeFileHandle handle = File.OpenHandle(path, FileMode.Create, FileAccess.Write);
        for (int total = 0; total < length;)
        {
            int count = Math.Min(length - total, _memory.Length);
            RandomAccess.Write(handle, _memory.AsSpan(0, count), total);
            total += count;
        }

        if (durable)
        {
            RandomAccess.FlushToDisk(handle);
        }
    }

    private void WriteBlocks(string path, int length, bool durable)
    {
        using BlockWriter writer = BlockWriter.Create(path);
        for (int total = 0; total < length;)
        {
            Span<byte> room = writer.GetSpan();
            int count = Math.Min(Math.Min(length - total, room.Length), _memory.Length);
            _memory.AsSpan(0, count).CopyTo(room);
            writer.Advance(count);
            total += count;
        }

        if (durable)
        {
            writer.FlushToDisk();
        }
    }

    private void WriteDirect(string path, int length, bool durable)
    {
        using DirectFile file = DirectFile.Create(path);
        for (int total = 0; total < length;)
        {
            int count = Math.Min(length - total, _memory.Length);
            file.Write(_memory.AsSpan(0, count), total);
            total += count;
        }

        if (durable)
        {
            file.FlushToDisk(FlushScope.Data);
        }
    }

    private void RandomFramework(string path, int length)
    {
        using SafeFileHandle handle = File.OpenHandle(path);
        foreach (long offset in Offsets(length))
        {
            RandomAccess.Read(handle, _pages[0], offset);
        }
    }

    private void RandomThreads(string path, int length)
    {
        using SafeFileHandle handle = File.OpenHandle(path);
        long[] offsets = [.. Offsets(length)];
        int next = -1;
        Thread[] threads = [.. _pages.Select(page => new Thread(() =>
        {
            for (int index; (index = Interlocked.Increment(ref next)) < offsets.Length;)
            {
                RandomAccess.Read(handle, page, offsets[index]);
            }
        }))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    private void RandomDirect(string path, int length)
    {
        using DirectFile file = DirectFile.OpenRead(path);
        foreach (long offset in Offsets(length))
        {
            file.Read(_pages[0], offset);
        }
    }

    private void RandomTasks(string path, int length)
    {
        using DirectFile file = DirectFile.OpenRead(path);
        long[] offsets = [.. Offsets(length)];
        int next = -1;
        async Task Work(byte[] page)
        {
            for (int index; (index = Interlocked.Increment(ref next)) < offsets.Length;)
            {
                await file.ReadAsync(page, offsets[index]);
            }
        }

        Task.WaitAll(_pages.Select(Work));
    }

    private static IEnumerable<long> Offsets(int length)
    {
        var random = new Random(2004);
        for (int count = 0; count < RandomReads; count++)
        {
            yield return random.Next(length / Page) * (long)Page;
        }
    }
}
