using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Workfiles;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class FillLimitsTests
{
    private const long Mebi = 1L << 20;
    private const long Gibi = 1L << 30;

    [Theory]
    [InlineData("ext4", 32 * Mebi, 2 * Mebi)]
    [InlineData("ext4", Gibi, Gibi / 25)]
    [InlineData("xfs", (10 * Gibi) - 100, ((10 * Gibi) - 100) / 25)]
    [InlineData("xfs", 10 * Gibi, Gibi)]
    [InlineData("ext4", 1000 * Gibi, 100 * Gibi)]
    [InlineData("btrfs", Gibi, Gibi * 15 / 100)]
    [InlineData("btrfs", 100 * Gibi, 15 * Gibi)]
    public void So_much_stays_untouched(string fileSystem, long capacity, long reserve) =>
        Assert.Equal(reserve, FillLimits.Reserve(capacity, fileSystem));

    [Theory]
    [InlineData("ext4", 1, 96)]
    [InlineData("ext4", 100, 90)]
    [InlineData("btrfs", 1, 85)]
    [InlineData("btrfs", 100, 85)]
    public void More_than_that_is_refused_with_the_most_that_can_be_asked(string fileSystem, long gibibytes, int most)
    {
        VolumeUse use = Use(gibibytes * Gibi, 0);

        Assert.InRange(FillLimits.Of(Options(most), use, fileSystem).TargetBytes, (gibibytes * Gibi * most / 100) - 4096, gibibytes * Gibi * most / 100);
        ExperimentException refused = Assert.Throws<ExperimentException>(() => FillLimits.Of(Options(most + 1), use, fileSystem));
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.EndsWith($"the maximum here is --fill {most}", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void What_others_use_counts_for_both_shares()
    {
        var limits = FillLimits.Of(Options(90) with { KeepPct = 30 }, Use(1000 * Mebi, 200 * Mebi), "ext4");

        Assert.Equal((700 * Mebi, 100 * Mebi), (limits.TargetBytes, limits.KeptBytes));
    }

    [Theory]
    [InlineData(50, Outcome.Refused, "50 % of the volume is used already, more than --fill 50")]
    [InlineData(52, null, null)]
    public void A_volume_that_is_as_full_already_is_refused(int fill, Outcome? outcome, string? message)
    {
        ExperimentException? refused = Record.Exception(() => FillLimits.Of(Options(fill), Use(Gibi, Gibi / 2), "ext4")) as ExperimentException;

        Assert.Equal(outcome, refused?.Outcome);
        Assert.StartsWith(message ?? string.Empty, refused?.Message ?? string.Empty, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(90, null, 0, 5)]
    [InlineData(90, null, 70, 75)]
    [InlineData(73, null, 70, 71)]
    [InlineData(90, 71, 70, 71)]
    public void What_is_kept_when_nothing_is_said_is_more_than_others_use(int fill, int? keep, int used, int kept) =>
        Assert.Equal(kept, FillLimits.Of(Options(fill) with { KeepPct = keep }, Use(Gibi, Gibi / 100 * used), "ext4").KeptPct);

    [Theory]
    [InlineData(90, "--delete-to 90 is not less than --fill 90")]
    [InlineData(20, "--delete-to 20 cannot be reached: others use 30 % of the volume; give 31 or more")]
    public void A_share_to_keep_that_cannot_be_is_a_mistake(int keep, string message)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => FillLimits.Of(Options(90) with { KeepPct = keep }, Use(Gibi, Gibi / 100 * 30), "ext4"));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.StartsWith(message, refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(64 * Mebi, null, null, Mebi, Mebi)]
    [InlineData(32 * Mebi, null, null, Mebi / 2, Mebi / 2)]
    [InlineData(Gibi, null, null, Mebi, 16 * Mebi)]
    [InlineData(1000 * Gibi, null, null, Mebi, 256 * Mebi)]
    [InlineData(Gibi, null, 4096L, 4096, 4096)]
    [InlineData(Gibi, 64 * Mebi, null, 64 * Mebi, 64 * Mebi)]
    public void Sizes_follow_the_volume_unless_they_are_given(long capacity, long? smallest, long? largest, long least, long most)
    {
        var limits = FillLimits.Of(Options(80) with { Smallest = smallest, Largest = largest }, Use(capacity, 0), "ext4");

        Assert.Equal((least, most), (limits.SmallestBytes, limits.LargestBytes));
    }

    [Theory]
    [InlineData(
        6000,
        "--hole-size 6000 B is not a multiple of the file system's blocks of 4 KiB; the nearest is 4 KiB")]
    [InlineData(512 * Mebi, "--hole-size 512 MiB does not fit several times into 819.2 MiB")]
    public void Holes_that_cannot_be_are_a_mistake(long hole, string message)
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => FillLimits.Of(Options(80) with { HoleLength = hole }, Use(Gibi, 0), "ext4"));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.StartsWith(message, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void More_holes_than_file_systems_bear_are_a_mistake() => Assert.Contains(
        "would be more than 262,144 holes",
        Assert.Throws<ExperimentException>(() => FillLimits.Of(Options(80) with { HoleLength = 4096 }, Use(4 * Gibi, 0), "ext4")).Message,
        StringComparison.Ordinal);

    [Fact]
    public void A_smallest_file_above_the_largest_is_a_mistake() => Assert.Equal(
        Outcome.Usage,
        Assert.Throws<ExperimentException>(() => FillLimits.Of(Options(80) with { Smallest = 2, Largest = 1 }, Use(Gibi, 0), "ext4")).Outcome);

    private static VolumeUse Use(long capacity, long used) => new(capacity, used, 0, 4096);

    private static FillOptions Options(int fill) => new() { Directory = FilePath.FromText("/nowhere"), FillPct = fill };
}
