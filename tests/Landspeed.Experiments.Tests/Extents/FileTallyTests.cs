using Landspeed.Experiments.Extents;
using Landspeed.Platform;
using Landspeed.Results.Extents;

namespace Landspeed.Experiments.Tests.Extents;

public class FileTallyTests
{
    private const long Block = 4096;

    [Fact]
    public void A_file_is_counted_as_its_kinds_its_runs_and_its_jumps()
    {
        ExtentsTotalsRecord totals = Counted(
            20 * Block,
            Extent(0, 100, 2), // run 1
            Extent(2, 102, 1, NativeExtentFlags.Unwritten), // continues it
            Extent(5, 200, 4, NativeExtentFlags.Shared), // run 2, behind a hole of 2, 97 further on
            Extent(9, 50, 1, NativeExtentFlags.Unwritten), // run 3, 154 back, without data
            Extent(10, 0, 2, NativeExtentFlags.DelayedAllocation | NativeExtentFlags.Unknown),
            Extent(19, 61, 3, NativeExtentFlags.Last)); // run 4, 10 further on, 2 beyond the end

        Assert.Equal((20 * Block, 6), (totals.LengthBytes, totals.Extents));
        Assert.Equal(Amount(3, 7), totals.Data);
        Assert.Equal(Amount(2, 2), totals.Unwritten);
        Assert.Equal(Amount(2, 9), totals.Holes);
        Assert.Equal(Amount(1, 2), totals.Delayed);
        Assert.Equal(Amount(1, 4), totals.Shared);
        Assert.Equal(Amount(1, 2), totals.BeyondEnd);
        Assert.Equal(Amount(0, 0), totals.Inline);
        Assert.Equal((4, 9 * Block, Block, Block, 4 * Block), Sizes(totals.Runs));
        Assert.Equal((2, 107 * Block, 10 * Block, 10 * Block, 97 * Block), Sizes(totals.Forward));
        Assert.Equal((1, 154 * Block), (totals.Backward.Count, totals.Backward.Bytes));
        Assert.Equal(97 * Block, totals.DistanceMedianBytes);
        Assert.Equal(3, totals.ReadRuns);
        Assert.Equal(3.0 * (1 << 30) / (7 * Block), totals.SeeksPerGib);
        Assert.Equal([new SizeBinRecord(Block, 2, 2 * Block), new SizeBinRecord(2 * Block, 1, 3 * Block), new SizeBinRecord(4 * Block, 1, 4 * Block)], totals.Runs.Bins);
    }

    [Fact]
    public void An_empty_file_has_nothing()
    {
        ExtentsTotalsRecord totals = Counted(0);

        Assert.Equal((0, 0, 0), (totals.Extents, totals.Runs.Count, totals.ReadRuns));
        Assert.Null(totals.SeeksPerGib);
        Assert.Null(totals.Runs.MedianBytes);
    }

    [Fact]
    public void A_file_that_was_read_in_part_has_no_hole_at_its_end()
    {
        var tally = new FileTally();
        tally.Start(10 * Block, null);
        tally.Add(Extent(0, 5, 1));

        tally.End(isWhole: false);

        Assert.Equal(Amount(0, 0), tally.Totals.ToRecord().Holes);
        Assert.Equal(1, tally.Totals.ToRecord().Runs.Count);
    }

    [Fact]
    public void The_map_says_what_most_of_each_part_is_and_where_it_begins()
    {
        var tally = new FileTally();
        tally.Start((4 * Block) + 1, null);
        tally.Add(Extent(0, 100, 1));
        tally.Add(Extent(1, 7, 1, NativeExtentFlags.Unwritten));
        tally.Add(Extent(4, 3, 1, NativeExtentFlags.Last));
        tally.End(isWhole: true);

        FileMapRecord map = tally.Map!;

        Assert.Equal((Block, "duhhd"), (map.PartBytes, map.Kinds));
        Assert.Equal([100 * Block, 7 * Block, null, null, 3 * Block], map.PlacesBytes);
    }

    [Fact]
    public void A_long_file_has_no_more_parts_than_a_page_has_room_for()
    {
        var tally = new FileTally();
        tally.Start(long.MaxValue, null);
        tally.End(isWhole: true);

        Assert.Equal(new string('h', 96), tally.Map!.Kinds);
    }

