using Landspeed.Engine;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Direct;

public sealed class DirectFileFaultTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("ext4", IoMode.Direct)]
    [InlineData("xfs", IoMode.Direct)]
    [InlineData("btrfs", IoMode.Direct)]
    [InlineData("tmpfs", IoMode.Direct)]
    [InlineData("ext4", IoMode.Buffered)]
    public async Task A_full_volume_is_told_and_leaves_the_length_exact(string type, IoMode mode)
    {
        using var volume = new TestVolume(type, type is "xfs" ? "300M" : type is "btrfs" ? "128M" : "24M");
        string path = volume.File("file");
        byte[] kept = new byte[1001];
        new Random(3).NextBytes(kept);
        byte[] bytes = new byte[(4 << 20) + 77];
        await using (DirectFile file = DirectFile.Create(path, new() { Mode = mode }))
        {
            file.Write(kept, 0);
            file.FlushToDisk(FlushScope.DataAndMetadata);
            long end = kept.Length;
            NativeIOException? full = null;
            for (int round = 0; full is null && round < 500; round++)
            {
                try
                {
                    // What is shared with the page cache is reported at the flush at the latest, elsewhere at once.
                    await (round % 2 == 0 ? file.WriteAsync(bytes, end, CancellationToken.None) : WriteOnThisThread(file, end, bytes));
                    end += bytes.Length;
                }
                catch (NativeIOException refused)
                {
                    full = refused;
                }
            }

            Assert.NotNull(full);
            Assert.Equal(NativeErrorKind.NoSpace, full.Error.Kind);
            Assert.Equal(28, full.HResult);
            Assert.Equal("write", full.Operation);
            Assert.InRange(full.Offset!.Value, end, end + bytes.Length);
            Assert.Equal(end + bytes.Length - full.Offset, full.Length);
            Assert.Equal(end, file.Length);

            var results = new DirectResult[2];
            file.WriteBatch([new(kept, 0), new(new byte[300 << 20], end)], results);
            Assert.Null(results[0].Failure);
            Assert.Equal(NativeErrorKind.NoSpace, results[1].Failure!.Error.Kind);
            Assert.Equal(end, file.Length);
        }

        Assert.Equal(kept, File.ReadAllBytes(path).AsSpan(0, kept.Length).ToArray());
    }

    [Theory]
    [InlineData(0)]
    [InlineData(1)]
    [InlineData(2)]
    public void A_write_that_fails_leaves_the_length_and_what_is_outside(int failing)
    {
        int calls = 0;
        var faulty = new FaultyFileCalls();
        string path = _scratch.CreateFile("file", 1001);
        byte[] before = File.ReadAllBytes(path);
        using (DirectFile file = DirectFile.Open(path, new() { Calls = faulty }))
        {
            faulty.OnWrite = length => calls++ == failing ? (FaultyFileCalls.Error(NativeErrorKind.DeviceFailure), 0) : (null, length);
            NativeIOException failure = Assert.Throws<NativeIOException>(() => file.Write(new byte[1_200_000], 900));
            Assert.Equal(NativeErrorKind.DeviceFailure, failure.Error.Kind);
            Assert.Equal(900 + 1_200_000, failure.Offset + failure.Length);
            Assert.Equal(1001, file.Length);

            faulty.OnWrite = length => (null, length);
            file.Write([7], 1001);
            Assert.Equal(1002, file.Length);
        }

        byte[] after = File.ReadAllBytes(path);
        Assert.Equal(1002, after.Length);
        Assert.True(before.AsSpan(0, 900).SequenceEqual(after.AsSpan(0, 900)));
        Assert.Equal(7, after[1001]);
    }

    [Fact]
    public void A_read_that_fails_names_the_place_and_harms_nothing()
    {
        var faulty = new FaultyFileCalls();
        string path = _scratch.CreateFile("file", 10_000);
        using DirectFile file = DirectFile.Open(path, new() { Calls = faulty });
        faulty.OnRead = _ => (FaultyFileCalls.Error(NativeErrorKind.DeviceFailure), 0);
        byte[] buffer = new byte[50];
        NativeIOException failure = Assert.Throws<NativeIOException>(() => file.Read(buffer, 5000));
        Assert.Equal((5000, 50, "read"), (failure.Offset, failure.Length, failure.Operation));
        Assert.NotNull(failure.Hint);

        // A part of a sector cannot be written where the rest cannot be read.
        NativeIOException fill = Assert.Throws<NativeIOException>(() => file.Write(buffer, 5000));
        Assert.Equal((5000, 50, "write"), (fill.Offset, fill.Length, fill.Operation));

        faulty.OnRead = length => (null, length);
        file.Write(buffer, 5000);
        Assert.Equal(50, file.Read(new byte[50], 5000));
    }

    [Fact]
    public void Padding_that_cannot_be_cut_off_is_told()
    {
        var faulty = new FaultyFileCalls();
        using DirectFile file = DirectFile.Create(_scratch.File("file"), new() { Calls = faulty });
        Assert.SkipUnless(file.EffectiveMode == IoMode.Direct, "no direct I/O here");
        faulty.OnSetLength = () => FaultyFileCalls.Error(NativeErrorKind.DeviceFailure);
        NativeIOException failure = Assert.Throws<NativeIOException>(() => file.Write([1, 2, 3], 0));
        Assert.Equal("set the length of", failure.Operation);

        faulty.OnSetLength = () => null;
        file.Write([4], 3);
        file.SetLength(4);
        byte[] read = new byte[10];
        Assert.Equal(4, file.Read(read, 0));
        Assert.Equal([1, 2, 3, 4, 0], read.AsSpan(0, 5).ToArray());
    }

    [Fact]
    public async Task One_request_of_a_batch_fails_alone()
    {
        string path = _scratch.CreateFile("file", 64 * 4096);
        byte[] expected = File.ReadAllBytes(path);
        await using DirectFile file = DirectFile.OpenRead(path, new() { EngineFactory = Failing(3, NativeErrorKind.DeviceFailure) });
        byte[][] buffers = [.. Enumerable.Range(0, 8).Select(_ => new byte[100])];
        var results = new DirectResult[8];
        await file.ReadBatchAsync(
            [.. buffers.Select((buffer, index) => new DirectRead(buffer, index * 4096))],
            results,
            TestContext.Current.CancellationToken);
        for (int index = 0; index < 8; index++)
        {
            if (index == 3)
            {
                Assert.Equal((index * 4096, 100), (results[index].Failure!.Offset, results[index].Failure!.Length));
                Assert.Equal(0, results[index].Count);
                DirectResult failed = results[index];
                Assert.Same(failed.Failure, Assert.Throws<NativeIOException>(() => failed.ThrowIfFailed()));
            }
            else
            {
                Assert.True(results[index].Succeeded);
                Assert.True(expected.AsSpan(index * 4096, 100).SequenceEqual(buffers[index]));
            }
        }
    }

    [Fact]
    public async Task A_flush_that_failed_condemns_the_file()
    {
        await using DirectFile file = DirectFile.Create(
            _scratch.File("file"), new() { EngineFactory = Failing(0, NativeErrorKind.DeviceFailure) });
        CancellationToken token = TestContext.Current.CancellationToken;
        NativeIOException first = await Assert.ThrowsAsync<NativeIOException>(
            async () => await file.FlushToDiskAsync(FlushScope.Data, token));
        Assert.Equal(NativeErrorKind.DeviceFailure, first.Error.Kind);
        await Assert.ThrowsAsync<NativeIOException>(async () => await file.FlushToDiskAsync(FlushScope.DataAndMetadata, token));
        Assert.Throws<NativeIOException>(() => file.FlushToDisk(FlushScope.Data));
    }

    [Fact]
    public async Task An_engine_that_cannot_be_made_fails_the_call_and_not_the_file()
    {
        await using DirectFile file = DirectFile.Create(
            _scratch.File("file"), new() { EngineFactory = _ => throw new NativeIOException("make", null, NativeError.Of(NativeErrorKind.OutOfMemory)) });
        file.Write([1, 2, 3], 0);
        byte[] buffer = new byte[3];
        CancellationToken token = TestContext.Current.CancellationToken;
        await Assert.ThrowsAsync<NativeIOException>(async () => await file.WriteAsync(buffer, 1, token));
        await Assert.ThrowsAsync<NativeIOException>(async () => await file.ReadAsync(buffer, 0, token));
        var results = new DirectResult[1];
        file.ReadBatch([new(buffer, 0)], results);
        Assert.NotNull(results[0].Failure);
        Assert.Equal(3, file.Read(buffer, 0));
        Assert.Equal([1, 2, 3], buffer);
    }

    [Fact]
    public async Task A_token_ends_a_wait_for_the_turn_and_nothing_that_the_device_has()
    {
        using var entered = new ManualResetEventSlim();
        using var goOn = new ManualResetEventSlim();
        var faulty = new FaultyFileCalls();
        using DirectFile file = DirectFile.Create(_scratch.File("file"), new() { Calls = faulty });
        CancellationToken testEnds = TestContext.Current.CancellationToken;
        faulty.OnWrite = length =>
        {
            entered.Set();
            goOn.Wait(testEnds);
            return (null, length);
        };
        Task holder = Task.Run(() => file.Write([1, 2, 3], 0), testEnds);
        entered.Wait(testEnds);
        using var cancelled = new CancellationTokenSource();
        using var other = new CancellationTokenSource();
        Task first = file.WriteAsync(new byte[] { 4 }, 3, other.Token).AsTask();
        Task second = file.WriteAsync(new byte[] { 9 }, 4, cancelled.Token).AsTask();
        Task third = file.WriteAsync(new byte[] { 5 }, 4, other.Token).AsTask();

        await cancelled.CancelAsync();
        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => second);
        Assert.False(first.IsCompleted || third.IsCompleted);
        goOn.Set();
        await Task.WhenAll(holder, first, third);

        byte[] read = new byte[10];
        Assert.Equal(5, file.Read(read, 0));
        Assert.Equal([1, 2, 3, 4, 5], read.AsSpan(0, 5).ToArray());
        await Assert.ThrowsAnyAsync<OperationCanceledException>(async () => await file.ReadAsync(read, 0, cancelled.Token));
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            async () => await file.ReadBatchAsync([new(read, 0)], new DirectResult[1], cancelled.Token));
    }

    private static Func<int, IIoEngine> Failing(long requestIndex, NativeErrorKind error) => depth =>
        new SimulatedEngine(new SimulationOptions
        {
            QueueDepth = depth,
            Faults = [new SimulatedFault(requestIndex, error, FaultExtent.Once)],
        });

    private static ValueTask WriteOnThisThread(DirectFile file, long offset, byte[] bytes)
    {
        file.Write(bytes, offset);
        return ValueTask.CompletedTask;
    }
}
