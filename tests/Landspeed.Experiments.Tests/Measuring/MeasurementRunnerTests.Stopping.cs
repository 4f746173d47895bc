using System.Diagnostics;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>What a stopped run leaves behind.</summary>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(MeasurementPhase.Preparing)]
    [InlineData(MeasurementPhase.Baseline)]
    [InlineData(MeasurementPhase.WarmingUp)]
    [InlineData(MeasurementPhase.Measuring)]
    public void Stopped_in_any_phase_the_file_it_created_is_gone(MeasurementPhase phase)
    {
        MeasurementDocument? partial = Stop(New() with { Size = 2L << 30, Time = TimeSpan.FromSeconds(20) }, phase);

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal(phase == MeasurementPhase.Measuring, partial is not null);
        if (partial is not null)
        {
            Assert.True(partial.Partial);
            Assert.True(partial.Jobs[0].Partial);
            Assert.InRange(partial.Jobs[0].Transfer.Bytes, 1, long.MaxValue);
        }
    }

    [Fact]
    public void Stopped_in_a_later_warm_up_the_complete_runs_are_a_partial_result()
    {
        _scratch.CreateFile("theirs", Size);
        using var stop = new CancellationTokenSource();
        var runner = new MeasurementRunner(TimeProvider.System);
        int warmUps = 0;
        var stopSecond = new EachReport(progress =>
        {
            if (progress is { Phase: MeasurementPhase.WarmingUp, RunIndex: 1 } && warmUps++ == 0)
            {
                stop.Cancel();
            }
        });
        MeasurementOptions options = New("theirs") with { Size = null, Repeat = 3, Time = TimeSpan.FromSeconds(2) };

        MeasurementDocument document = runner.Run(runner.Plan(options), stopSecond, stop.Token);

        Assert.True(document.Partial);
        Assert.False(Assert.Single(document.Jobs).Partial);
    }

    [Fact]
    public void Stopped_the_file_stays_when_it_is_to_be_kept()
    {
        Stop(New() with { Size = 512L << 20, Time = TimeSpan.FromSeconds(20), Keep = true }, MeasurementPhase.Measuring);
        Assert.True(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void Stopped_a_file_that_was_there_before_stays()
    {
        _scratch.CreateFile("theirs", Size);
        Stop(New("theirs") with { Size = null, Time = TimeSpan.FromSeconds(20) }, MeasurementPhase.Measuring);
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
        Measure(New() with { Preparation = FilePreparation.Reserve, Bytes = Size });
        using (FileStream stream = File.OpenWrite(name))
        {
            stream.Write(new byte[Size / 4]);
        }

        Command.Shell($"setfattr -n user.landspeed.filling -v 1 '{name}'" + (ours ? string.Empty : $" && setfattr -x user.landspeed '{name}'"));

        MeasurementDocument document = Run(New() with { Bytes = Size, Time = TimeSpan.FromMinutes(1) });

        Assert.Equal(ours ? Verdict.Device : Verdict.Mixed, document.Jobs[0].Truth.Verdict);
        Assert.Equal(ours ? 0 : 75, document.Jobs[0].Truth.UnwrittenPct!.Value, 1.0);
        string left = Command.Shell($"getfattr -d '{name}' || true");
        Assert.Equal(!ours, left.Contains("filling", StringComparison.Ordinal));
    }

    [Fact]
    public void A_lengthening_that_is_stopped_leaves_the_file_as_it_was_and_whole()
    {
        Capability.RequireProgram("getfattr");
        Measure(New() with { Bytes = Size });
        Assert.Null(Stop(New() with { Size = 2L << 30 }, MeasurementPhase.Preparing));

        Assert.Equal(Size, new FileInfo(_scratch.File("file")).Length);
        Assert.DoesNotContain("filling", Command.Shell($"getfattr -d '{_scratch.File("file")}'"), StringComparison.Ordinal);
        Assert.Equal(Verdict.Device, Measure(New() with { Bytes = Size }).Truth.Verdict);
    }
}
