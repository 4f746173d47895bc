using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Volumes;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Volumes;

public sealed class ImageVolumeTests : IDisposable
{
    private const long MiB = 1 << 20;

    private readonly ScratchDirectory _scratch = new();

    private FilePath Place => FilePath.FromText(_scratch.Path);

    public static TheoryData<ImageFileSystem, long> FileSystems => new()
    {
        { ImageFileSystem.Ext4, 64 * MiB },
        { ImageFileSystem.Xfs, 300 * MiB },
        { ImageFileSystem.Btrfs, 128 * MiB },
    };

    [Theory]
    [MemberData(nameof(FileSystems))]
    public void A_volume_of_ones_own_holds_files_and_is_gone_afterwards(ImageFileSystem fileSystem, long size)
    {
        Capability.RequireRoot();
        var options = new ImageOptions(size, fileSystem);
        Assert.Equal(0, ImageVolume.Check(Place, options).Directories);

        string root, loop;
        using (var volume = ImageVolume.Begin(Place))
        {
            volume.Fill(options, ProgressMonitor.None);
            root = volume.Root.Text;
            Assert.Equal(fileSystem.ToString(), Command.Shell($"stat -f -c %T '{root}'").Trim() is var type && type == "ext2/ext3" ? "Ext4" : Capitalised(type));
            loop = Command.Shell($"findmnt -n -o SOURCE '{root}'").Trim();
            Assert.Equal("1", Command.Shell($"cat /sys/block/{Path.GetFileName(loop)}/loop/dio").Trim());
            File.WriteAllBytes(Path.Combine(root, "file"), new byte[1000]);
            Assert.True(volume.Cost is { Through.Median: > 0, Beside.Median: > 0 });
            Assert.Contains(" beside it, ", Assert.Single(volume.Cost.Conclusions).Text, StringComparison.Ordinal);
            Assert.Equal(["file"], Directory.GetFiles(root).Select(Path.GetFileName));
        }

        AssertNothingIsLeft(loop);
    }

    [Fact]
    public void A_volume_on_which_a_file_is_open_goes_with_that_file()
    {
        Capability.RequireRoot();
        var volume = ImageVolume.Begin(Place);
        volume.Fill(new ImageOptions(64 * MiB, ImageFileSystem.Ext4), ProgressMonitor.None);
        string loop = Command.Shell($"findmnt -n -o SOURCE '{volume.Root.Text}'").Trim();
        using (File.Create(Path.Combine(volume.Root.Text, "open")))
        {
            volume.Dispose();
            volume.Dispose();
            Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        }

        AssertNothingIsLeft(loop);
    }

    [Theory]
    [InlineData("exec sleep 600")]
    [InlineData("sleep 600")]
    public async Task Whoever_stops_the_run_need_not_wait_for_the_program_that_makes_the_file_system(string script)
    {
        string program = _scratch.File("mkfs");
        string began = _scratch.File("began");
        Command.MakeScript(program, $": > '{began}'\n{script}");
        using var stop = CancellationTokenSource.CreateLinkedTokenSource(TestContext.Current.CancellationToken);
        Task making = Task.Run(() => FileSystemMaker.Of(ImageFileSystem.Ext4).Make(program, Place, stop.Token), CancellationToken.None);
        Assert.True(SpinWait.SpinUntil(() => File.Exists(began), TimeSpan.FromSeconds(60)));

        await stop.CancelAsync();

        await Assert.ThrowsAnyAsync<OperationCanceledException>(() => making.WaitAsync(TimeSpan.FromSeconds(60), CancellationToken.None));
    }

    [Fact]
    public void A_volume_whose_directory_was_moved_is_unmounted_where_it_is()
    {
        Capability.RequireRoot();
        var volume = ImageVolume.Begin(Place);
        volume.Fill(new ImageOptions(64 * MiB, ImageFileSystem.Ext4), ProgressMonitor.None);
        string moved = _scratch.File("moved");
        Directory.Move(Path.GetDirectoryName(volume.Root.Text)!, moved);

        volume.Dispose();

        Assert.Equal(string.Empty, Command.Shell($"grep ' {moved}/mounted ' /proc/self/mountinfo || true"));
        Assert.True(File.Exists(Path.Combine(moved, "volume")));
    }

    [Fact]
    public void What_a_killed_run_left_mounted_is_unmounted_and_removed_by_the_next()
    {
        Capability.RequireRoot();
        string left = _scratch.File("landspeed-image-0123456789abcdef");
        string loop = LeaveMounted(left);

        TrialLeftovers found = ImageVolume.Check(Place, new ImageOptions(64 * MiB, ImageFileSystem.Ext4));
        Assert.Equal(1, found.Directories);
        Assert.InRange(found.Bytes, 16 * MiB, 17 * MiB);
        found.Remove();

        AssertNothingIsLeft(loop);
    }

