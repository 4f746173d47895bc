using Landspeed.Files;
using Landspeed.Testing;

namespace Landspeed.Tests.Files;

public sealed class FileIdentityTests : IDisposable
{
    // No other test uses it: its inodes go from a removed file to the next one made.
    private readonly TestVolume _volume = new("ext4", "32M");

    [Fact]
    public void A_file_that_got_the_inode_of_one_that_is_gone_is_another_file()
    {
        FilePath path = FilePath.FromText(_volume.File("a"));
        FileIdentity gone = MakeAndRemove(path);
        LetTheClockTickAfter(gone);

        using StorageFile reborn = Opened.New(path);

        Assert.Equal(gone.Inode, reborn.Identity.Inode);
        Assert.NotEqual(gone, reborn.Identity);
    }

    [Fact]
    public void A_copy_of_our_file_that_got_its_inode_is_not_ours()
    {
        FilePath path = FilePath.FromText(_volume.File("a"));
        FileIdentity original;
        using (StorageFile ours = Opened.New(path))
        {
            OwnershipMark.Mark(ours);
            original = ours.Identity;
        }

        LetTheClockTickAfter(original);
        Command.Shell($"cd '{_volume.Path}' && cp --preserve=all a b && rm a && cp --preserve=all b a");
        using StorageFile copy = Opened.Read(path);

        Assert.Equal(original.Inode, copy.Identity.Inode);
        Assert.False(OwnershipMark.IsOurs(copy));
    }

    [Fact]
    public void A_file_keeps_its_identity_when_its_content_and_name_change()
    {
        using StorageFile file = Opened.New(FilePath.FromText(_volume.File("a")));
        RandomAccess.Write(file.Handle, new byte[5000], 0);
        Durability.Flush(file, FlushScope.DataAndMetadata);
        File.Move(_volume.File("a"), _volume.File("b"));
        File.SetLastWriteTimeUtc(_volume.File("b"), DateTime.UnixEpoch);

        using StorageFile again = Opened.Read(FilePath.FromText(_volume.File("b")));

        Assert.Equal(file.Identity, again.Identity);
        Assert.NotNull(again.Identity.Born);
    }

    public void Dispose() => _volume.Dispose();

    // Times of birth are as coarse as the kernel's clock.
    private void LetTheClockTickAfter(FileIdentity identity) => Assert.True(SpinWait.SpinUntil(
        () => MakeAndRemove(FilePath.FromText(_volume.File("tick"))).Born > identity.Born,
        TimeSpan.FromSeconds(10)));

    private static FileIdentity MakeAndRemove(FilePath path)
    {
        FileIdentity identity;
        using (StorageFile file = Opened.New(path))
        {
            identity = file.Identity;
        }

        Assert.True(NativePlatform.Files.Remove(path).Succeeded);
        return identity;
    }
}
