using Landspeed.Platform;
using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public class DeviceArraysTests
{
    private static readonly DeviceNumber s_device = new(9, 0);

    [Theory]
    [InlineData("raid0", "md raid0 of 4 devices (sda1, sdb1)")]
    [InlineData("raid5", "md raid5 of 4 devices (sda1, sdb1)")]
    [InlineData("raid1", null)]
    public void An_md_array_is_named_by_its_level_and_a_mirror_is_none(string level, string? words)
    {
        using SystemTree tree =
            Device("md0").With("/sys/devices/md0/md/level", level).With("/sys/devices/md0/md/raid_disks", "4")
            .With("/sys/devices/md0/slaves/sdb1/size", "1").With("/sys/devices/md0/slaves/sda1/size", "1");

        Assert.Equal(words, DeviceArrays.Of(tree.Files, s_device));
    }

    [Fact]
    public void A_disk_is_no_array()
    {
        using SystemTree tree = Device("vda").With("/sys/devices/vda/size", "1");

        Assert.Null(DeviceArrays.Of(tree.Files, s_device));
        Assert.Null(DeviceArrays.Of(tree.Files, new DeviceNumber(9, 1)));
    }

    [Fact]
    public void A_logical_volume_over_two_disks_is_an_array_and_one_over_two_partitions_of_a_disk_is_none()
    {
        using SystemTree two = Over("sda1", "sdb1");
        using SystemTree one = Over("sda1", "sda2");

        Assert.Equal(
            "device mapper over 2 disks (sda, sdb); the system does not say whether striped or joined",
            DeviceArrays.Of(two.Files, s_device));
        Assert.Null(DeviceArrays.Of(one.Files, s_device));
    }

    [Fact]
    public void Two_ways_to_one_disk_are_no_array()
    {
        using SystemTree tree = Over("sda", "sdb").With("/sys/devices/dm-0/dm/uuid", "mpath-3600508b4");

        Assert.Null(DeviceArrays.Of(tree.Files, s_device));
    }

    [Fact]
    public void An_encrypted_array_is_one()
    {
        using SystemTree tree = Device("dm-0").With("/sys/devices/dm-0/slaves/md0/size", "1")
            .With("/sys/devices/md0/md/level", "raid0").With("/sys/devices/md0/md/raid_disks", "2").WithLink("/sys/class/block/md0", "../../devices/md0");

        Assert.Equal("md raid0 of 2 devices", DeviceArrays.Of(tree.Files, s_device));
    }

    [Theory]
    [InlineData("raid0", "btrfs raid0 of 2 devices (vdb, vdc)")]
    [InlineData("single", null)]
    public void A_Btrfs_volume_is_an_array_where_its_data_is_striped(string profile, string? words)
    {
        using SystemTree tree = new SystemTree().With("/sys/fs/btrfs/0123/devices/vdb/size", "1").With("/sys/fs/btrfs/0123/devices/vdc/size", "1")
            .With($"/sys/fs/btrfs/0123/allocation/data/{profile}/total_bytes", "1");

        Assert.Equal(words, DeviceArrays.OfBtrfs(tree.Files, "vdb"));
    }

    private static SystemTree Over(params string[] members)
    {
        SystemTree tree = Device("dm-0");
        foreach (string member in members)
        {
            string disk = member[..3];
            string directory = member == disk ? disk : $"{disk}/{member}";
            tree = tree.With($"/sys/devices/dm-0/slaves/{member}/size", "1").With($"/sys/devices/{directory}/size", "1").WithLink($"/sys/class/block/{member}", $"../../devices/{directory}");
            tree = member == disk ? tree : tree.With($"/sys/devices/{directory}/partition", "1");
        }

        return tree;
    }

    private static SystemTree Device(string name) => new SystemTree().WithLink($"/sys/dev/block/{s_device}", $"../../devices/{name}");
}
