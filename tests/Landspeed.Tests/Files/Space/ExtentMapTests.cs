using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Files;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Tests.Files.Space;

public partial class ExtentMapTests(TestVolumes volumes)
{
    private const int KiB = 1024;
    private const int MiB = 1024 * 1024;

    [Theory]
    [InlineData("scratch")]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Written_reserved_and_missing_ranges_are_told_apart(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string name = scratch.CreateFile("a", MiB);
        Command.Shell($"fallocate -o 2M -l 1M '{name}' && truncate -s 5000000 '{name}'");
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        ExtentMap map = Read(file);

        Assert.Equal(new ExtentTotals(MiB, MiB, 5_000_000 - (2 * MiB), 0, 0), map.Totals(0, long.MaxValue));
        Assert.Equal(new ExtentTotals(10, 0, 20, 0, 0), map.Totals(MiB - 10, 30));
        Assert.Equal(new ExtentTotals(0, 0, 0, 0, 0), map.Totals(5_000_000, 10));
        AssertCovers(map, 5_000_000);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void Data_that_is_only_in_the_page_cache_has_no_place_until_it_is_written_back(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile file = Opened.New(scratch.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[MiB], 0);

        ExtentMap before = Read(file, ExtentQuery.AsIs);
        ExtentMap after = Read(file, ExtentQuery.WriteBackFirst);

        Assert.Equal(MiB, before.Totals(0, MiB).DelayedBytes);
        Assert.Equal(0, before.FragmentCount);
        Assert.Equal(MiB, after.Totals(0, MiB).WrittenBytes);
        Assert.Equal(1, after.FragmentCount);
        Assert.Equal(MiB, after.MedianRunLength);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void A_map_of_thousands_of_extents_agrees_with_filefrag(string volume)
    {
        Capability.RequireProgram("filefrag");
        using ScratchDirectory scratch = volumes.Directory(volume);
        string name = scratch.CreateFile("a", 24 * MiB);
        using (StorageFile writer = Opened.ReadWrite(scratch.FilePath("a")))
        {
            // Every other 4 KiB goes: 3,072 pieces of data, more than three calls' worth with the holes filled anew.
            for (long offset = 4 * KiB; offset < 24 * MiB; offset += 8 * KiB)
            {
                Assert.True(NativePlatform.Files.PunchHole(writer.Handle, offset, 4 * KiB).Succeeded);
            }

            Durability.Flush(writer, FlushScope.DataAndMetadata);
        }

        using StorageFile file = Opened.Read(scratch.FilePath("a"));
        ExtentMap map = Read(file);

        (IReadOnlyList<FileExtent> expected, int fragments) = Filefrag(name);
        Assert.Equal(3072, map.Extents.Count(extent => extent.State == ExtentState.Written));
        Assert.Equal(expected, map.Extents.Where(extent => extent.State != ExtentState.Hole));
        Assert.Equal(fragments, map.FragmentCount);
        Assert.Equal(12L * MiB, map.Totals(0, 24 * MiB).HoleBytes);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Interleaved_files_are_as_fragmented_as_filefrag_says(string volume)
    {
        Capability.RequireProgram("filefrag");
        using ScratchDirectory scratch = volumes.Directory(volume);
        using StorageFile first = Opened.New(scratch.FilePath("a"));
        using StorageFile second = Opened.New(scratch.FilePath("b"));
        byte[] piece = new byte[16 * KiB];
        new Random(7).NextBytes(piece);
        for (int index = 0; index < 50; index++)
        {
            foreach (StorageFile file in new[] { first, second })
            {
                RandomAccess.Write(file.Handle, piece, index * piece.Length);
                Durability.Flush(file, FlushScope.Data);
            }
        }

        ExtentMap map = Read(first);

        Assert.Equal(Filefrag(scratch.File("a")).Fragments, map.FragmentCount);
        Assert.Equal(50 * piece.Length, map.Totals(0, long.MaxValue).WrittenBytes);
    }

    [Theory]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Blocks_that_two_files_use_are_shared(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string name = scratch.CreateFile("a", MiB);
        Command.Shell($"cp --reflink=always '{name}' '{name}2' && sync '{name}2'");
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        Assert.Equal(MiB, Read(file).Totals(0, MiB).SharedBytes);
        Assert.Equal(100, Read(file).Totals(10, 100).SharedBytes);
    }

    [Fact]
    public void Compressed_pieces_are_marked_and_lie_where_filefrag_says()
    {
        Capability.RequireProgram("btrfs");
        Capability.RequireProgram("filefrag");
        using ScratchDirectory scratch = volumes.Directory("btrfs");
        using (Opened.New(scratch.FilePath("a")))
        {
        }

        Command.Shell($"btrfs property set '{scratch.File("a")}' compression zlib");
        using StorageFile file = Opened.ReadWrite(scratch.FilePath("a"));
        RandomAccess.Write(file.Handle, new byte[4 * MiB], 0);

        ExtentMap map = Read(file);

        // How many runs there are is the volume's matter: in fragmented free space the pieces lie scattered.
        Assert.All(map.Extents, extent => Assert.Equal(ExtentProperties.Encoded, extent.Properties));
        Assert.True(map.Extents.Count >= 32, $"{map.Extents.Count} pieces");
        Assert.Equal(
            Filefrag(scratch.File("a")).Extents,
            map.Extents.Select(extent => extent with { Properties = ExtentProperties.None }));
    }

    [Theory]
    [InlineData(1004, 1)] // 128 bytes of file in 4 on the device
    [InlineData(1128, 1)] // did not shrink
    [InlineData(1129, 2)]
    [InlineData(1000, 2)]
    [InlineData(900, 2)]
    public void A_compressed_piece_continues_the_run_within_the_length_of_the_one_before(long physical, int fragments)
    {
        ExtentMap map = ExtentMap.Build(
            [
                new NativeExtent(0, 1000, 128, NativeExtentFlags.Encoded),
                new NativeExtent(128, physical, 128, NativeExtentFlags.Encoded | NativeExtentFlags.Last),
            ],
            256);

        Assert.Equal(fragments, map.FragmentCount);
    }

    [Fact]
    public void Data_inside_metadata_has_no_place()
    {
        using ScratchDirectory scratch = volumes.Directory("btrfs");
        scratch.CreateFile("a", 100);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        ExtentMap map = Read(file);

        FileExtent only = Assert.Single(map.Extents);
        Assert.Equal(new FileExtent(0, 100, null, ExtentState.Written, ExtentProperties.Inline), only);
        Assert.Equal(0, map.FragmentCount);
    }

    [Theory]
    [InlineData("scratch")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void A_reservation_beyond_the_end_is_counted_apart(string volume)
    {
        using ScratchDirectory scratch = volumes.Directory(volume);
        string name = scratch.CreateFile("a", 64 * KiB);
        Command.Shell($"fallocate -n -o 64K -l 1M '{name}'");
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        ExtentMap map = Read(file);

        Assert.Equal(MiB, map.BeyondEndBytes);
        AssertCovers(map, 64 * KiB);
    }

    [Fact]
    public void A_file_system_without_extents_says_so()
    {
        using ScratchDirectory scratch = volumes.Directory("tmpfs");
        scratch.CreateFile("a", MiB);
        using StorageFile file = Opened.Read(scratch.FilePath("a"));

        Assert.False(ExtentMap.TryRead(file, ExtentQuery.AsIs, out ExtentMap? map, out string? reason));
        Assert.Null(map);
        Assert.Contains("tmpfs", reason, StringComparison.Ordinal);
    }

    [Fact]
    public void An_empty_file_has_an_empty_map()
    {
        using var scratch = new ScratchDirectory();
        using StorageFile file = Opened.New(scratch.FilePath("a"));

        ExtentMap map = Read(file);

        Assert.Empty(map.Extents);
        Assert.Equal(0, map.FragmentCount);
        Assert.Equal(0, map.MedianRunLength);
    }

    [Theory]
    [InlineData(100, 1)] // next to the one before, although there is a hole between
    [InlineData(150, 1)] // with room left for the hole
    [InlineData(149, 2)]
    [InlineData(151, 2)]
    [InlineData(50, 2)]
    public void A_hole_is_no_break(long physical, int fragments)
    {
        ExtentMap map = ExtentMap.Build(
            [
                new NativeExtent(0, 0, 100, NativeExtentFlags.None),
                new NativeExtent(150, physical, 100, NativeExtentFlags.Last),
            ],
            250);

        Assert.Equal(fragments, map.FragmentCount);
    }

    [Fact]
    public void The_median_run_is_the_lower_one_of_two()
    {
        ExtentMap map = ExtentMap.Build(
            [
                new NativeExtent(0, 1000, 10, NativeExtentFlags.None),
                new NativeExtent(10, 3000, 30, NativeExtentFlags.None),
                new NativeExtent(40, 3030, 10, NativeExtentFlags.Unwritten | NativeExtentFlags.Last),
            ],
            50);

        Assert.Equal(2, map.FragmentCount);
        Assert.Equal(10, map.MedianRunLength);
    }

    [Fact]
    public void Overlapping_reports_are_cut_to_one_cover()
    {
        ExtentMap map = ExtentMap.Build(
            [
                new NativeExtent(0, 1000, 100, NativeExtentFlags.None),
                new NativeExtent(50, 1050, 100, NativeExtentFlags.Last),
            ],
            120);

        AssertCovers(map, 120);
        Assert.Equal(1100, map.Extents[1].PhysicalOffset);
        Assert.Equal(1, map.FragmentCount);
        Assert.Equal(30, map.BeyondEndBytes);
    }

    [Theory]
    [InlineData("scratch")]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Random_writes_holes_and_reservations_give_the_map_of_a_model(string volume)
    {
        const int Block = 4 * KiB;
        const int Blocks = 256;
        int seed = Environment.TickCount;
        var random = new Random(seed);
        using ScratchDirectory scratch = volumes.Directory(volume);
        for (int round = 0; round < 8; round++)
        {
            var model = new ExtentState[Blocks];
            Array.Fill(model, ExtentState.Hole);
            using StorageFile file = Opened.New(scratch.FilePath($"a{round}"));
            Preallocation.SetLengthOnly(file, Blocks * Block);
            for (int step = 0; step < 40; step++)
            {
                int start = random.Next(Blocks);
                int count = random.Next(1, Math.Min(40, Blocks - start) + 1);
                Apply(file, model.AsSpan(start, count), random.Next(3), (long)start * Block, (long)count * Block);
            }

            ExtentMap map = Read(file);

            AssertCovers(map, Blocks * Block);
            for (int block = 0; block < Blocks; block++)
            {
                ExtentTotals totals = map.Totals((long)block * Block, Block);
                long asModelled = model[block] switch
                {
                    ExtentState.Written => totals.WrittenBytes,
                    ExtentState.Unwritten => totals.UnwrittenBytes,
                    _ => totals.HoleBytes,
                };
                Assert.True(
                    asModelled == Block,
                    $"seed {seed}, round {round}, block {block}: {model[block]} expected, {totals}");
            }
        }
    }

    private static void Apply(StorageFile file, Span<ExtentState> model, int action, long offset, long length)
    {
        switch (action)
        {
            case 0:
                byte[] data = new byte[length];
                Array.Fill(data, (byte)0xA5);
                RandomAccess.Write(file.Handle, data, offset);
                model.Clear(); // the first state is written
                break;
            case 1:
                Assert.True(NativePlatform.Files.PunchHole(file.Handle, offset, length).Succeeded);
                model.Fill(ExtentState.Hole);
                break;
            default:
                Assert.True(NativePlatform.Files.Reserve(
                    file.Handle, offset, length, SpaceReservation.KeepLength).Succeeded);
                model.Replace(ExtentState.Hole, ExtentState.Unwritten);
                break;
        }
    }

    private static ExtentMap Read(StorageFile file, ExtentQuery query = ExtentQuery.WriteBackFirst)
    {
        Assert.True(ExtentMap.TryRead(file, query, out ExtentMap? map, out string? reason), reason);
        return map!;
    }

    private static void AssertCovers(ExtentMap map, long length)
    {
        long covered = 0;
        foreach (FileExtent extent in map.Extents)
        {
            Assert.Equal(covered, extent.Offset);
            Assert.True(extent.Length > 0);
            covered = extent.End;
        }

        Assert.Equal(length, covered);
        Assert.Equal(length, map.Length);
    }

    // "   0:        0..    4095:    1234..  5329:   4096:             unwritten,last" in bytes, then "a: 1
    // extent found".
    private static (IReadOnlyList<FileExtent> Extents, int Fragments) Filefrag(string name)
    {
        string output = Command.Shell($"PATH=$PATH:/usr/sbin filefrag -v -s -b1 '{name}'");
        FileExtent[] extents = [.. FilefragLine().Matches(output).Select(match => new FileExtent(
            Number(match.Groups[1]),
            Number(match.Groups[3]),
            Number(match.Groups[2]),
            match.Value.Contains("unwritten", StringComparison.Ordinal) ? ExtentState.Unwritten : ExtentState.Written,
            ExtentProperties.None))];
        return (extents, (int)Number(FilefragCount().Match(output).Groups[1]));
    }

    private static long Number(Group group) => long.Parse(group.Value, CultureInfo.InvariantCulture);

    [GeneratedRegex(@"^\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+)\.\.\s*\d+:\s*(\d+):.*$", RegexOptions.Multiline)]
    private static partial Regex FilefragLine();

    [GeneratedRegex(@"(\d+) extents? found")]
    private static partial Regex FilefragCount();
}
