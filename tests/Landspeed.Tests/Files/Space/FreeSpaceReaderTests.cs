using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Files.Space;

public partial class FreeSpaceReaderTests
{
    [Fact]
    public void The_free_space_of_ext4_is_what_e2freefrag_finds()
    {
        Capability.RequireProgram("e2freefrag");
        using var volume = new TestVolume("ext4", "256M");
        Perforate(volume);

        ByteRange[] free = Read(volume.Path, out long length);

        string told = Command.Shell($"PATH=$PATH:/usr/sbin e2freefrag '{volume.Medium}'");
        Assert.Equal(Number(FreeExtents().Match(told)), free.Length);
        Assert.Equal(Number(FreeBlocks().Match(told)) * Number(BlockSize().Match(told)), free.Sum(range => range.Length));
        Assert.Equal(Number(LargestKib().Match(told)), free.Max(range => range.Length) / 1024);
        Assert.Equal(256L << 20, length);
        Assert.True(free.Length > 1000, $"{free.Length} ranges"); // more than one call's worth
        AssertApart(free);
    }

    [Fact]
    public void The_free_space_of_XFS_is_what_xfs_io_lists()
    {
        Capability.RequireProgram("xfs_io");
        using var volume = new TestVolume("xfs", "400M");
        Perforate(volume);

        ByteRange[] free = Read(volume.Path, out long length);

        string told = Command.Shell($"PATH=$PATH:/usr/sbin xfs_io -r -c fsmap '{volume.Path}'");
        List<ByteRange> theirs = [];
        foreach (Match match in FreeLine().Matches(told))
        {
            ByteRange one = ByteRange.FromBounds(Number(match, 1) * 512, (Number(match, 2) + 1) * 512);
            if (theirs.Count > 0 && theirs[^1].End == one.Offset)
            {
                (one, _) = (ByteRange.FromBounds(theirs[^1].Offset, one.End), theirs.Remove(theirs[^1]));
            }

            theirs.Add(one);
        }

        Assert.Equal(theirs, free);
        Assert.Equal(400L << 20, length);
        Assert.True(free.Length > 1000, $"{free.Length} ranges");
        AssertApart(free);
    }

    [Theory]
    [InlineData("btrfs")]
    [InlineData("tmpfs")]
    public void A_file_system_that_does_not_tell_says_so(string type)
    {
        using var volume = new TestVolume(type);
        Assert.Equal(NativeErrorKind.NotSupported, Read(volume.Path, out _, out _).Kind);
    }

    [Fact]
    public void A_stop_ends_it_early()
    {
        using var volume = new TestVolume("ext4", "64M");
        using SafeFileHandle handle = Open(volume.Path, out FileStatus status);
        Assert.Equal(NativeError.None, FreeSpaceReader.Read(handle, status.Device, _ => Assert.Fail(), new CancellationToken(canceled: true), out _));
    }

    private static ByteRange[] Read(string path, out long length)
    {
        Assert.Equal(NativeError.None, Read(path, out List<ByteRange> free, out length));
        return [.. free];
    }

    private static NativeError Read(string path, out List<ByteRange> free, out long length)
    {
        using SafeFileHandle handle = Open(path, out FileStatus status);
        free = [];
        return FreeSpaceReader.Read(handle, status.Device, free.Add, CancellationToken.None, out length);
    }

    private static SafeFileHandle Open(string path, out FileStatus status)
    {
        Assert.True(NativePlatform.Trees.OpenDirectory(FilePath.FromText(path), out SafeFileHandle? handle).Succeeded);
        Assert.True(NativePlatform.Files.Status(handle!, out status).Succeeded);
        return handle!;
    }

    // 1,200 holes of 4 KiB in a file of 40 MiB, and the rest of the volume free.
    private static void Perforate(TestVolume volume)
    {
        string name = volume.File("a");
        Command.Shell($"fallocate -l 40M '{name}' && sync '{name}'");
        using (SafeFileHandle handle = File.OpenHandle(name, FileMode.Open, FileAccess.ReadWrite))
        {
            for (long index = 0; index < 1200; index++)
            {
                Assert.True(NativePlatform.Files.PunchHole(handle, index * 32768, 4096).Succeeded);
            }
        }

        Command.Shell($"sync -f '{volume.Path}'");
    }

    private static void AssertApart(ByteRange[] free) =>
        Assert.All(free.Zip(free.Skip(1)), pair => Assert.True(pair.First.End < pair.Second.Offset, $"{pair}"));

    private static long Number(Match match, int group = 1) => long.Parse(match.Groups[group].Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"Num\. free extent:\s*(\d+)")]
    private static partial Regex FreeExtents();

    [GeneratedRegex(@"Free blocks:\s*(\d+)")]
    private static partial Regex FreeBlocks();

    [GeneratedRegex(@"Blocksize:\s*(\d+)")]
    private static partial Regex BlockSize();

    [GeneratedRegex(@"Max\. free extent:\s*(\d+) KB")]
    private static partial Regex LargestKib();

    [GeneratedRegex(@"^\s*\d+: \d+:\d+ \[(\d+)\.\.(\d+)\]: free space \d+\s*$", RegexOptions.Multiline)]
    private static partial Regex FreeLine();
}
