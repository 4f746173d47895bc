using Landspeed.Platform;
using Landspeed.Testing;
using Landspeed.Testing.Faults;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class FlushRulesTests(Files.TestVolumes volumes)
{
    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void One_flush_is_enough_on_the_file_systems_of_this_kernel(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);

        Assert.Equal(VolumeFlush.Whole, Of(scratch.Path));
    }

    [Fact]
    public void On_FUSE_each_file_is_flushed()
    {
        using FaultStage stage = FaultStage.OnMount();

        Assert.Equal(VolumeFlush.Each, Of(stage.Root));
    }

    [Theory]
    [InlineData("", false)]
    [InlineData(",volatile", true)]
    public void An_overlay_flushes_unless_it_is_volatile(string option, bool isVolatile)
    {
        using var layers = new TestVolume("tmpfs");
        Command.Shell($"cd '{layers.Path}' && mkdir l u w m && mount -t overlay -o lowerdir=l,upperdir=u,workdir=w{option} none m");
        try
        {
            Assert.Equal(isVolatile ? VolumeFlush.Nothing : VolumeFlush.Whole, Of(layers.File("m")));
        }
        finally
        {
            Command.Shell($"umount '{layers.File("m")}'");
        }
    }

    private static VolumeFlush Of(string directory)
    {
        Assert.True(NativePlatform.Trees.OpenDirectory(FilePath.FromText(directory), out SafeFileHandle? handle).Succeeded);
        using (handle)
        {
            Assert.True(NativePlatform.Files.Volume(handle!, out VolumeStatus volume).Succeeded);
            Assert.True(NativePlatform.Files.Status(handle!, out FileStatus status).Succeeded);
            return NativePlatform.Host.FlushOf(volume, status);
        }
    }
}
