using System.Buffers;
using System.Text.Json;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Streams.Blocks;

public sealed class BlockWriterTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    private string Path => _scratch.File("a");

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    public static TheoryData<StreamSetup> Setups => [.. StreamSetup.All];

    // The block goes to the device whole, up to the end of a sector: what the caller put behind its end is written over.
    [Theory]
    [InlineData("Flush")]
    [InlineData("FlushAsync")]
    [InlineData("FlushToDisk")]
    [InlineData("FlushToDiskAsync")]
    [InlineData("Write")]
    public async Task Memory_lent_before_another_call_is_not_counted_after_it(string call)
    {
        await using (BlockWriter writer = BlockWriter.Create(Path, new() { Mode = IoMode.Direct }))
        {
            writer.Write("start"u8);
            "lent"u8.CopyTo(writer.GetSpan());
            switch (call)
            {
                case "Flush":
                    writer.Flush();
                    break;
                case "FlushAsync":
                    await writer.FlushAsync(Token);
                    break;
                case "FlushToDisk":
                    writer.FlushToDisk();
                    break;
                case "FlushToDiskAsync":
                    await writer.FlushToDiskAsync(cancellationToken: Token);
                    break;
                default:
                    writer.Write("."u8);
                    break;
            }

            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(4));
            writer.Advance(0);
        }

        Assert.Equal(call == "Write" ? "start." : "start", await File.ReadAllTextAsync(Path, Token));
    }

    [Fact]
    public async Task A_flush_to_disk_without_a_thread_writes_everything_and_fails_as_the_other_does()
    {
        await using BlockWriter writer = BlockWriter.Create(Path, new() { RequestSize = 4096 });
        writer.Write(new byte[10_000]);

        await writer.FlushToDiskAsync(FlushScope.DataAndMetadata, Token);

        Assert.Equal(10_000, new FileInfo(Path).Length);
        await Assert.ThrowsAnyAsync<OperationCanceledException>(
            () => writer.FlushToDiskAsync(FlushScope.Data, new CancellationToken(canceled: true)));
        writer.Dispose();
        await Assert.ThrowsAsync<ObjectDisposedException>(() => writer.FlushToDiskAsync(cancellationToken: Token));
    }

    [Fact]
    public void A_disposed_writer_has_lent_nothing()
    {
        BlockWriter writer = BlockWriter.Create(Path);
        writer.GetSpan();
        writer.Dispose();

        Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(1));
    }

    [Theory]
    [MemberData(nameof(Setups))]
    public async Task Pieces_of_any_size_are_written_in_order(StreamSetup setup)
    {
        setup.Require();
        for (int seed = 1; seed <= 60; seed++)
        {
            var random = new Random(seed);
            byte[] start = new byte[random.Next(2) * random.Next(9_000)];
            random.NextBytes(start);
            await File.WriteAllBytesAsync(Path, start, Token);
            var expected = new MemoryStream();
            expected.Write(start);
            await using (BlockWriter writer = BlockWriter.Append(Path, setup.Options with
            {
                RequestSize = seed % 4 == 0 ? 512 * 1024 : 4096,
                Share = FileShare.ReadWrite,
            }))
            {
                for (int step = random.Next(40); step >= 0; step--)
                {
                    byte[] piece = new byte[random.Next(seed % 4 == 0 ? 60_000 : 9_000)];
                    random.NextBytes(piece);
                    await WriteAsync(writer, random, piece);
                    expected.Write(piece);
                    Assert.Equal((expected.Length, expected.Length), (writer.Position, writer.Length));
                    if (random.Next(6) == 0)
                    {
                        await writer.FlushAsync(Token);
                        await using var seen = new FileStream(Path, FileMode.Open, FileAccess.Read, FileShare.ReadWrite);
                        Assert.Equal(expected.Length, seen.Length);
                    }
                }
            }

            byte[] written = await File.ReadAllBytesAsync(Path, Token);
            Assert.True(expected.ToArray().AsSpan().SequenceEqual(written), $"seed {seed}");
        }
    }

    [Fact]
    public void Json_is_written_straight_into_the_blocks()
    {
        using (BlockWriter writer = BlockWriter.Create(Path, new() { RequestSize = 4096 }))
        using (var json = new Utf8JsonWriter(writer))
        {
            json.WriteStartArray();
            for (int index = 0; index < 20_000; index++)
            {
                json.WriteNumberValue(index);
            }

            json.WriteEndArray();
        }

        Assert.Equal(Enumerable.Range(0, 20_000), JsonSerializer.Deserialize<int[]>(File.ReadAllBytes(Path)));
    }

    [Fact]
    public void More_than_was_lent_is_refused_and_changes_nothing()
    {
        using (BlockWriter writer = BlockWriter.Create(Path, new() { RequestSize = 4096 }))
        {
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(1));
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.GetSpan(-1).Length);
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.GetMemory(-1));
            int room = writer.GetSpan(10_000).Length;
            Assert.True(room >= 10_000);
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(room + 1));
            Assert.Throws<ArgumentOutOfRangeException>(() => writer.Advance(-1));
            Assert.Equal(0, writer.Position);
            writer.GetSpan()[0] = 5;
            writer.Advance(1);
            writer.Advance(0);
        }

        Assert.Equal([5], File.ReadAllBytes(Path));
    }

    [Fact]
    public async Task A_disposed_writer_refuses_every_call_and_can_be_disposed_again()
    {
        BlockWriter writer = BlockWriter.Create(Path);
        writer.Write([1, 2, 3]);
        await writer.DisposeAsync();
        await writer.DisposeAsync();
        writer.Dispose();

        Assert.Throws<ObjectDisposedException>(() => writer.GetSpan().Length);
        Assert.Throws<ObjectDisposedException>(() => writer.GetMemory());
        Assert.Throws<ObjectDisposedException>(() => writer.Write([1]));
        Assert.Throws<ObjectDisposedException>(writer.Flush);
        Assert.Throws<ObjectDisposedException>(() => writer.FlushToDisk());
        await Assert.ThrowsAsync<ObjectDisposedException>(async () => await writer.FlushAsync(Token));
        Assert.Equal([1, 2, 3], await File.ReadAllBytesAsync(Path, Token));
    }

    [Fact]
    public async Task A_failure_that_nobody_has_heard_of_is_told_by_disposing_once()
    {
        BlockWriter writer = BlockWriter.Create(
            Path,
            Simulations.Failing(new(), new SimulatedFault(0, NativeErrorKind.NoSpace, FaultExtent.Permanent)));
        writer.Write([1, 2, 3]);

        var failure = await Assert.ThrowsAsync<NativeIOException>(async () => await writer.DisposeAsync());

        Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
        await writer.DisposeAsync();
        writer.Dispose();
        Assert.Empty(await File.ReadAllBytesAsync(Path, Token));
    }

    public void Dispose() => _scratch.Dispose();

    private static async Task WriteAsync(BlockWriter writer, Random random, byte[] piece)
    {
        switch (random.Next(5))
        {
            case 0:
                piece.CopyTo(writer.GetSpan(piece.Length));
                writer.Advance(piece.Length);
                break;
            case 1:
                piece.CopyTo(writer.GetMemory(piece.Length));
                writer.Advance(piece.Length);
                break;
            case 2:
                ((IBufferWriter<byte>)writer).Write(piece);
                break;
            case 3:
                for (int done = 0; done < piece.Length;)
                {
                    Memory<byte> room = writer.GetMemory();
                    int count = Math.Min(room.Length, piece.Length - done);
                    piece.AsMemory(done, count).CopyTo(room);
                    writer.Advance(count);
                    done += count;
                    await Task.Yield();
                }

                break;
            default:
                writer.Write(piece);
                break;
        }
    }
}
