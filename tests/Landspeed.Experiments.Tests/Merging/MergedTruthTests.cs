using Landspeed.Experiments.Merging;
using Landspeed.Results;
using static Landspeed.Experiments.Tests.Merging.RankedResults;

namespace Landspeed.Experiments.Tests.Merging;

public class MergedTruthTests
{
    [Fact]
    public void One_verdict_of_all_is_that_of_the_whole()
    {
        TruthRecord whole = Whole(Truth(Verdict.Device, 100, 100), Truth(Verdict.Device, 300, 297));

        Assert.Equal((Verdict.Device, 400, 397), (whole.Verdict, whole.AppBytes, whole.DeviceBytes));
        Assert.Equal(99.25, whole.DeviceSharePct);
    }

    [Fact]
    public void Different_verdicts_are_mixed_with_the_shares()
    {
        TruthRecord whole = Whole(Truth(Verdict.Device, 100, 100), Truth(Verdict.Cache, 100, 0));

        Assert.Equal(Verdict.Mixed, whole.Verdict);
        Assert.Equal("1 ranks device and 1 ranks cache: the devices moved 50.0 % of the 200 bytes", whole.Reason);
    }

    [Fact]
    public void What_one_rank_does_not_know_nobody_knows()
    {
        TruthRecord whole = Whole(Truth(Verdict.Device, 100, 100), Truth(Verdict.Unknown, 100, null));

        Assert.Equal((Verdict.Unknown, null), (whole.Verdict, whole.DeviceBytes));
        Assert.EndsWith("r1: because Unknown", whole.Reason);
    }

    [Fact]
    public void A_rank_that_moved_nothing_has_no_say()
    {
        TruthRecord whole = Whole(Truth(Verdict.Device, 100, 100), Truth(Verdict.Unknown, 0, null));

        Assert.Equal(Verdict.Device, whole.Verdict);
    }

    [Fact]
    public void Ranks_of_one_host_are_not_foreign_to_each_other()
    {
        TruthRecord whole = Whole(Truth(Verdict.Device, 100, 100, foreign: 107), Truth(Verdict.Device, 100, 100, foreign: 107));

        Assert.Equal(7, whole.ForeignDeviceBytes);
    }

    private static TruthRecord Whole(params TruthRecord[] parts) =>
        MergedTruth.Of([.. parts.Select((truth, index) => (FormattableString.Invariant($"r{index}"), (TruthRecord?)truth))], [.. parts.Select(_ => 0)])!;
}
