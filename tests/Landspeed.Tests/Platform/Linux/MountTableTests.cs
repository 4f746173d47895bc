using Landspeed.Platform.Linux;

namespace Landspeed.Tests.Platform.Linux;

public class MountTableTests
{
    private const string Table =
        "27 1 254:0 / / rw,relatime - ext4 /dev/vda rw,discard\n" +
        "31 27 0:40 / /mnt/with\\040space rw shared:1 master:2 - tmpfs none rw,size=4k\n" +
        "32 27 0:41 / /mnt rw - btrfs /dev/vdb rw\n" +
        "33 27 0:42 / /mnt rw - xfs /dev/vdc rw\n" +
        "what is this\n";

    [Theory]
    [InlineData(32UL, "/elsewhere", "btrfs")]
    [InlineData(0UL, "/mnt/with space/a", "tmpfs")]
    [InlineData(0UL, "/mnt/with spaces", "xfs")]
    [InlineData(0UL, "/mntx", "ext4")]
    [InlineData(99UL, "/", "ext4")]
    public void A_mount_is_found_by_number_else_by_the_longest_and_latest_prefix(ulong id, string path, string type)
    {
        using SystemTree tree = new SystemTree().With("/proc/self/mountinfo", Table);
        Assert.Equal(type, MountTable.Read(tree.Files).Find(id, path)!.FileSystem);
    }

    [Fact]
    public void Options_of_mount_and_volume_are_joined_once_each()
    {
        using SystemTree tree = new SystemTree().With("/proc/self/mountinfo", Table);
        Assert.Equal("rw,relatime,discard", MountTable.Read(tree.Files).Find(27, "/")!.AllOptions);
    }
}