    [Fact]
    public void Somebodys_volume_that_is_mounted_in_a_leftover_stays()
    {
        Capability.RequireRoot();
        string left = _scratch.File("landspeed-image-0123456789abcdef");
        Directory.CreateDirectory(Path.Combine(left, "mounted"));
        Mark(left);
        File.WriteAllText(Path.Combine(left, "volume"), "an image");
        using var volume = new TestVolume("ext4", "64M");
        File.WriteAllText(volume.File("precious"), "precious");
        Command.Shell($"mount --bind '{volume.Path}' '{left}/mounted'");
        try
        {
            TrialLeftovers.Find(Place).Remove();

            Assert.Equal("precious", File.ReadAllText(Path.Combine(left, "mounted", "precious")));
        }
        finally
        {
            Command.Shell($"umount '{left}/mounted'");
        }
    }

    [Theory]
    [InlineData(new[] { 990e6, 1000e6, 1010e6, 1000e6, 1000e6 }, "1,000 MB/s beside it, equal within 5 %.")]
    [InlineData(new[] { 490e6, 500e6, 510e6, 500e6, 500e6 }, "1,000 MB/s beside it, 0.50 times as fast.")]
    [InlineData(new[] { 100e6, 500e6, 1000e6, 1500e6, 2000e6 }, "1,000 MB/s beside it, and the cost of the loop device is inconclusive after 5 runs; not even 1,000 would decide.")]
    public void What_the_loop_device_costs_is_said_as_far_as_it_is_told(double[] through, string end)
    {
        var cost = new LoopCost(MedianInterval.Of(through), MedianInterval.Of([1000e6, 1000e6, 1000e6, 1000e6, 1000e6]));

        Assert.EndsWith(end, Assert.Single(cost.Conclusions).Text, StringComparison.Ordinal);
        Assert.Empty(LoopCost.Unknown.Conclusions);
    }

    [Theory]
    [InlineData(ImageFileSystem.Ext4, "16 MiB")]
    [InlineData(ImageFileSystem.Xfs, "300 MiB")]
    [InlineData(ImageFileSystem.Btrfs, "128 MiB")]
    public void A_volume_below_the_least_size_of_its_file_system_is_refused(ImageFileSystem fileSystem, string least)
    {
        var refused = Assert.Throws<ExperimentException>(() => ImageVolume.Check(Place, new ImageOptions(15 * MiB, fileSystem)));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Equal($"--image 15 MiB is too small: {fileSystem.ToString().ToLowerInvariant()} needs {least}", refused.Message);
    }

    [Fact]
    public void A_volume_that_does_not_fit_is_refused()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("tmpfs", "32M");

        var refused = Assert.Throws<ExperimentException>(
            () => ImageVolume.Check(FilePath.FromText(volume.Path), new ImageOptions(64 * MiB, ImageFileSystem.Ext4)));

        Assert.Equal(Outcome.OutOfSpace, refused.Outcome);
        Assert.Contains("give a smaller --image", refused.Message, StringComparison.Ordinal);
    }

    public void Dispose() => _scratch.Dispose();

    private static string Capitalised(string word) => char.ToUpperInvariant(word[0]) + word[1..];

    private static void Mark(string path)
    {
        Assert.True(NativePlatform.Trees.OpenDirectory(FilePath.FromText(path), out SafeFileHandle? directory).Succeeded);
        using (directory)
        {
            Assert.True(OwnershipMark.TryMarkDirectory(directory!));
        }
    }

    // As a killed run does: the lock went with the process, mark and mount stay.
    private static string LeaveMounted(string path)
    {
        Directory.CreateDirectory(Path.Combine(path, "mounted"));
        Mark(path);
        Command.Shell($"fallocate -l 16M '{path}/volume' && mkfs.ext4 -q -E nodiscard '{path}/volume' && mount -o loop '{path}/volume' '{path}/mounted'");
        return Command.Shell($"findmnt -n -o SOURCE '{path}/mounted'").Trim();
    }

    private void AssertNothingIsLeft(string loop)
    {
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        string medium = $"/sys/block/{Path.GetFileName(loop)}/loop/backing_file";
        Assert.True(SpinWait.SpinUntil(
            () => !File.Exists(medium) || !File.ReadAllText(medium).StartsWith(_scratch.Path, StringComparison.Ordinal), TimeSpan.FromSeconds(20)));
    }
}
