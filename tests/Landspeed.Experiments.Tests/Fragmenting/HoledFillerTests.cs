using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Fragmenting;

public sealed class HoledFillerTests
{
    private const long MiB = 1 << 20;

    [Theory]
    [InlineData("ext4", "128M")]
    [InlineData("xfs", "300M")]
    [InlineData("btrfs", "128M")]
    public void Every_second_piece_of_a_filler_is_given_back(string type, string size)
    {
        const long Hole = 64 << 10, Length = 32 * MiB;
        using var volume = new TestVolume(type, size);
        using StorageFile file = Open(volume, "filler");
        var filler = new HoledFiller(file, Hole);

        filler.Reserve(Length, ProgressMonitor.None);
        long full = file.Status().AllocatedBytes;
        Assert.Equal(Length / 2, filler.Punch(ProgressMonitor.None));

        // The file system's own list of the pieces takes blocks as well.
        Assert.InRange(file.Status().AllocatedBytes, full - (Length / 2), full - (Length / 2) + (64 << 10));
        Assert.Equal(Length, file.Status().Length);
    }

    [Theory]
    [InlineData("ext4", "128M")]
    [InlineData("xfs", "300M")]
    public void What_is_made_on_a_volume_that_is_full_but_for_holes_lies_in_pieces(string type, string size)
    {
        const long Hole = 64 << 10, Length = 16 * MiB;
        using var volume = new TestVolume(type, size);
        Assert.InRange(RunsOf(volume, "before", Length), 1, 8);
        File.Delete(volume.File("before"));

        using StorageFile file = Open(volume, "filler");
        var filler = new HoledFiller(file, Hole);
        filler.ReserveAll(ProgressMonitor.None);
        filler.Punch(ProgressMonitor.None);

        Assert.InRange(RunsOf(volume, "after", Length), Length / Hole / 2, Length / Hole * 2);
    }

    [Theory]
    [InlineData("ext4", "128M")]
    [InlineData("xfs", "300M")]
    public void A_filler_that_does_not_fit_is_empty_again_and_says_so(string type, string size)
    {
        using var volume = new TestVolume(type, size);
        using StorageFile file = Open(volume, "filler");

        NativeIOException refused = Assert.Throws<NativeIOException>(
            () => new HoledFiller(file, 64 << 10).Reserve(1024 * MiB, ProgressMonitor.None));

        Assert.Equal(NativeErrorKind.NoSpace, refused.Error.Kind);
        Assert.Contains(volume.File("filler"), refused.Message, StringComparison.Ordinal);
        Assert.Equal(0, file.Status().Length);
        Assert.Equal(0, file.Status().AllocatedBytes);
    }

    private static int RunsOf(TestVolume volume, string name, long length)
    {
        using StorageFile file = Open(volume, name);
        Preallocation.ReserveBlocks(file, length, SpaceReservation.SetLength);
        Assert.True(ExtentMap.TryRead(file, ExtentQuery.AsIs, out ExtentMap? map, out string? reason), reason);
        return map.FragmentCount;
    }

    private static StorageFile Open(TestVolume volume, string name) => StorageFile.Open(
        FilePath.FromText(volume.File(name)),
        new StorageFileOptions { Access = FileAccessKind.ReadWrite, Creation = FileCreation.CreateNew });
}