    // An own count, as slow as it is plain: per block of the device where the next one lies.
    [Fact]
    public void Random_sequences_are_counted_as_a_list_of_blocks_is()
    {
        int first = int.TryParse(Environment.GetEnvironmentVariable("LANDSPEED_SEED"), out int given) ? given : Environment.TickCount;
        for (int round = 0; round < 300; round++)
        {
            int seed = unchecked(first + round);
            var random = new Random(seed);
            long length = random.Next(1, 200) * Block;
            List<NativeExtent> extents = [.. Sequence(random, length / Block)];
            var blocks = new List<(long File, long Device, bool HasData)>();
            foreach (NativeExtent extent in extents)
            {
                for (long block = 0; block < extent.Length / Block; block++)
                {
                    blocks.Add(((extent.LogicalOffset / Block) + block, (extent.PhysicalOffset / Block) + block, extent.Flags != NativeExtentFlags.Unwritten));
                }
            }

            var runs = new List<(long Length, bool HasData)>();
            var distances = new List<long>();
            for (int index = 0; index < blocks.Count; index++)
            {
                (long file, long device, bool hasData) = blocks[index];
                if (index > 0 && (device == blocks[index - 1].Device + 1 || Displacement(blocks[index]) == Displacement(blocks[index - 1])))
                {
                    runs[^1] = (runs[^1].Length + 1, runs[^1].HasData || hasData);
                    continue;
                }

                runs.Add((1, hasData));
                if (index > 0)
                {
                    distances.Add((device - blocks[index - 1].Device - 1) * Block);
                }
            }

            ExtentsTotalsRecord totals = Counted(length, [.. extents]);

            long[] lengths = [.. runs.Select(run => run.Length * Block).Order()];
            string told = FormattableString.Invariant($"LANDSPEED_SEED={seed} shows it");
            Assert.True(lengths.Length == totals.Runs.Count && lengths.Sum() == totals.Runs.Bytes, told);
            Assert.True(lengths.Length == 0 || IsMedian(lengths, totals.Runs.MedianBytes!.Value), told);
            Assert.True(runs.Count(run => run.HasData) == totals.ReadRuns, told);
            Assert.True(distances.Where(distance => distance > 0).Sum() == totals.Forward.Bytes, told);
            Assert.True(-distances.Where(distance => distance < 0).Sum() == totals.Backward.Bytes, told);
            long[] sorted = [.. distances.Select(Math.Abs).Order()];
            Assert.True(sorted.Length == 0 ? totals.DistanceMedianBytes is null : IsMedian(sorted, totals.DistanceMedianBytes!.Value), told);
        }
    }

    // Example: block 5 of the file at 105 of the device, and 8 at 108: room was left for the hole.
    private static long Displacement((long File, long Device, bool HasData) block) => block.Device - block.File;

    private static bool IsMedian(long[] sorted, long ours)
    {
        long exact = sorted[(sorted.Length - 1) / 2];
        return ours <= exact && ours >= exact * 127.0 / 128;
    }

    private static IEnumerable<NativeExtent> Sequence(Random random, long blocks)
    {
        long at = 0;
        long device = 1_000_000;
        while (true)
        {
            at += random.Next(3) == 0 ? random.Next(1, 5) : 0;
            long count = random.Next(1, 9);
            if (at + count > blocks)
            {
                yield break;
            }

            device += random.Next(3) switch { 0 => 0, 1 => random.Next(1, 500), _ => -random.Next(20, 500) };
            yield return Extent(at, device, count, random.Next(4) == 0 ? NativeExtentFlags.Unwritten : NativeExtentFlags.None);
            (at, device) = (at + count, device + count);
        }
    }

    private static ExtentsTotalsRecord Counted(long length, params NativeExtent[] extents)
    {
        var tally = new FileTally();
        tally.Start(5, null); // what was counted before is forgotten
        tally.Add(Extent(0, 1, 1));
        tally.Start(length, null);
        foreach (NativeExtent extent in extents)
        {
            tally.Add(extent);
        }

        tally.End(isWhole: true);
        var total = new ExtentsTally();
        total.Start(0);
        total.Merge(tally.Totals);
        Assert.Equivalent(tally.Totals.ToRecord(), total.ToRecord(), strict: true);
        return total.ToRecord();
    }

    private static NativeExtent Extent(long block, long device, long count, NativeExtentFlags flags = NativeExtentFlags.None) =>
        new(block * Block, device * Block, count * Block, flags);

    private static ExtentAmountRecord Amount(long extents, long blocks) => new(extents, blocks * Block);

    private static (long Count, long Bytes, long? Smallest, long? Median, long? Largest) Sizes(SizesRecord sizes) =>
        (sizes.Count, sizes.Bytes, sizes.SmallestBytes, sizes.MedianBytes, sizes.LargestBytes);
}
