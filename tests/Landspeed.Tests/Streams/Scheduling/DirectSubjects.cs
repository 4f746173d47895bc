using Landspeed.Testing.Scheduling;

namespace Landspeed.Tests.Streams.Scheduling;

/// <summary>Calls of a <see cref="DirectFile"/>, which may overlap as they like.</summary>
internal static class DirectSubjects
{
    // Parts of one sector: the writes take turns, wait for memory, and read before they write.
    internal static void Direct_file_with_writes_in_one_sector(Exploration explored)
    {
        byte[] content = Fresh(explored, out string path);
        DirectFile file = DirectFile.Open(path, Options(explored));
        using var source = new CancellationTokenSource();
        byte[] first = [.. Enumerable.Repeat((byte)'a', 50)];
        byte[] second = [.. Enumerable.Repeat((byte)'b', 50)];
        bool firstSucceeds = false;
        bool secondSucceeds = false;
        explored.RunAll(
            ("writes async", () => firstSucceeds = Subjects.Succeeds(() => explored.Await(file.WriteAsync(first, 100, source.Token)))),
            ("writes", () => secondSucceeds = Subjects.Succeeds(() => file.Write(second, 200))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", () => explored.Await(file.DisposeAsync())));
        Put(content, 100, first, firstSucceeds);
        Put(content, 200, second, secondSucceeds);
        explored.Require(File.ReadAllBytes(path).AsSpan().SequenceEqual(content), "wrong bytes");
        explored.RequireClosed(path);
    }

    // Appending at an odd length is rounded up to a sector and cut; setting the length waits for the writes.
    internal static void Direct_file_that_grows(Exploration explored)
    {
        Fresh(explored, out string path);
        DirectFile file = DirectFile.Open(path, Options(explored));
        Memory<byte> bytes = Unaligned(300);
        Memory<byte> sectors = Unaligned(4096);
        explored.RunAll(
            ("appends async", () => explored.Await(file.WriteAsync(bytes, 8192))),
            ("writes", () => file.Write(sectors.Span, 4096)),
            ("cuts", () => file.SetLength(8000)),
            ("flushes", () => explored.Await(file.FlushToDiskAsync(FlushScope.Data))));
        file.Dispose();
        long length = new FileInfo(path).Length;
        explored.Require(length is 8000 or 8192 or 8492, $"the file has {length} bytes");
        explored.RequireClosed(path);
    }

    // The first call that does not find its bytes in the page cache makes the file ready for the others.
    internal static void Direct_file_beside_the_page_cache(Exploration explored)
    {
        byte[] content = Fresh(explored, out string path);
        DirectFile file = DirectFile.Open(path, Options(explored) with { Mode = null, LooksIntoCache = true });
        byte[] cached = new byte[500];
        byte[] first = [.. Enumerable.Repeat((byte)'a', 50)];
        byte[] second = [.. Enumerable.Repeat((byte)'b', 50)];
        bool firstSucceeds = false;
        bool secondSucceeds = false;
        explored.RunAll(
            ("writes async", () => firstSucceeds = Subjects.Succeeds(
                () => explored.Await(file.WriteAsync(first, 100)))),
            ("writes", () => secondSucceeds = Subjects.Succeeds(() => file.Write(second, 200))),
            ("reads", () => Subjects.Succeeds(() => RequireRead(explored, content, 7000, cached, file))),
            ("disposes", () => explored.Await(file.DisposeAsync())));
        Put(content, 100, first, firstSucceeds);
        Put(content, 200, second, secondSucceeds);
        explored.Require(File.ReadAllBytes(path).AsSpan().SequenceEqual(content), "wrong bytes");
        explored.RequireClosed(path);
    }

    internal static void Direct_file_with_batches(Exploration explored)
    {
        byte[] content = Fresh(explored, out string path);
        DirectFile file = DirectFile.Open(path, Options(explored));
        using var source = new CancellationTokenSource();
        explored.RunAll(
            ("reads async", () => Subjects.Succeeds(() => ReadBatch(
                explored, content, (reads, results) => explored.Await(file.ReadBatchAsync(reads, results, source.Token))))),
            ("reads", () => Subjects.Succeeds(() => ReadBatch(explored, content, (reads, results) => file.ReadBatch(reads, results)))),
            ("cancels", () => explored.Cancel(source)),
            ("disposes", file.Dispose));
        explored.RequireClosed(path);
    }

    private static void ReadBatch(Exploration explored, byte[] content, Action<DirectRead[], DirectResult[]> read)
    {
        DirectRead[] reads = [new(Unaligned(1000), 0), new(Unaligned(2000), 3000), new(Unaligned(192), 8000)];
        var results = new DirectResult[reads.Length];
        read(reads, results);
        for (int index = 0; index < reads.Length; index++)
        {
            ReadOnlySpan<byte> expected = content.AsSpan((int)reads[index].FileOffset, reads[index].Buffer.Length);
            explored.Require(results[index].Succeeded && reads[index].Buffer.Span.SequenceEqual(expected), "wrong bytes");
        }
    }

    private static void RequireRead(Exploration explored, byte[] content, int offset, byte[] memory, DirectFile file)
    {
        int count = file.Read(memory, offset);
        bool isRight = count == memory.Length && content.AsSpan(offset, count).SequenceEqual(memory);
        explored.Require(isRight, "wrong bytes");
    }

    private static DirectFileOptions Options(Exploration explored) =>
        new() { Mode = IoMode.Direct, QueueDepth = 2, EngineFactory = explored.CreateEngine };

    private static byte[] Fresh(Exploration explored, out string path)
    {
        path = explored.Scratch.File("direct");
        byte[] content = new byte[8192];
        new Random(1).NextBytes(content);
        File.WriteAllBytes(path, content);
        return content;
    }

    // Where an array lies differs from run to run, and with it how requests are cut: this never fits a direct request.
    private static unsafe Memory<byte> Unaligned(int length)
    {
        byte[] bytes = GC.AllocateUninitializedArray<byte>(length + 16, pinned: true);
        fixed (byte* start = bytes)
        {
            return bytes.AsMemory((nint)start % 2 == 0 ? 1 : 2, length);
        }
    }

    private static void Put(byte[] content, int offset, byte[] bytes, bool succeeded)
    {
        if (succeeded)
        {
            bytes.CopyTo(content, offset);
        }
    }
}
