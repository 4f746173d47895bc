using Landspeed.Testing;

namespace Landspeed.Tests.Streams.Sequential;

/// <summary>A quota of btrfs: once it is used up the system refuses even to cut the file.</summary>
public sealed class QuotaTests
{
    [Theory]
    [InlineData(null)]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void What_is_said_of_the_file_holds_where_the_quota_ends(IoMode? mode)
    {
        Capability.RequireProgram("btrfs");
        using var volume = new TestVolume("btrfs", "256M");
        Command.Shell(
            $"cd '{volume.Path}' && PATH=$PATH:/usr/sbin:/sbin && btrfs -q quota enable ."
            + " && btrfs -q subvolume create s && btrfs -q qgroup limit 9M s && sync");
        string path = volume.File("s/f");
        byte[] content = new byte[1 << 20];
        new Random(1).NextBytes(content);
        SequentialWriteStream stream = SequentialFile.Create(path, new SequentialFileOptions { Mode = mode });

        var failure = Assert.Throws<NativeIOException>(() =>
        {
            for (int part = 0; part < 64; part++)
            {
                stream.Write(content);
            }

            stream.Flush();
        });
        stream.Dispose(); // a second error would hide the first in a using statement

        byte[] left = File.ReadAllBytes(path);
        int whole = (int)failure.Offset!.Value;
        Assert.Equal(NativeErrorKind.QuotaExceeded, failure.Error.Kind);
        Assert.InRange(whole, 1, left.Length);
        for (int at = 0; at < whole; at += content.Length)
        {
            int length = Math.Min(content.Length, whole - at);
            Assert.True(left.AsSpan(at, length).SequenceEqual(content.AsSpan(0, length)), $"at {at}");
        }

        Assert.Contains(
            left.Length == whole
                ? "nothing after this offset was kept"
                : "after this offset is not to be used, and could not be cut off",
            failure.Message,
            StringComparison.Ordinal);
    }
}
