using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Streams.Direct;
using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Direct;

/// <summary>Without a mode: what is in the page cache comes from there, the rest past it.</summary>
public sealed class DirectFileCacheTests : IDisposable
{
    private const int Length = 3_000_001;
    private const int Page = 4096;

    private readonly ScratchDirectory _scratch = new();
    private readonly byte[] _content = new byte[Length];

    public DirectFileCacheTests()
    {
        new Random(7).NextBytes(_content);
        File.WriteAllBytes(Path, _content);
    }

    private static CancellationToken Token => TestContext.Current.CancellationToken;

    private string Path => _scratch.File("file");

    [Fact]
    public async Task Cached_bytes_need_no_engine()
    {
        await using DirectFile file = DirectFile.OpenRead(Path);
        byte[] memory = new byte[70_000];
        foreach (int offset in new[] { 0, 1, Page, 1_234_567, Length - 70_000 })
        {
            Assert.Equal(memory.Length, await file.ReadAsync(memory, offset, Token));
            Assert.True(memory.AsSpan().SequenceEqual(_content.AsSpan(offset, memory.Length)));
            Assert.Equal(1000, file.Read(memory.AsSpan(0, 1000), offset));
            Assert.True(memory.AsSpan(0, 1000).SequenceEqual(_content.AsSpan(offset, 1000)));
        }

        Assert.Equal(5, file.Read(memory, Length - 5));
        Assert.Equal(0, file.Read(memory, Length));
        Assert.Equal(0, await file.ReadAsync(memory, long.MaxValue - 3, Token));
        Assert.Null(file.Engine);
    }

    [Theory]
    [InlineData(Page)]
    [InlineData(300_000)]
    public async Task What_is_not_there_is_read_past_the_page_cache(int size)
    {
        Drop();
        await using DirectFile file = DirectFile.OpenRead(Path);
        byte[] memory = new byte[size];
        for (int offset = 0; offset < Length; offset += size)
        {
            int count = await file.ReadAsync(memory, offset, Token);
            Assert.True(memory.AsSpan(0, count).SequenceEqual(_content.AsSpan(offset, count)));
            Assert.Equal(Math.Min(size, Length - offset), file.Read(memory, offset));
        }

        Assert.NotNull(file.Engine);
        Assert.Equal(IoMode.Direct, file.EffectiveMode);
        Assert.Equal(0, Resident());
    }

    // Each page that is there tempts the next look, which finds nothing.
    [Theory]
    [InlineData(1)]
    [InlineData(4095)]
    [InlineData(524_288)]
    [InlineData(524_289)]
    public void Up_to_512_KiB_are_read_through_the_page_cache_until_something_is_written(int length)
    {
        bool isShort = length <= 524_288;
        string path = _scratch.CreateFile("file", length);
        byte[] bytes = File.ReadAllBytes(path);
        using StorageFile file = StorageFile.Open(path);
        PageCache.Drop(file, Token);
        byte[] read = new byte[length + 10];
        using DirectFile direct = DirectFile.Open(path);

        Assert.Equal(length, direct.Read(read, 0));
        Assert.Equal(bytes, read[..length]);
        Assert.Equal(new byte[10], read[length..]);
        Assert.Equal(1, direct.Read(read, length - 1));
        Assert.Equal(0, direct.Read(read, length));
        Assert.Equal(0, direct.Read(read, long.MaxValue));
        Assert.Equal(isShort, PageResidency.Measure(file, 0, length).ResidentBytes > 0);

        direct.Write(bytes, length);
        Assert.Equal(2 * length, direct.Read(read = new byte[(2 * length) + 1], 0));
        Assert.Equal([.. bytes, .. bytes], read[..^1]);
    }

    [Fact]
    public void A_file_of_which_every_other_page_is_there_is_read_right_and_the_rest_stays_out()
    {
        Drop();
        using (FileStream other = File.OpenRead(Path))
        {
            NativePlatform.Files.Advise(other.SafeFileHandle, 0, 0, AccessAdvice.Random);
            for (int offset = 0; offset < Length; offset += 2 * Page)
            {
                RandomAccess.Read(other.SafeFileHandle, new byte[1], offset);
            }
        }

        long before = Resident();
        using DirectFile file = DirectFile.OpenRead(Path);
        byte[] memory = new byte[Page];
        for (int offset = 0; offset < Length; offset += Page)
        {
            int count = file.Read(memory, offset);
            Assert.True(memory.AsSpan(0, count).SequenceEqual(_content.AsSpan(offset, count)));
        }

        Assert.InRange(before, 1, Length - (Length / 3));
        Assert.Equal(before, Resident());
    }

    [Fact]
    public async Task What_was_written_is_what_is_read()
    {
        await using DirectFile file = DirectFile.Open(Path);
        var random = new Random(8);
        for (int round = 0; round < 300; round++)
        {
            int offset = random.Next(Length + 5000);
            int length = random.Next(1, 9000);
            byte[] piece = new byte[length];
            random.NextBytes(piece);
            if (random.Next(2) == 0)
            {
                file.Write(piece, offset);
            }
            else
            {
                await file.WriteAsync(piece, offset, Token);
            }

            byte[] back = new byte[length];
            int count = random.Next(2) == 0 ? file.Read(back, offset) : await file.ReadAsync(back, offset, Token);
            Assert.Equal(length, count);
            Assert.True(back.AsSpan().SequenceEqual(piece));
            if (file.Length > Length)
            {
                file.SetLength(Length);
            }
        }
    }

    [Fact]
    public void The_mode_is_known_before_the_first_transfer()
    {
        using DirectFile file = DirectFile.OpenRead(Path);
        Assert.Equal(IoMode.Direct, file.EffectiveMode);
        Assert.Null(file.ModeReason);
        file.Dispose();
        Assert.Equal(IoMode.Direct, file.EffectiveMode);
    }

    [Fact]
    public void A_closed_file_that_was_never_used_says_so()
    {
        DirectFile file = DirectFile.OpenRead(Path);
        file.Dispose();
        Assert.Throws<ObjectDisposedException>(() => file.EffectiveMode);
        Assert.Throws<ObjectDisposedException>(() => file.Read(new byte[1], 0));
    }

    [Fact]
    public void Looks_become_rare_in_vain_and_come_back_with_the_first_hit()
    {
        CacheChance chance = default;
        int looks = 0;
        for (int read = 0; read < 1000; read++)
        {
            if (chance.Take() == CacheLook.Ask)
            {
                looks++;
                chance.Missed();
            }
        }

        Assert.InRange(looks, 15, 25);
        while (chance.Take() == CacheLook.Skip)
        {
        }

        for (int hit = 0; hit < 16; hit++)
        {
            chance.Found();
            Assert.Equal(hit < 15 ? CacheLook.Ask : CacheLook.Read, chance.Take());
        }

        chance.Missed();
        Assert.Equal(CacheLook.Skip, chance.Take());
        Assert.Equal(CacheLook.Ask, chance.Take());
    }

    public void Dispose() => _scratch.Dispose();

    private void Drop()
    {
        using StorageFile file = StorageFile.Open(Path);
        PageCache.Drop(file);
        Capability.Require("a file system that drops pages", Resident() == 0);
    }

    private long Resident()
    {
        using StorageFile file = StorageFile.Open(Path);
        return PageResidency.Measure(file, 0, Length).ResidentBytes ?? 0;
    }
}
