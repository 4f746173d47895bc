using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public sealed class StallWatchTests : IDisposable
{
    private readonly HandClock _time = new();
    private readonly StringWriter _error = new();

    public void Dispose() => _error.Dispose();

    [Fact]
    public void An_experiment_that_stands_still_says_for_how_long_instead_of_its_last_rate()
    {
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(new ExperimentProgressPrinter(Plain(), _time), _time);
        Report(watch, 2, At(WorkPhase.Measuring, 200));

        _time.Now = TimeSpan.FromSeconds(14.5);

        Assert.Equal(
            "landspeed: measuring: 20 %, 0.0 MB/s, 8 s left\nlandspeed: measuring: 20 %, stalled for 5 s\nlandspeed: measuring: 20 %, stalled for 10 s\n",
            Written());
    }

    [Fact]
    public void Work_that_reports_the_same_bytes_again_and_again_stands_still_too()
    {
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(new ExperimentProgressPrinter(Plain(), _time), _time);
        Report(watch, 2, At(WorkPhase.Measuring, 200));
        for (double second = 2.25; second < 8; second += 0.25)
        {
            Report(watch, second, At(WorkPhase.Measuring, 200));
        }

        Assert.Contains("stalled for 5 s", Written(), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(WorkPhase.Flushing, 200)]
    [InlineData(WorkPhase.Dropping, 200)]
    [InlineData(WorkPhase.Measuring, 1000)]
    public void What_completes_no_bytes_by_its_nature_does_not_stall(WorkPhase phase, long done)
    {
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(new ExperimentProgressPrinter(Plain(), _time), _time);
        Report(watch, 2, At(WorkPhase.Measuring, 200));
        Report(watch, 3, At(phase, done));

        _time.Now = TimeSpan.FromSeconds(60);

        Assert.DoesNotContain("stalled", Written(), StringComparison.Ordinal);
    }

    [Fact]
    public void Requests_at_a_low_rate_do_not_stall_between_two_of_them()
    {
        var display = new ExperimentProgressPrinter(Plain(), _time);
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(display, _time);
        ExperimentProgress progress = At(WorkPhase.Measuring, 200);
        Report(watch, 2, progress with { Work = progress.Work!.Value with { IsSparse = true } });

        _time.Now = TimeSpan.FromSeconds(60);

        Assert.DoesNotContain("stalled", Written(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_says_so_in_its_log()
    {
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(new SweepLog(Plain(), _time, "heading"), _time);
        Report(watch, 0, At(WorkPhase.Measuring, 200) with { Cells = [], TotalRuns = 6 });

        _time.Now = TimeSpan.FromSeconds(5.5);

        Assert.Equal("heading\nlandspeed: run 1 of 6, stalled for 5 s: read-direct\n", Written());
    }

    [Fact]
    public void A_sweep_says_so_on_its_screen()
    {
        var terminal = new Terminal(TextWriter.Null, _error) { ErrorCanRewrite = true, ErrorSize = () => (80, 24) };
        using StallWatch<ExperimentProgress> watch = StallWatch.Of(new SweepScreen(terminal, (_, _, _) => { }, _time, "heading"), _time);
        Report(watch, 0, At(WorkPhase.Measuring, 200) with { TotalRuns = 6 });

        _time.Now = TimeSpan.FromSeconds(4.5);

        Assert.Contains("landspeed: run 1 of 6, stalled for 4 s: read-direct", Written(), StringComparison.Ordinal);
    }

    [Fact]
    public void Nothing_is_shown_after_the_end()
    {
        StallWatch<ExperimentProgress> watch = StallWatch.Of(new ExperimentProgressPrinter(Plain(), _time), _time);
        Report(watch, 2, At(WorkPhase.Measuring, 200));
        watch.Dispose();
        string before = Written();

        _time.Now = TimeSpan.FromSeconds(60);
        watch.Report(At(WorkPhase.Measuring, 300));

        Assert.Equal(before, Written());
    }

    private Terminal Plain() => new(TextWriter.Null, _error);

    private string Written() => _error.ToString();

    private void Report(StallWatch<ExperimentProgress> watch, double second, ExperimentProgress progress)
    {
        _time.Now = TimeSpan.FromSeconds(second);
        watch.Report(progress);
    }

    private static ExperimentProgress At(WorkPhase phase, long done)
    {
        var cell = new CellRecord { Name = "read-direct", State = CellState.Pending };
        return new ExperimentProgress
        {
            Cell = cell,
            DoneRuns = 0,
            TotalRuns = 1,
            Work = new WorkProgress(phase, done, 1000, TimeSpan.FromSeconds(2), TimeSpan.FromSeconds(10)),
            Elapsed = TimeSpan.Zero,
            Cells = [cell],
        };
    }
}
