using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>That the sweep of errors passes a good copier and catches bad ones.</summary>
public sealed class ErrorSweepTests
{
    [Fact]
    public void A_good_copier_passes_at_every_transfer()
    {
        using var volume = new TestVolume("ext4");
        using FaultStage stage = FaultStage.OnVolume(volume);

        SweepReport report = new ErrorSweep(stage, ScriptCopier.Case(ScriptCopier.Good))
        {
            Errors = [Errno.EIO, Errno.ENOSPC],
        }.Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 4 * 16, 4 * 20); // two errors, once and lasting
    }

    [Fact]
    public void A_good_copier_passes_at_every_step()
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new ErrorSweep(stage, ScriptCopier.Case(ScriptCopier.Good))
        {
            Errors = [Errno.EIO],

            // dd takes another number for its output before the first write and closes the first one unchecked.
            NotIgnorable = FaultOperations.Fsync | FaultOperations.Fsyncdir,
        }.Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 2 * 15, 2 * 60);
    }

    [Theory]
    [InlineData(ScriptCopier.InPlace, FaultOperations.Write, "neither the old file nor the new one")]
    [InlineData(ScriptCopier.RemovesFirst, FaultOperations.Rename, "the old payload is gone")]
    [InlineData(ScriptCopier.LeavesItThere, FaultOperations.Write, ".payload.landspeed-part is left over")]
    [InlineData(ScriptCopier.IgnoresReadErrors, FaultOperations.Read, "done, but payload")]
    [InlineData(ScriptCopier.IgnoresTheSync, FaultOperations.Fsync, "done, in spite of the error")]
    [InlineData(ScriptCopier.SaysNothing, FaultOperations.Write, "0 lines")]
    public void A_bad_copier_is_caught(string script, FaultOperations operation, string problem)
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new ErrorSweep(stage, ScriptCopier.Case(script))
        {
            Operations = operation,
            Errors = [Errno.EIO],
        }.Run();

        Assert.Contains(report.Violations, line => line.Contains(problem, StringComparison.Ordinal));
    }

    [Fact]
    public void A_copier_that_never_ends_is_caught()
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new ErrorSweep(stage, ScriptCopier.Case(ScriptCopier.TriesForEver))
        {
            Operations = FaultOperations.Create,
            Errors = [Errno.EIO],
            Patience = TimeSpan.FromSeconds(2),
        }.Run();

        Assert.Contains(report.Violations, line => line.EndsWith("it does not end", StringComparison.Ordinal));
    }
}
