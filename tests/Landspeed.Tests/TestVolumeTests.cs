using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Tests;

public class TestVolumeTests
{
    [Fact]
    public void It_is_made_beside_one_whose_file_has_lost_its_file_system()
    {
        using var scratch = new ScratchDirectory();
        string backing = Directory.CreateDirectory(scratch.File("backing")).FullName;
        string mounted = Directory.CreateDirectory(scratch.File("mounted")).FullName;
        Command.Shell(
            $"truncate -s 16M '{backing}/image' && PATH=$PATH:/usr/sbin:/sbin mkfs.ext4 -q '{backing}/image'");
        using var mount = new FaultMount(backing);
        Command.Shell($"mount -o loop '{mount.Path}/image' '{mounted}'");
        try
        {
            Assert.Equal(0, Command.Run("pkill", ["-KILL", "-f", $"{mount.Path} "]).ExitCode);
            Assert.False(Directory.Exists(mount.Path));

            using var volume = new TestVolume("btrfs", "128M");

            File.WriteAllText(volume.File("file"), "text");
        }
        finally
        {
            Command.Run("umount", ["-l", mounted]);
        }
    }
}
