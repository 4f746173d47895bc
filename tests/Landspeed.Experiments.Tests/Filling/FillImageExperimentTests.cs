using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Filling;

public sealed class FillImageExperimentTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    [Theory]
    [InlineData(ImageFileSystem.Ext4, 64, 95)]
    [InlineData(ImageFileSystem.Xfs, 300, 95)]
    [InlineData(ImageFileSystem.Btrfs, 128, 85)]
    public void A_volume_of_ones_own_is_filled_and_nothing_of_it_stays(ImageFileSystem fileSystem, int mebibytes, int percent)
    {
        Capability.RequireRoot();
        FillImageExperiment experiment = Experiment(new ImageOptions(mebibytes << 20, fileSystem), percent);
        ExperimentPlan plan = experiment.Plan(DateTimeOffset.UnixEpoch);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal((mebibytes << 20) * 9L / 8, plan.SpaceNeededBytes); // a file beside it measures the loop device

        RunRecord run;
        try
        {
            run = experiment.Prepare(ProgressMonitor.None)[0].Run(0, new RunContext(plan, ProgressMonitor.None, TimeProvider.System));
        }
        finally
        {
            experiment.CleanUp();
        }

        Assert.All(run.Fill!.Cycles, cycle => Assert.InRange(cycle.FilledPct, percent - 1.1, percent));
        Assert.Equal((0L, null), (run.Fill.FilesStaying, run.Fill.StaysIn));
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData(99, 30, Outcome.Refused, "must stay free")]
    [InlineData(50, 90, Outcome.Usage, "--delete-to 90 is not less than --fill 50")]
    public void What_no_such_volume_can_be_is_refused_before_one_is_made(int fill, int keep, Outcome outcome, string why)
    {
        Capability.RequireRoot();
        var options = new FillOptions { Directory = FilePath.FromText(_scratch.Path), FillPct = fill, KeepPct = keep };

        var refused = Assert.Throws<ExperimentException>(
            () => new FillImageExperiment(options, new ImageOptions(64 << 20, ImageFileSystem.Ext4)).Plan(DateTimeOffset.UnixEpoch));

        Assert.Equal(outcome, refused.Outcome);
        Assert.Contains(why, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Abandoned_in_the_middle_it_leaves_nothing()
    {
        Capability.RequireRoot();
        FillImageExperiment experiment = Experiment(new ImageOptions(64 << 20, ImageFileSystem.Ext4), 95);
        experiment.Plan(DateTimeOffset.UnixEpoch);
        experiment.Prepare(ProgressMonitor.None);

        experiment.Abandon();

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        experiment.CleanUp();
    }

    public void Dispose() => _scratch.Dispose();

    private FillImageExperiment Experiment(ImageOptions image, int percent) => new(
        new FillOptions { Directory = FilePath.FromText(_scratch.Path), FillPct = percent, KeepPct = 30, Cycles = 1, Smallest = 4096, Largest = 1 << 20 }, image);
}
