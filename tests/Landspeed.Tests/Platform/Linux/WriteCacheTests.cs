using Landspeed.Platform;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public class WriteCacheTests
{
    private static readonly FileStatus s_status = default(FileStatus) with { Device = new DeviceNumber(9, 0) };

    [Theory]
    [InlineData("write back", "1", true, true)]
    [InlineData("write through", "0", false, false)]
    [InlineData("something new", "", null, null)]
    public void A_disk_has_the_cache_that_the_kernel_reports(string cache, string forced, bool? isVolatile, bool? has)
    {
        using SystemTree tree = Device("vda/vda1").With("/sys/devices/vda/vda1/partition", "1")
            .With("/sys/devices/vda/dev", "254:0").With("/sys/devices/vda/queue/write_cache", $"{cache}\n")
            .With("/sys/devices/vda/queue/fua", $"{forced}\n");

        Assert.Equal([new DiskCache("vda", new DeviceNumber(254, 0), isVolatile, has)], Caches(tree));
    }

    [Fact]
    public void A_logical_volume_over_two_disks_has_the_cache_of_each()
    {
        using SystemTree tree = Device("dm-0")
            .With("/sys/devices/dm-0/slaves/sda1/size", "1").With("/sys/devices/dm-0/slaves/sdb/size", "1")
            .WithLink("/sys/class/block/sda1", "../../devices/sda/sda1").With("/sys/devices/sda/sda1/partition", "1")
            .WithLink("/sys/class/block/sdb", "../../devices/sdb").With("/sys/devices/sdb/size", "1")
            .With("/sys/devices/sda/queue/write_cache", "write through");

        Assert.Equal(
            [("sda", false), ("sdb", (bool?)null)],
            Caches(tree).OrderBy(disk => disk.Name).Select(disk => (disk.Name, disk.IsVolatile)));
    }

    [Fact]
    public void A_Btrfs_volume_has_the_cache_of_each_of_its_devices()
    {
        using SystemTree tree = new SystemTree()
            .With("/proc/self/mountinfo", "31 23 9:0 / /mnt rw - btrfs /dev/vdb rw\n")
            .With("/sys/fs/btrfs/0123/devices/vdb/size", "1").With("/sys/fs/btrfs/0123/devices/vdc/size", "1")
            .WithLink("/sys/class/block/vdb", "../../devices/vdb").WithLink("/sys/class/block/vdc", "../../devices/vdc")
            .With("/sys/devices/vdb/queue/write_cache", "write back")
            .With("/sys/devices/vdc/queue/write_cache", "write through");

        Assert.Equal(
            [("vdb", true), ("vdc", (bool?)false)],
            Caches(tree).OrderBy(disk => disk.Name).Select(disk => (disk.Name, disk.IsVolatile)));
    }

    [Fact]
    public void A_file_system_without_a_block_device_has_no_cache()
    {
        using SystemTree tree = new SystemTree()
            .With("/proc/self/mountinfo", "31 23 9:0 / /mnt rw - tmpfs none rw\n");
        Assert.Empty(Caches(tree));
    }

    private static IReadOnlyList<DiskCache> Caches(SystemTree tree) =>
        new LinuxHostCalls(tree.Files, () => new ProcessorIdentity(null, null)).WriteCaches(s_status);

    private static SystemTree Device(string path) =>
        new SystemTree().WithLink($"/sys/dev/block/{s_status.Device}", $"../../devices/{path}");
}
