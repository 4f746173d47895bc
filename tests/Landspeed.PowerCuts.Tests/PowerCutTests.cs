using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.PowerCuts.Tests;

/// <summary>Power cuts while the command works. Each file system has a class of its own, so that they run side by side.
/// </summary>
public abstract class PowerCutTests(VolumeType type)
{
    /// <summary>The works by name.</summary>
    public static TheoryData<string> Works => [.. PowerCutOptions.Works];

    public static TheoryData<string> AllWorks => [.. CutWorks.All.Select(work => work.Name)];

    public static TheoryData<string> Broken => [.. BrokenCopies.All.Select(work => work.Name)];

    [Theory]
    [MemberData(nameof(Works))]
    public void A_power_cut_breaks_no_promise(string work)
    {
        CutReport report = PowerCutOptions.Run(CutWorks.Named(work), type);
        Assert.True(report.Violated == 0, report.ToString());
    }

    [Theory, Trait(Tier.Key, Tier.PowerCuts)]
    [MemberData(nameof(AllWorks))]
    public void No_power_cut_of_many_breaks_a_promise(string work)
    {
        CutReport report = PowerCutOptions.RunLong(CutWorks.Named(work), type);
        Assert.True(report.Violated == 0, report.ToString());
    }

    [Theory]
    [MemberData(nameof(Broken))]
    public void A_copy_that_leaves_a_flush_out_is_caught(string work)
    {
        using var trial = new CutTrial(CutWorks.Named(work), type.Name == VolumeType.Ext4.Name ? VolumeType.StrictExt4 : type);
        CutReport report = trial.Run(count: 40, seed: 1, repeatedShare: 0);
        Assert.True(report.Violated > 0, report.ToString());
    }
}

public sealed class Ext4PowerCutTests() : PowerCutTests(VolumeType.Ext4);

public sealed class XfsPowerCutTests() : PowerCutTests(VolumeType.Xfs);

public sealed class BtrfsPowerCutTests() : PowerCutTests(VolumeType.Btrfs);
