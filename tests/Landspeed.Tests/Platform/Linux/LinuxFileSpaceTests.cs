using Landspeed.Platform;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Tests.Platform.Linux;

public class LinuxFileSpaceTests
{
    private const int MiB = 1 << 20;
    private static readonly IFileCalls s_calls = NativePlatform.Files;

    [Fact]
    public void Setting_the_length_allocates_nothing_and_cuts_what_lies_beyond()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");

        NativeFile.Succeeds(s_calls.SetLength(file, MiB));
        Assert.Equal(MiB, NativeFile.StatusOf(file).Length);
        Assert.Equal(0, NativeFile.StatusOf(file).AllocatedBytes);
        NativeFile.Succeeds(s_calls.SetLength(file, 7));
        Assert.Equal(new byte[7], File.ReadAllBytes(scratch.File("a")));
        Assert.Equal("EINVAL", s_calls.SetLength(file, -1).Error.Name);
    }

    [Theory]
    [InlineData(SpaceReservation.SetLength, MiB)]
    [InlineData(SpaceReservation.KeepLength, 0)]
    public void Reserving_allocates_blocks_and_treats_the_length_as_told(Enum reservation, long length)
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Create(scratch, "a");

        NativeFile.Succeeds(s_calls.Reserve(file, 0, MiB, (SpaceReservation)reservation));

        FileStatus status = NativeFile.StatusOf(file);
        Assert.Equal(length, status.Length);
        Assert.InRange(status.AllocatedBytes, MiB, 2 * MiB);
    }

    [Fact]
    public void A_punched_hole_reads_as_zeros_and_gives_its_blocks_back()
    {
        using var scratch = new ScratchDirectory();
        string name = scratch.CreateFile("a", MiB);
        byte[] before = File.ReadAllBytes(name);
        using SafeFileHandle file = NativeFile.Open(FilePath.FromText(name), FileAccessKind.ReadWrite);
        long allocated = NativeFile.StatusOf(file).AllocatedBytes;

        NativeFile.Succeeds(s_calls.PunchHole(file, MiB / 4, MiB / 2));

        Assert.Equal(MiB, NativeFile.StatusOf(file).Length);
        Assert.Equal(allocated - (MiB / 2), NativeFile.StatusOf(file).AllocatedBytes);
        before.AsSpan(MiB / 4, MiB / 2).Clear();
        Assert.Equal(before, File.ReadAllBytes(name));
    }

    [Fact]
    public void Extents_cover_what_is_written_and_leave_out_the_hole()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", MiB)), FileAccessKind.ReadWrite);
        NativeFile.RequireBlockDevice(file);
        NativeFile.Succeeds(s_calls.PunchHole(file, MiB / 4, MiB / 2));
        NativeFile.Succeeds(s_calls.Reserve(file, MiB, MiB, SpaceReservation.SetLength));

        NativeExtent[] extents = AllExtents(file);

        Assert.Equal(MiB / 2, extents.Where(IsWritten).Sum(extent => extent.Length));
        Assert.Equal(MiB, extents.Where(extent => !IsWritten(extent)).Sum(extent => extent.Length));
        Assert.DoesNotContain(extents, extent =>
            extent.LogicalOffset < MiB * 3 / 4 && extent.LogicalOffset + extent.Length > MiB / 4);
        Assert.True(extents[^1].Flags.HasFlag(NativeExtentFlags.Last));
    }

    [Fact]
    public void Extents_come_in_portions_as_large_as_the_span()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", 6 * 65_536)), FileAccessKind.ReadWrite);
        NativeFile.RequireBlockDevice(file);
        NativeFile.Succeeds(s_calls.PunchHole(file, 65_536, 65_536));
        NativeFile.Succeeds(s_calls.PunchHole(file, 3 * 65_536, 65_536));
        var one = new NativeExtent[1];

        Assert.Equal(1, s_calls.Extents(file, 65_536, one, ExtentQuery.WriteBackFirst).Value);
        Assert.Equal(2 * 65_536, one[0].LogicalOffset);
        Assert.Equal(0, s_calls.Extents(file, 6 * 65_536, one, ExtentQuery.AsIs).Value);
    }

    [Fact]
    public void Extents_of_nothing_or_before_the_file_are_the_callers_mistake()
    {
        using var scratch = new ScratchDirectory();
        using SafeFileHandle file = NativeFile.Open(
            FilePath.FromText(scratch.CreateFile("a", 4096)), FileAccessKind.Read);

        Assert.Throws<ArgumentException>(() => s_calls.Extents(file, 0, [], ExtentQuery.WriteBackFirst));
        Assert.Throws<ArgumentOutOfRangeException>(
            () => s_calls.Extents(file, -1, new NativeExtent[1], ExtentQuery.AsIs));
        Assert.Throws<ArgumentOutOfRangeException>(() => s_calls.CachedPages(file, -1, 1, out _));
        Assert.Throws<ArgumentOutOfRangeException>(() => s_calls.CachedPages(file, 0, -1, out _));
    }

    private static bool IsWritten(NativeExtent extent) => !extent.Flags.HasFlag(NativeExtentFlags.Unwritten);

    private static NativeExtent[] AllExtents(SafeFileHandle file)
    {
        var extents = new NativeExtent[1000];
        return extents[..(int)s_calls.Extents(file, 0, extents, ExtentQuery.WriteBackFirst).Value];
    }
}
