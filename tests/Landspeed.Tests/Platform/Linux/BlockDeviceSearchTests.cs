using Landspeed.Platform;
using Landspeed.Platform.Linux;
using Landspeed.Testing;

namespace Landspeed.Tests.Platform.Linux;

public class BlockDeviceSearchTests
{
    [Theory]
    [InlineData("tmpfs", "none", "tmpfs keeps files in memory", false, true)]
    [InlineData("nfs4", "server:/export", "nfs4 keeps files on another machine", true, false)]
    [InlineData("fuse.sshfs", "host:", "fuse.sshfs is served by a program, which may keep files anywhere", true, false)]
    [InlineData("overlay", "overlay", "overlay keeps files on another file system, which it does not name", false, false)]
    [InlineData("novelfs", "what", "novelfs names no block device", false, false)]
    public void A_file_system_without_device_says_why(string type, string source, string reason, bool served, bool isInMemory)
    {
        using var tree = new SystemTree();
        BlockDeviceLocation found = BlockDeviceSearch.Find(tree.Files, new DeviceNumber(0, 40), Mount(type, source));
        Assert.Equal(new BlockDeviceLocation(null, null, reason, served, isInMemory, type == "nfs4" ? "/mnt" : null), found);
    }

    [Fact]
    public void An_anonymous_device_is_found_through_the_source_of_its_mount()
    {
        using SystemTree tree = Disk();
        BlockDeviceLocation found = BlockDeviceSearch.Find(tree.Files, new DeviceNumber(0, 40), Mount("btrfs", "/dev/vdb1"));
        Assert.Equal(new BlockDeviceLocation(new DeviceNumber(254, 17), "vdb1", null), found);
    }

    [Fact]
    public void A_volume_over_two_devices_has_no_single_counter()
    {
        using SystemTree tree = Disk()
            .With("/sys/fs/btrfs/0123/devices/vdb1/size", "1").With("/sys/fs/btrfs/0123/devices/vdc/size", "1");

        BlockDeviceLocation found = BlockDeviceSearch.Find(tree.Files, new DeviceNumber(0, 40), Mount("btrfs", "/dev/vdb1"));

        Assert.Null(found.Device);
        Assert.Contains("2 devices", found.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_partition_takes_its_queue_from_the_whole_disk()
    {
        using SystemTree tree = Disk();
        Assert.Equal("/sys/devices/pci/block/vdb", BlockDevices.DiskDirectory(tree.Files, new DeviceNumber(254, 17)));
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void A_real_file_system_on_a_loop_device_is_found_and_counted(string type)
    {
        Capability.RequireRoot();
        using var volume = new TestVolume(type);
        File.WriteAllText(volume.File("a"), "a");

        BlockDeviceLocation found = Find(volume.File("a"));

        Assert.StartsWith("loop", found.Name, StringComparison.Ordinal);
        Assert.True(NativePlatform.Counters.Device(found.Device!.Value, out _).Succeeded);
        Assert.EndsWith(
            "volume.img", NativePlatform.Host.BackingFile(found.Device.Value)!.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_real_tmpfs_has_no_device()
    {
        Capability.RequireRoot();
        using var volume = new TestVolume("tmpfs");
        Assert.Equal(
            new BlockDeviceLocation(null, null, "tmpfs keeps files in memory", IsInMemory: true),
            Find(volume.Path));
    }

    private static BlockDeviceLocation Find(string path)
    {
        NativeFile.Succeeds(NativePlatform.Files.StatusOf(FilePath.FromText(path), out FileStatus status));
        return NativePlatform.Host.BlockDevice(status);
    }

    private static SystemTree Disk() => new SystemTree()
        .With("/sys/devices/pci/block/vdb/vdb1/partition", "1")
        .With("/sys/devices/pci/block/vdb/vdb1/dev", "254:17")
        .WithLink("/sys/dev/block/254:17", "../../devices/pci/block/vdb/vdb1")
        .WithLink("/sys/class/block/vdb1", "../../devices/pci/block/vdb/vdb1");

    private static MountEntry Mount(string type, string source) =>
        new(1, new DeviceNumber(0, 40), "/mnt", "rw", type, source, "rw");
}
