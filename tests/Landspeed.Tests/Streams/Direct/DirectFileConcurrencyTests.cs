using Landspeed.Testing;
using Landspeed.Tests.Files;

namespace Landspeed.Tests.Streams.Direct;

public sealed class DirectFileConcurrencyTests(TestVolumes volumes)
{
    private const int Writers = 4;

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public async Task Neighbours_in_one_sector_lose_nothing(string volume)
    {
        const int Rounds = 60;
        using ScratchDirectory scratch = volumes.Directory(volume);
        string path = scratch.CreateFile("file", 8192);
        await using (DirectFile file = DirectFile.Open(path))
        {
            await AllAsync(async writer =>
            {
                byte[] own = new byte[10];
                byte[] read = new byte[10];
                for (int round = 1; round <= Rounds; round++)
                {
                    // Ten bytes of the writer's own in the first sector, and ten across the border of two others.
                    own.AsSpan().Fill((byte)((writer * Rounds) + round));
                    foreach (long offset in (long[])[writer * 10, 4090 + (writer * 10)])
                    {
                        await WriteAnyWay(file, offset, own, round);
                        Assert.Equal(10, file.Read(read, offset));
                        Assert.Equal(own, read);
                    }
                }
            });
        }

        byte[] end = File.ReadAllBytes(path);
        for (int writer = 0; writer < Writers; writer++)
        {
            byte last = (byte)((writer * Rounds) + Rounds);
            Assert.Equal(-1, end.AsSpan(writer * 10, 10).IndexOfAnyExcept(last));
            Assert.Equal(-1, end.AsSpan(4090 + (writer * 10), 10).IndexOfAnyExcept(last));
        }

        Assert.Equal(8192, end.Length);
    }

    [Theory]
    [InlineData("scratch", IoMode.Direct)]
    [InlineData("xfs", IoMode.Direct)]
    [InlineData("btrfs", IoMode.Direct)]
    [InlineData("scratch", IoMode.Buffered)]
    [InlineData("ext4", IoMode.Uncached)]
    public async Task Writers_past_the_end_cut_nothing_off(string volume, IoMode mode)
    {
        const int Records = 80;
        using ScratchDirectory scratch = volumes.Directory(volume);
        string path = scratch.File("file");
        long end = 0;
        var records = new (long Offset, byte[] Bytes)[Writers * Records];
        await using (DirectFile file = DirectFile.Create(path, new() { Mode = mode }))
        {
            await AllAsync(async writer =>
            {
                var random = new Random(writer);
                for (int record = 0; record < Records; record++)
                {
                    byte[] bytes = new byte[record % 3 == 0 ? 4096 : random.Next(1, 6000)];
                    random.NextBytes(bytes);
                    long offset = Interlocked.Add(ref end, bytes.Length) - bytes.Length;
                    records[(writer * Records) + record] = (offset, bytes);
                    await WriteAnyWay(file, offset, bytes, record);
                    Assert.InRange(file.Length, offset + bytes.Length, long.MaxValue);
                }
            });
            Assert.Equal(end, file.Length);
        }

        byte[] written = File.ReadAllBytes(path);
        Assert.Equal(end, written.Length);
        Assert.All(records, record =>
            Assert.True(written.AsSpan((int)record.Offset, record.Bytes.Length).SequenceEqual(record.Bytes)));
    }

    [Fact]
    public async Task A_reader_never_sees_the_padding_of_a_write_that_runs()
    {
        const int Record = 100;
        const int Records = 400;
        using ScratchDirectory scratch = volumes.Directory("scratch");
        await using DirectFile file = DirectFile.Create(scratch.File("file"));
        Task writing = Task.Run(
            () =>
            {
                byte[] bytes = new byte[Record];
                for (int record = 0; record < Records; record++)
                {
                    bytes.AsSpan().Fill((byte)(1 + (record % 255)));
                    file.Write(bytes, record * Record);
                }
            },
            TestContext.Current.CancellationToken);
        byte[] buffer = new byte[(Records + 20) * Record];
        int seen = 0;
        do
        {
            seen = file.Read(buffer, 0);
            Assert.Equal(0, seen % Record);
            Assert.False(buffer.AsSpan(0, seen).Contains((byte)0), "zeros that nobody wrote");
            Assert.Equal(0, file.Length % Record);
        }
        while (seen < Records * Record && !writing.IsFaulted);
        await writing;
    }

    [Fact]
    public async Task Setting_the_length_waits_for_writes_and_they_for_it()
    {
        using ScratchDirectory scratch = volumes.Directory("scratch");
        await using DirectFile file = DirectFile.Create(scratch.File("file"));
        file.SetLength(1 << 20);
        await AllAsync(async writer =>
        {
            byte[] bytes = new byte[8192];
            for (int round = 0; round < 40; round++)
            {
                if (writer == 0)
                {
                    file.SetLength((1 << 20) + (round % 2 * 777));
                }
                else
                {
                    await WriteAnyWay(file, (writer * 100_000) + (round * 4096), bytes, round);
                }
            }
        });
        Assert.Equal((1 << 20) + 777, file.Length);
    }

    [Fact]
    public async Task More_callers_than_there_is_memory_or_depth_all_get_their_bytes()
    {
        using ScratchDirectory scratch = volumes.Directory("scratch");
        string path = scratch.CreateFile("file", 1 << 20);
        byte[] expected = File.ReadAllBytes(path);
        await using DirectFile file = DirectFile.OpenRead(path, new() { QueueDepth = 2 });
        byte[][] buffers = [.. Enumerable.Range(0, 300).Select(_ => new byte[3001])];
        Task<int>[] reads =
            [.. buffers.Select((buffer, index) => file.ReadAsync(buffer, index * 3001).AsTask())];
        Parallel.For(0, 100, new ParallelOptions { MaxDegreeOfParallelism = 8 }, index =>
        {
            byte[] own = new byte[700_001];
            Assert.Equal(own.Length, file.Read(own, index));
            Assert.True(expected.AsSpan(index, own.Length).SequenceEqual(own));
        });
        for (int index = 0; index < reads.Length; index++)
        {
            Assert.Equal(3001, await reads[index]);
            Assert.True(expected.AsSpan(index * 3001, 3001).SequenceEqual(buffers[index]));
        }
    }

    private static async Task WriteAnyWay(DirectFile file, long offset, byte[] bytes, int round)
    {
        switch (round % 3)
        {
            case 0:
                file.Write(bytes, offset);
                break;
            case 1:
                await file.WriteAsync(bytes, offset);
                break;
            default:
                var results = new DirectResult[1];
                file.WriteBatch([new(bytes, offset)], results);
                Assert.Null(results[0].Failure);
                break;
        }
    }

    private static Task AllAsync(Func<int, Task> work) =>
        Task.WhenAll(Enumerable.Range(0, Writers).Select(writer => Task.Run(() => work(writer))));

    [Fact]
    public async Task Batches_whose_requests_end_together_complete_once()
    {
        using var scratch = new ScratchDirectory();
        using DirectFile file = DirectFile.OpenRead(scratch.CreateFile("batches", 65_536), new() { Mode = IoMode.Buffered });
        DirectRead[] reads = [new(new byte[512], 0), new(new byte[512], 4096), new(new byte[512], 8192)];
        var results = new DirectResult[reads.Length];
        for (int round = 0; round < 20_000; round++)
        {
            await file.ReadBatchAsync(reads, results, TestContext.Current.CancellationToken);
            Assert.All(results, result => Assert.Equal(512, result.Count));
        }
    }
}
