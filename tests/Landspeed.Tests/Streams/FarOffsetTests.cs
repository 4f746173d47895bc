using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>Offsets far beyond the end of a file, up to the greatest one.</summary>
public sealed class FarOffsetTests : IDisposable
{
    private const int ThreeMiB = 3 << 20;

    private readonly ScratchDirectory _scratch = new();

    public static TheoryData<IoMode?> Modes => [IoMode.Direct, IoMode.Buffered, (IoMode?)null];

    [Theory]
    [MemberData(nameof(Modes))]
    public async Task An_empty_file_ends_at_the_greatest_offset_too(IoMode? mode)
    {
        string path = _scratch.CreateFile("empty", 0);
        foreach (long offset in (long[])[long.MaxValue, long.MaxValue - 1, long.MaxValue - 65_536])
        {
            await using SequentialReadStream stream = SequentialFile.OpenRead(path, new() { Mode = mode });
            stream.Position = offset;

            Assert.Equal(0, await stream.ReadAsync(new byte[10], TestContext.Current.CancellationToken));
            Assert.Equal(-1, stream.ReadByte());
            Assert.Equal(offset, stream.Position);
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_write_behind_the_greatest_offset_is_refused_and_harms_nothing(IoMode? mode)
    {
        string path = _scratch.File("a");
        foreach (long offset in (long[])[long.MaxValue, long.MaxValue - 1, long.MaxValue - (2 << 20)])
        {
            using (SequentialWriteStream stream = SequentialFile.Create(path, new() { Mode = mode }))
            {
                stream.Write("before"u8);
                stream.Position = offset;
                var refused = Assert.Throws<NativeIOException>(() => stream.Write(new byte[ThreeMiB]));
                Assert.Equal(NativeErrorKind.FileTooLarge, refused.Error.Kind);
            }

            Assert.Equal("before", File.ReadAllText(path));
        }
    }

    [Theory]
    [MemberData(nameof(Modes))]
    public void A_gap_wider_than_the_volume_stays_a_hole(IoMode? mode)
    {
        string path = _scratch.File("a");
        long offset = new DriveInfo(_scratch.Path).TotalSize * 2;
        byte[] bytes = new byte[ThreeMiB];
        new Random(1).NextBytes(bytes);
        using (SequentialWriteStream stream = SequentialFile.Create(path, new() { Mode = mode }))
        {
            stream.Write("before"u8);
            stream.Position = offset;
            stream.Write(bytes);
        }

        using FileStream written = File.OpenRead(path);
        byte[] read = new byte[ThreeMiB];
        written.Position = offset;
        written.ReadExactly(read);
        Assert.True(read.AsSpan().SequenceEqual(bytes));
        Assert.Equal(offset + ThreeMiB, written.Length);
    }

    public void Dispose() => _scratch.Dispose();
}
