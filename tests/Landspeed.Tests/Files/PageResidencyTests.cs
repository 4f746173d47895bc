using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public class PageResidencyTests(TestVolumes volumes)
{
    private const int MiB = 1024 * 1024;
    private const uint Nobody = 65534;

    [Theory]
    [MemberData(nameof(TestVolumes.All), MemberType = typeof(TestVolumes))]
    public void Statistics_and_mapping_agree_on_what_was_read(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        scratch.CreateFile("a", (4 * MiB) + 100);
        using StorageFile file = Opened.ReadWrite(scratch.FilePath("a"));
        PageCache.Drop(file, TestContext.Current.CancellationToken);
        NativePlatform.Files.Advise(file.Handle, 0, 0, AccessAdvice.Random);
        RandomAccess.Read(file.Handle, new byte[MiB], MiB);
        RandomAccess.Read(file.Handle, new byte[100], 4 * MiB);

        foreach ((long offset, long length) in new (long, long)[]
            { (0, 5 * MiB), (0, MiB), (MiB, MiB), (MiB + 4096, 8192), (2 * MiB, MiB), (4 * MiB, 100), (4 * MiB, 4096) })
        {
            Residency residency = PageResidency.Measure(file, offset, length);
            long within = Math.Min(length, file.Length - offset);
            Residency mapping = PageResidency.MeasureByMapping(file, offset, within, "test");

            Assert.Equal(ResidencyMethod.CacheStatistics, residency.Method);
            Assert.Equal(ResidencyMethod.Mapping, mapping.Method);
            Assert.Equal(residency.ResidentBytes, mapping.ResidentBytes);
        }

        if (volume != "tmpfs")
        {
            Assert.Equal(MiB, PageResidency.Measure(file, MiB, MiB).ResidentBytes);
            Assert.Equal(0, PageResidency.Measure(file, 2 * MiB, MiB).ResidentBytes);
            Assert.Equal(100, PageResidency.Measure(file, 4 * MiB, MiB).ResidentBytes);
        }
    }

    [Fact]
    public void The_pages_of_a_file_on_an_overlay_are_those_of_the_file_below()
    {
        using var layers = new TestVolume("tmpfs");
        Command.Shell(
            $"cd '{layers.Path}' && mkdir l u w m && mount -t overlay -o lowerdir=l,upperdir=u,workdir=w none m");
        try
        {
            string path = layers.File("m/a");
            File.WriteAllBytes(path, new byte[MiB]);
            using StorageFile file = Opened.ReadWrite(FilePath.FromText(path));
            Residency residency = PageResidency.Measure(file, 0, MiB);

            Assert.Equal(MiB, residency.ResidentBytes);
            Assert.Null(residency.DirtyBytes);
        }
        finally
        {
            Command.Shell($"umount '{layers.File("m")}'");
        }
    }

    [Theory]
    [InlineData("scratch")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Written_data_is_dirty_until_it_is_flushed(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile file = Opened.New(scratch.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[MiB], 0);

        Residency before = PageResidency.Measure(file, 0, MiB);
        Durability.Flush(file, FlushScope.Data);
        Residency after = PageResidency.Measure(file, 0, MiB);

        Assert.Equal(MiB, before.ResidentBytes);
        Assert.Equal(MiB, before.DirtyBytes + before.WritebackBytes);
        Assert.Equal(MiB, after.ResidentBytes);
        Assert.Equal(0, after.DirtyBytes);
    }

    [Theory]
    [InlineData("scratch")]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void A_drop_leaves_nothing_even_of_dirty_data(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile file = Opened.New(scratch.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[4 * MiB], 0);
        using StorageFile reader = Opened.Read(scratch.FilePath("a"));

        CacheDrop drop = PageCache.Drop(reader, TestContext.Current.CancellationToken);

        Assert.Equal(4 * MiB, drop.Before.ResidentBytes);
        Assert.Equal(0, drop.After.ResidentBytes);
        Assert.True(drop.IsComplete);
        Assert.Equal(new byte[4 * MiB], File.ReadAllBytes(scratch.File("a")));
    }

    [Fact]
    public void Pages_that_read_ahead_is_still_fetching_are_waited_for()
    {
        using var scratch = new ScratchDirectory();
        using StorageFile file = Opened.Read(FilePath.FromText(scratch.CreateFile("a", 64 << 20)));
        byte[] buffer = new byte[1 << 20];
        for (int round = 0; round < 20; round++)
        {
            PageCache.Drop(file, TestContext.Current.CancellationToken);
            for (int step = 0; step <= round; step++)
            {
                RandomAccess.Read(file.Handle, buffer, step * (long)buffer.Length);
            }

            Assert.Equal(0, PageCache.Drop(file, TestContext.Current.CancellationToken).After.ResidentBytes);
        }
    }

    [Fact]
    public void A_drop_tells_what_stayed()
    {
        using ScratchDirectory scratch = volumes.Directory("tmpfs");
        scratch.CreateFile("a", MiB);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        CacheDrop drop = PageCache.Drop(file, TestContext.Current.CancellationToken);

        Assert.False(drop.IsComplete);
        Assert.Equal(MiB, drop.After.ResidentBytes);
        Assert.Equal(1, drop.AttemptCount);
    }

    [Fact]
    public void Ranges_out_of_the_file_count_nothing_and_negative_ones_are_refused()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", 100);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        Assert.Equal(0, PageResidency.Measure(file, 100, 10).ResidentBytes);
        Assert.Equal(0, PageResidency.Measure(file, 0, 0).ResidentBytes);
        Assert.Equal(100, PageResidency.Measure(file, 0, long.MaxValue).ResidentBytes);
        Assert.Throws<ArgumentOutOfRangeException>(() => PageResidency.Measure(file, -1, 10));
        Assert.Throws<ArgumentOutOfRangeException>(() => PageResidency.Measure(file, 0, -1));
    }

    [Fact]
    public void On_a_file_that_the_user_may_only_read_the_answer_is_unknown()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("a", MiB);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));
        Residency residency = default;

        // The file system identity belongs to the thread, which ends with it.
        var thread = new Thread(() =>
        {
            _ = SetFileSystemUser(Nobody);
            residency = PageResidency.Measure(file, 0, MiB);
        });
        thread.Start();
        thread.Join();

        Assert.False(residency.IsKnown);
        Assert.Equal(ResidencyMethod.None, residency.Method);
        Assert.Contains("EPERM", residency.UnknownReason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_mapping_larger_than_a_window_is_counted_in_pieces()
    {
        using var scratch = new ScratchDirectory();
        using StorageFile file = Opened.New(scratch.FilePath("a"));
        Preallocation.SetLengthOnly(file, 600L * MiB);
        RandomAccess.Write(file.Handle, new byte[8192], (256L * MiB) - 4096);
        RandomAccess.Write(file.Handle, new byte[4096], (600L * MiB) - 4096);

        Assert.Equal(12288, PageResidency.MeasureByMapping(file, 0, 600L * MiB, "test").ResidentBytes);
        Assert.Equal(12288, PageResidency.Measure(file, 0, 600L * MiB).ResidentBytes);
    }

    [DllImport("libc", EntryPoint = "setfsuid")]
    private static extern int SetFileSystemUser(uint user);
}
