using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Direct;

public sealed class DirectFileTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void What_File_throws_for_a_missing_file_or_directory_is_thrown()
    {
        Assert.Throws<FileNotFoundException>(() => DirectFile.OpenRead(_scratch.File("missing")));
        Assert.Throws<FileNotFoundException>(() => DirectFile.Open(_scratch.File("missing")));
        Assert.Throws<DirectoryNotFoundException>(() => DirectFile.Create(_scratch.File("no/such")));
        Assert.Throws<UnauthorizedAccessException>(() => DirectFile.Open(_scratch.Path));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(4097)]
    public void A_depth_out_of_range_is_refused(int depth) => Assert.Throws<ArgumentOutOfRangeException>(
        () => DirectFile.Create(_scratch.File("file"), new() { QueueDepth = depth }));

    [Fact]
    public void Creating_cuts_a_file_and_opening_keeps_it()
    {
        string path = _scratch.CreateFile("file", 10_000);
        using (DirectFile file = DirectFile.Open(path))
        {
            Assert.Equal(10_000, file.Length);
        }

        using (DirectFile file = DirectFile.Create(_scratch.FilePath("file")))
        {
            Assert.Equal(0, file.Length);
            Assert.True(file.CanWrite);
        }

        Assert.Equal(0, new FileInfo(path).Length);
    }

    [Fact]
    public void A_file_that_somebody_has_locked_is_not_cut()
    {
        string path = _scratch.CreateFile("file", 10_000);
        using (File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None))
        {
            NativeIOException busy = Assert.Throws<NativeIOException>(() => DirectFile.Create(path));
            Assert.Equal(NativeErrorKind.Busy, busy.Error.Kind);
        }

        Assert.Equal(10_000, new FileInfo(path).Length);
    }

    [Fact]
    public async Task A_file_that_is_only_read_refuses_to_be_written()
    {
        string path = _scratch.CreateFile("file", 100);
        using DirectFile file = DirectFile.OpenRead(path);
        Assert.False(file.CanWrite);
        Assert.Throws<NotSupportedException>(() => file.Write([1], 0));
        await Assert.ThrowsAsync<NotSupportedException>(
            async () => await file.WriteAsync(new byte[1], 0, TestContext.Current.CancellationToken));
        Assert.Throws<NotSupportedException>(() => file.SetLength(1));
        Assert.Throws<NotSupportedException>(() => file.WriteBatch([new(new byte[1], 0)], new DirectResult[1]));
        file.FlushToDisk(FlushScope.Data);
    }

    [Fact]
    public void Offsets_out_of_range_are_refused_or_past_the_end()
    {
        using DirectFile file = DirectFile.Create(_scratch.File("file"));
        file.Write([1, 2, 3], 0);
        byte[] buffer = new byte[8];
        Assert.Throws<ArgumentOutOfRangeException>(() => file.Read(buffer, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => file.Write(buffer, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => file.SetLength(-1));
        Assert.Throws<ArgumentOutOfRangeException>(() => file.FlushToDisk((FlushScope)7));
        Assert.Equal(0, file.Read(buffer, 3));
        Assert.Equal(0, file.Read(buffer, long.MaxValue));
        NativeIOException tooLarge = Assert.Throws<NativeIOException>(() => file.Write(buffer, long.MaxValue - 4));
        Assert.Equal(NativeErrorKind.FileTooLarge, tooLarge.Error.Kind);
        Assert.Equal(3, file.Length);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public async Task Requests_without_bytes_do_nothing(IoMode mode)
    {
        using DirectFile file = DirectFile.Create(_scratch.File("file"), new() { Mode = mode });
        file.Write([], 1000);
        await file.WriteAsync(default, 1000, TestContext.Current.CancellationToken);
        file.WriteBatch([new(default, 5000)], new DirectResult[1]);
        file.WriteBatch([], []);
        Assert.Equal(0, file.Length);
        Assert.Equal(0, file.Read([], 0));
    }

    [Fact]
    public async Task After_disposal_every_call_says_so()
    {
        DirectFile file = DirectFile.Create(_scratch.File("file"));
        file.Dispose();
        file.Dispose();
        await file.DisposeAsync();
        CancellationToken token = TestContext.Current.CancellationToken;
        Assert.Throws<ObjectDisposedException>(() => file.Read(new byte[1], 0));
        Assert.Throws<ObjectDisposedException>(() => file.Write([1], 0));
        Assert.Throws<ObjectDisposedException>(() => file.Length);
        Assert.Throws<ObjectDisposedException>(() => file.SetLength(1));
        Assert.Throws<ObjectDisposedException>(() => file.FlushToDisk(FlushScope.Data));
        Assert.Throws<ObjectDisposedException>(() => file.ReadBatch([], []));
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await file.ReadAsync(new byte[1], 0, token));
        await Assert.ThrowsAsync<ObjectDisposedException>(() => file.FlushToDiskAsync(FlushScope.Data, token));
    }

    [Fact]
    public async Task Disposal_waits_for_everything_that_was_started()
    {
        string path = _scratch.File("file");
        DirectFile file = DirectFile.Create(path, new() { QueueDepth = 2 });
        byte[] bytes = new byte[100_001];
        new Random(5).NextBytes(bytes);
        var writes = new List<Task>();
        for (int start = 0; start < bytes.Length; start += 1001)
        {
            int length = Math.Min(1001, bytes.Length - start);
            writes.Add(file.WriteAsync(bytes.AsMemory(start, length), start, CancellationToken.None).AsTask());
        }

        await file.DisposeAsync();

        Assert.Equal(bytes, File.ReadAllBytes(path));
        await Task.WhenAll(writes);
    }

    [Fact]
    public void A_batch_reads_and_tells_each_end()
    {
        string path = _scratch.CreateFile("file", 10_000);
        byte[] expected = File.ReadAllBytes(path);
        using DirectFile file = DirectFile.OpenRead(path, new() { QueueDepth = 2 });
        byte[][] buffers = [.. Enumerable.Range(0, 50).Select(_ => new byte[700])];
        DirectRead[] reads = [.. buffers.Select((buffer, index) => new DirectRead(buffer, index * 300))];
        var results = new DirectResult[reads.Length];

        file.ReadBatch(reads, results);

        for (int index = 0; index < reads.Length; index++)
        {
            int count = Math.Clamp(10_000 - (index * 300), 0, 700);
            Assert.Equal(new DirectResult(count, null), results[index]);
            Assert.True(expected.AsSpan(Math.Min(index * 300, 10_000), count).SequenceEqual(buffers[index].AsSpan(0, count)));
        }

        Assert.Throws<ArgumentException>(() => file.ReadBatch(reads, results.AsSpan(1)));
        Assert.Throws<ArgumentOutOfRangeException>(() => file.ReadBatch([new(new byte[1], -1)], results.AsSpan(0, 1)));
    }

    [Fact]
    public async Task A_forgotten_file_is_closed()
    {
        string path = _scratch.File("file");
        await Forget(path);
        Assert.True(SpinWait.SpinUntil(
            () =>
            {
                GC.Collect();
                GC.WaitForPendingFinalizers();
                try
                {
                    File.OpenHandle(path, FileMode.Open, FileAccess.ReadWrite, FileShare.None).Dispose();
                    return true;
                }
                catch (IOException)
                {
                    return false;
                }
            },
            TimeSpan.FromSeconds(10)));
    }

    private static async Task Forget(string path)
    {
        DirectFile file = DirectFile.Create(path);
        await file.WriteAsync(new byte[1], 0, TestContext.Current.CancellationToken);
    }
}
