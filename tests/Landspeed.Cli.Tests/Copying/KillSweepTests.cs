using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>That the sweep of kills passes a good copier and catches bad ones.</summary>
public sealed class KillSweepTests
{
    [Fact]
    public void A_good_copier_passes_at_every_transfer()
    {
        using var volume = new TestVolume("ext4");
        using FaultStage stage = FaultStage.OnVolume(volume);

        SweepReport report = new KillSweep(stage, ScriptCopier.Case(ScriptCopier.Good)).Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 16, 20); // 8 writes, 8 reads and one more that finds the end
    }

    [Theory]
    [InlineData("kill")]
    [InlineData("kill-after")]
    public void A_good_copier_passes_at_every_step(string when)
    {
        using FaultStage stage = FaultStage.OnMount();
        FaultAction action = when == "kill" ? FaultAction.Kill : FaultAction.KillAfter;

        SweepReport report = new KillSweep(stage, ScriptCopier.Case(ScriptCopier.Good)) { Action = action }.Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 15, 60);
    }

    [Fact]
    public void A_copier_that_writes_in_place_is_caught_at_a_transfer()
    {
        using var volume = new TestVolume("ext4");
        using FaultStage stage = FaultStage.OnVolume(volume);

        SweepReport report = new KillSweep(stage, ScriptCopier.Case(ScriptCopier.InPlace)).Run();

        Assert.Contains(report.Violations, Says("neither the old file nor the new one"));
        Assert.InRange(report.Violations.Count, 15, report.Struck);
    }

    [Theory]
    [InlineData(ScriptCopier.InPlace, "neither the old file nor the new one")]
    [InlineData(ScriptCopier.RemovesFirst, "the old payload is gone")]
    [InlineData(ScriptCopier.NamesItOtherwise, "payload.tmp is left over")]
    [InlineData(ScriptCopier.StumblesOverLeftovers, "the next run: it ends with 1")]
    public void A_bad_copier_is_caught_at_a_step(string script, string problem)
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new KillSweep(stage, ScriptCopier.Case(script)).Run();

        Assert.Contains(report.Violations, Says(problem));
    }

    [Fact]
    public void A_copier_that_moves_its_source_does_not_even_begin()
    {
        using FaultStage stage = FaultStage.OnMount();
        var sweep = new KillSweep(stage, ScriptCopier.Case("""mv -fT "$1" "$2" """));

        InvalidOperationException refused = Assert.Throws<InvalidOperationException>(sweep.Run);

        Assert.Contains("payload of the source has changed", refused.Message, StringComparison.Ordinal);
    }

    private static Predicate<string> Says(string text) => line => line.Contains(text, StringComparison.Ordinal);
}
