using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>What a stopped run leaves behind.</summary>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(WorkPhase.Preparing)]
    [InlineData(WorkPhase.Baseline)]
    [InlineData(WorkPhase.WarmingUp)]
    [InlineData(WorkPhase.Measuring)]
    public void Stopped_in_any_phase_the_file_it_created_is_gone(WorkPhase phase)
    {
        ResultDocument? partial = Stop(New() with { Size = 2L << 30, Time = TimeSpan.FromSeconds(20) }, phase);

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal(phase == WorkPhase.Measuring, partial is not null);
        if (partial is not null)
        {
            Assert.True(partial.Partial);
            Assert.True(partial.Cells[0].Runs[0].Partial);
            Assert.InRange(partial.Cells[0].Runs[0].Bytes(), 1, long.MaxValue);
        }
    }

    [Fact]
    public void Stopped_in_a_later_warm_up_the_complete_runs_are_a_partial_result()
    {
        _scratch.CreateFile("theirs", Size);
        using var stop = new CancellationTokenSource();
        int warmUps = 0;
        var stopSecond = new EachReport(progress =>
        {
            if (progress is { Work.Phase: WorkPhase.WarmingUp, Round: 1 } && warmUps++ == 0)
            {
                stop.Cancel();
            }
        });
        MeasurementOptions options = New("theirs") with { Size = null, Repeat = 3, Time = TimeSpan.FromSeconds(2) };

        ResultDocument document = Measured(options, stopSecond, stop.Token).Document;

        Assert.True(document.Partial);
        Assert.False(Assert.Single(document.Cells[0].Runs).Partial);
    }

    [Fact]
    public void Stopped_the_file_stays_when_it_is_to_be_kept()
    {
        Stop(New() with { Size = 512L << 20, Time = TimeSpan.FromSeconds(20), Keep = true }, WorkPhase.Measuring);
        Assert.True(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void Stopped_a_file_that_was_there_before_stays()
    {
        _scratch.CreateFile("theirs", Size);
        Stop(New("theirs") with { Size = null, Time = TimeSpan.FromSeconds(20) }, WorkPhase.Measuring);
        Assert.Equal(Size, new FileInfo(_scratch.File("theirs")).Length);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_that_a_killed_run_left_half_filled_is_filled_again(bool ours)
    {
        Capability.RequireProgram("setfattr");

        // What kill -9 leaves: our mark, the whole length reserved, the beginning written, and the note that filling began.
        string name = _scratch.File("file");
        Measure(New() with { Preparation = FilePreparation.Reserve, Bytes = Size, Time = Ample });
        using (FileStream stream = File.OpenWrite(name))
        {
            stream.Write(new byte[Size / 4]);
        }

        string mark = Command.Shell($"getfattr --only-values -n user.landspeed '{name}'").Split(" length ")[0];
        Command.Shell(
            $"setfattr -n user.landspeed.filling -v 1 '{name}' && "
                + (ours ? $"setfattr -n user.landspeed -v '{mark}' '{name}'" : $"setfattr -x user.landspeed '{name}'"));

        ResultDocument document = Run(New() with { Bytes = Size, Time = Ample });

        Assert.Equal(ours ? Verdict.Device : Verdict.Mixed, document.Cells[0].Runs[0].Truth().Verdict);
        Assert.Equal(ours ? 0 : 75, document.Cells[0].Runs[0].Truth().UnwrittenPct!.Value, 1.0);
        string left = Command.Shell($"getfattr -d '{name}' || true");
        Assert.Equal(!ours, left.Contains("filling", StringComparison.Ordinal));
    }

    [Fact]
    public void A_lengthening_that_is_stopped_leaves_the_file_as_it_was_and_whole()
    {
        Capability.RequireProgram("getfattr");
        Measure(New() with { Bytes = Size, Time = Ample });
        Assert.Null(Stop(New() with { Size = 2L << 30 }, WorkPhase.Preparing));

        Assert.Equal(Size, new FileInfo(_scratch.File("file")).Length);
        Assert.DoesNotContain("filling", Command.Shell($"getfattr -d '{_scratch.File("file")}'"), StringComparison.Ordinal);
        Assert.Equal(Verdict.Device, Measure(New() with { Bytes = Size, Time = Ample }).Truth().Verdict);
    }
}
