using Landspeed.Testing;
using Landspeed.Testing.Faults;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>
/// The command under kill -9 and under errors, at every operation: under the target's name there is the old file or the
/// whole new one, and the next run finishes.
/// </summary>
public sealed class CopySweepTests
{
    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Killed_at_any_transfer_the_old_file_or_the_new_one_is_there(string type)
    {
        using var volume = new TestVolume(type);
        using FaultStage stage = FaultStage.OnVolume(volume);

        // Sixteen requests.
        SweepReport report = new KillSweep(
            stage, OneFile(4 << 20, "--strategy", "direct", "--request-size", "256K")).Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 32, 80);
    }

    [Fact]
    public void Killed_at_any_transfer_of_a_copy_with_a_journal_the_next_run_finishes()
    {
        using var volume = new TestVolume("ext4", "1G");
        using FaultStage stage = FaultStage.OnVolume(volume);

        SweepReport report = new KillSweep(stage, OneFile(65 << 20, "--strategy", "direct", "--request-size", "16M", "--verify")).Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 5, 400);
    }

    [Theory]
    [InlineData("kill")]
    [InlineData("kill-after")]
    public void Killed_before_or_after_any_step_the_old_file_or_the_new_one_is_there(string when)
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new KillSweep(stage, OneFile(100_000))
        {
            Action = when == "kill" ? FaultAction.Kill : FaultAction.KillAfter,
        }.Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 8, 60);
    }

    [Fact]
    public void Killed_before_any_step_of_a_tree_every_name_is_old_new_or_absent()
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new KillSweep(stage, Tree()).Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 20, 200);
    }

    [Theory]
    [InlineData("ext4")]
    [InlineData("xfs")]
    public void An_error_at_any_transfer_is_told_and_nothing_is_left(string type)
    {
        using var volume = new TestVolume(type);
        using FaultStage stage = FaultStage.OnVolume(volume);

        SweepReport report = new ErrorSweep(stage, OneFile(2 << 20, "--strategy", "direct", "--request-size", "512K"))
        {
            Errors = type == "ext4" ? [Errno.EIO, Errno.ENOSPC] : [Errno.EIO],
        }.Run();

        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 6, 200);
    }

    [Fact]
    public void An_error_at_any_step_is_told_and_nothing_is_left()
    {
        using FaultStage stage = FaultStage.OnMount();

        SweepReport report = new ErrorSweep(stage, OneFile(100_000)) { Errors = [Errno.EIO] }.Run();

        // Nothing depends on the journal's own fate: a copy is done whether it can be closed and removed or not.
        report = report with
        {
            Violations = [.. report.Violations.Where(
                violation => !violation.Contains("journal: done, in spite", StringComparison.Ordinal)
                    && !violation.Contains("journal: done, but .payload.landspeed-journal", StringComparison.Ordinal))],
        };
        Assert.True(report.Violations.Count == 0, report.ToString());
        Assert.InRange(report.Struck, 20, 400);
    }

    private static CopyCase OneFile(int length, params string[] options) => CopyCase.OneFile(
        "payload",
        length,
        (source, target) =>
            [LandspeedProcess.Executable, "copy", source, target, "--replace", "always", "--quiet", .. options]);

    private static CopyCase Tree() => new()
    {
        Line = (source, target) => [LandspeedProcess.Executable, "copy", source, target, "--replace", "always", "--quiet"],
        Source = new Dictionary<string, byte[]>
        {
            ["a"] = CopyCase.Content(10, 1),
            ["b"] = CopyCase.Content(100_000, 2),
            ["c"] = CopyCase.Content(2_000_000, 3),
        },
        Old = new Dictionary<string, byte[]>
        {
            ["b"] = CopyCase.Content(50_000, 4),
            ["other"] = CopyCase.Content(7, 5),
        },
    };
}
