using Landspeed.Testing;

namespace Landspeed.Tests.Streams;

/// <summary>A volume that is full before the file is: a clear error, and bytes without a gap.</summary>
public class FullVolumeTests
{
    [Theory]
    [InlineData("ext4", "32M")]
    [InlineData("xfs", "300M")]
    [InlineData("btrfs", "128M")]
    [InlineData("tmpfs", "16M")]
    public void A_full_volume_is_told_and_leaves_a_whole_part(string type, string size)
    {
        using var volume = new TestVolume(type, size);
        LeaveLittle(volume);
        byte[] block = new byte[1 << 20];
        foreach (IoMode? mode in (IoMode?[])[IoMode.Direct, IoMode.Buffered, null])
        {
            foreach (SpaceGrowth growth in (SpaceGrowth[])[SpaceGrowth.InSteps, SpaceGrowth.None])
            {
                string path = volume.File("a");
                SequentialWriteStream stream = SequentialFile.Create(path, new()
                {
                    Mode = mode,
                    SpaceGrowth = growth,
                    RequestSize = 256 * 1024,
                    QueueDepth = 4,
                });
                var failure = Assert.Throws<NativeIOException>(() =>
                {
                    for (int index = 0; index < 1024; index++)
                    {
                        Fill(block, index);
                        stream.Write(block);
                    }
                });
                Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
                Assert.NotNull(failure.Hint);
                stream.Dispose();

                AssertWhole(path, $"{mode} {growth}");
                File.Delete(path);
                AwaitRoom(volume);
            }
        }
    }

    // 16 MiB are soon full.
    private static void LeaveLittle(TestVolume volume)
    {
        long filler = new DriveInfo(volume.Path).AvailableFreeSpace - (16 << 20);
        if (filler > 0)
        {
            Command.Shell(FormattableString.Invariant($"fallocate -l {filler} '{volume.File("filler")}'"));
        }
    }

    // A program that another test starts has our files open until it begins: their space is not free before. Btrfs
    // frees it with its next transaction.
    private static void AwaitRoom(TestVolume volume) => Assert.True(SpinWait.SpinUntil(
        () =>
        {
            Command.Shell($"sync -f '{volume.Path}'");
            return new DriveInfo(volume.Path).AvailableFreeSpace > 4 << 20;
        },
        TimeSpan.FromSeconds(30)));

    private static void AssertWhole(string path, string what)
    {
        using FileStream stream = File.OpenRead(path);
        byte[] expected = new byte[1 << 20];
        byte[] read = new byte[1 << 20];
        Assert.True(stream.Length > 1 << 20, $"{what}: {stream.Length} bytes are left");
        for (int index = 0; stream.ReadAtLeast(read, read.Length, throwOnEndOfStream: false) is var count and > 0; index++)
        {
            Fill(expected, index);
            Assert.True(expected.AsSpan(0, count).SequenceEqual(read.AsSpan(0, count)), $"{what}: MiB {index} of {stream.Length} bytes");
        }
    }

    private static void Fill(byte[] block, int index) => new Random(index + 1).NextBytes(block);
}
