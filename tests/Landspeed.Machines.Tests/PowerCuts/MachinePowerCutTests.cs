using System.Globalization;
using Landspeed.Machines.Tests.Machines;
using Landspeed.Testing;
using Landspeed.Testing.PowerCuts;

namespace Landspeed.Machines.Tests.PowerCuts;

/// <summary>
/// Power cuts of whole machines, beside those that are recorded (<c>tests/Landspeed.PowerCuts.Tests</c>): the same
/// works, the same checks.
/// </summary>
[Trait(Tier.Key, Tier.MachinesLong)]
public sealed class MachinePowerCutTests
{
    private const string CutsVariable = "LANDSPEED_MACHINE_CUTS";
    private const string SeedVariable = "LANDSPEED_SEED";
    private static readonly string[] s_works = ["file-over", "tree", "mirror", "hard-links", "move-tree"];

    /// <summary>Each with one file system, so that each file system has some.</summary>
    public static TheoryData<string, string, bool> Trials
    {
        get
        {
            var trials = new TheoryData<string, string, bool>();
            VolumeType[] types = [VolumeType.Ext4, VolumeType.Xfs, VolumeType.Btrfs];
            for (int number = 0; number < s_works.Length; number++)
            {
                trials.Add(s_works[number], types[number % types.Length].Name, number % 2 == 1);
            }

            return trials;
        }
    }

    [Theory]
    [MemberData(nameof(Trials))]
    public void No_power_cut_of_a_machine_breaks_a_promise(string work, string type, bool isDebian13)
    {
        int cuts = Number(CutsVariable, 4);
        int seed = Number(SeedVariable, 1);
        using var trial = new MachineCutTrial(CutWorks.Named(work), VolumeType.Named(type));

        List<string> problems = trial.Run(isDebian13 ? Kernel.Debian13 : Kernel.Debian12, cuts, new Random(seed));

        TestContext.Current.SendDiagnosticMessage(
            FormattableString.Invariant($"{type} {work}: {cuts} cuts, seed {seed}, {problems.Count} problems"));
        Assert.True(problems.Count == 0, FormattableString.Invariant($"seed {seed}:\n{string.Join('\n', problems)}"));
    }

    private static int Number(string variable, int otherwise) =>
        Environment.GetEnvironmentVariable(variable) is { Length: > 0 } text
            ? int.Parse(text, CultureInfo.InvariantCulture) : otherwise;
}
