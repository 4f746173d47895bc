using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>What is refused or fails, and what it leaves alone.</summary>
public sealed partial class MeasurementRunnerTests
{
    [Fact]
    public void A_request_that_is_not_aligned_names_the_alignment()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Run(New() with { RequestSize = 1000, RequireMode = true }));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("512", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("file")));

        RunRecord run = Measure(New() with { RequestSize = 1000 });
        Assert.Equal("buffered", run.Case!.Effective.Mode);
        Assert.Contains(run.Case!.Fallbacks, fallback => fallback.Contains("512", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_that_somebody_truncates_ends_the_run_as_changed()
    {
        string name = _scratch.CreateFile("theirs", Size);
        var truncate = new ActionAt(WorkPhase.Measuring, () =>
        {
            using FileStream stream = File.OpenWrite(name);
            stream.SetLength(Size / 2);
        });

        ExperimentException changed = Assert.Throws<ExperimentException>(
            () => Run(New("theirs") with { Size = null, Time = TimeSpan.FromSeconds(3) }, truncate));

        Assert.Equal(Outcome.SourceChanged, changed.Outcome);
        Assert.Contains("became shorter", changed.Message, StringComparison.Ordinal);
        Assert.Contains($" {Size / 2} bytes, {Size} before", changed.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(name));
    }

    [Theory]
    [InlineData(MeasuredOperation.Write, Size)]
    [InlineData(MeasuredOperation.Extend, Size)]
    [InlineData(MeasuredOperation.Read, 2 * Size)]
    public void A_foreign_file_that_took_the_name_after_the_plan_stays_as_it_is(MeasuredOperation operation, long size)
    {
        Measure(New());
        (ExperimentTask task, ExperimentPlan plan) = Plan(New() with { Operation = operation, Size = size });
        string name = Replace("file", out byte[] content);

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => s_runner.Run(task, plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("another file took its place", refused.Message, StringComparison.Ordinal);
        Assert.Equal(content, File.ReadAllBytes(name));
    }

    [Fact]
    public void A_foreign_file_that_takes_the_name_between_two_runs_stays_as_it_is()
    {
        byte[] content = [];
        var replace = new ActionAt(WorkPhase.Measuring, () => Replace("file", out content));

        ExperimentResult result = Measured(
            New() with { Operation = MeasuredOperation.Write, Repeat = 2, Time = TimeSpan.FromSeconds(1) },
            replace,
            TestContext.Current.CancellationToken);

        // The run that was made before stays a result.
        ExperimentException refused = Assert.IsType<ExperimentException>(result.Failure);
        Assert.True(result.Document.Partial);
        Assert.Single(result.Document.Cells[0].Runs);
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(content, File.ReadAllBytes(_scratch.File("file")));
    }

    [Fact]
    public void A_volume_that_fills_up_meanwhile_ends_the_run_with_no_space()
    {
        using var volume = new TestVolume("ext4", "256M");
        string hog = volume.File("hog");
        MeasurementOptions options = New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Operation = MeasuredOperation.Extend,
            Size = 128 << 20,
            RequestSize = 64 << 10,
            Time = TimeSpan.FromMinutes(2), // until it is full, however slow the machine is
            QueueDepth = 4,
        };
        (ExperimentTask task, ExperimentPlan plan) = Plan(options);
        Command.Shell($"fallocate -l 180M '{hog}'");

        NativeIOException full = Assert.Throws<NativeIOException>(
            () => s_runner.Run(task, plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(NativeErrorKind.NoSpace, full.Error.Kind);
        Assert.False(File.Exists(volume.File("file")));
        Assert.True(File.Exists(hog));
    }
}
