using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>What is written without an engine: the first bytes of each file.</summary>
public sealed class ShortWriteTests : IDisposable
{
    private const int Short = 8 << 20;
    private const int Block = 256 * 1024;

    private static readonly int[] s_lengths =
        [Block - 1, Block, Block + 1, Short - 1, Short, Short + 1, Short + Block, Short + (3 << 20) + 5];

    private readonly ScratchDirectory _scratch = new();

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Path => _scratch.File("file");

    [Theory]
    [InlineData(1)]
    [InlineData(Block)]
    [InlineData(300_000)]
    [InlineData(1 << 20)]
    [InlineData(Short)]
    public void A_short_file_takes_neither_an_engine_nor_space_that_it_does_not_fill(int length)
    {
        using SequentialWriteStream stream = SequentialFile.Create(Path);
        stream.Write(Content(length));
        using (StorageFile file = StorageFile.Open(Path))
        {
            Assert.InRange(file.Status().AllocatedBytes, 0, length + (64 * 1024));
            Assert.InRange(file.Length, length - Block, length);
        }

        stream.Flush();
        Assert.Null(stream.Engine);
        Assert.Equal(length, new FileInfo(Path).Length);
    }

    [Fact]
    public void Beyond_8_MiB_an_engine_takes_over_past_the_page_cache()
    {
        byte[] content = Content(Short + Block + 1);
        using (SequentialWriteStream stream = SequentialFile.Create(Path))
        {
            stream.Write(content);
            Assert.NotNull(stream.Engine);
            Assert.Equal(IoMode.Direct, stream.EffectiveMode);
        }

        Assert.True(File.ReadAllBytes(Path).AsSpan().SequenceEqual(content));
    }

    [Fact]
    public void Who_expects_more_gets_the_engine_with_the_first_block()
    {
        var options = new SequentialFileOptions { PreallocationSize = Short + 1 };
        using SequentialWriteStream stream = SequentialFile.Create(Path, options);
        stream.Write(Content(Block));
        Assert.NotNull(stream.Engine);
    }

    [Theory]
    [InlineData(null)]
    [InlineData(IoMode.Direct)]
    public void Who_names_an_engine_gets_it_with_the_first_block(IoMode? mode)
    {
        var options = new SequentialFileOptions { Mode = mode, Engine = EngineKind.Threads };
        using SequentialWriteStream stream = SequentialFile.Create(Path, options);
        stream.Write(Content(Block));
        Assert.Equal(EngineKind.Threads, stream.Engine!.Kind);
    }

    public static TheoryData<string, int, int> Lengths()
    {
        var all = new TheoryData<string, int, int>();
        foreach (string way in new[] { "Write", "WriteAsync", "GetSpan", "pipe" })
        {
            foreach (int length in s_lengths)
            {
                all.Add(way, length, 0);
                all.Add(way, length, 700);
            }
        }

        return all;
    }

    [Theory]
    [MemberData(nameof(Lengths))]
    public async Task Every_length_is_written_whole_from_wherever_it_begins(string way, int length, int start)
    {
        byte[] content = Content(start + length);
        await File.WriteAllBytesAsync(Path, content[..start], Token);
        ReadOnlyMemory<byte> rest = content.AsMemory(start);
        var random = new Random(length);
        if (way is "Write" or "WriteAsync")
        {
            await using SequentialWriteStream stream = SequentialFile.Append(Path);
            while (!rest.IsEmpty)
            {
                ReadOnlyMemory<byte> piece = Take(ref rest, random.Next(700_000));
                if (way == "Write")
                {
                    stream.Write(piece.Span);
                }
                else
                {
                    await stream.WriteAsync(piece, Token);
                }
            }
        }
        else
        {
            await using BlockWriter writer = BlockWriter.Append(Path);
            var pipe = writer.AsPipeWriter();
            while (!rest.IsEmpty)
            {
                int wanted = random.Next(300_000);
                Memory<byte> room = way == "pipe" ? pipe.GetMemory(wanted) : writer.GetMemory(wanted);
                ReadOnlyMemory<byte> piece = Take(ref rest, random.Next(1, room.Length + 1));
                piece.CopyTo(room);
                if (way == "pipe")
                {
                    pipe.Advance(piece.Length);
                    await pipe.FlushAsync(Token);
                }
                else
                {
                    writer.Advance(piece.Length);
                }
            }

            if (way == "pipe")
            {
                await pipe.CompleteAsync();
            }
        }

        Assert.True((await File.ReadAllBytesAsync(Path, Token)).AsSpan().SequenceEqual(content));
    }

    public void Dispose() => _scratch.Dispose();

    private static ReadOnlyMemory<byte> Take(ref ReadOnlyMemory<byte> rest, int count)
    {
        ReadOnlyMemory<byte> piece = rest[..Math.Min(count, rest.Length)];
        rest = rest[piece.Length..];
        return piece;
    }

    private static byte[] Content(int length)
    {
        byte[] content = new byte[length];
        new Random(length).NextBytes(content);
        return content;
    }
}
