using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public class SweepLogTests
{
    [Fact]
    public void A_line_comes_at_most_every_five_seconds() => Assert.Equal(
        """
        heading
        landspeed: 2 of 6 runs, 0:41 left: read-direct-4KiB-q8 1,500 MB/s device
        landspeed: 4 of 6 runs, 0:41 left: read-direct-4KiB-q8 1,500 MB/s device

        """,
        Print((0, At(0)), (4.9, At(1)), (5, At(2)), (9.9, At(3)), (10, At(4))));

    [Fact]
    public void Lines_tell_of_ended_runs_only() => Assert.Equal(
        "heading\n", Print((0, At(0)), (30, At(1) with { CellEnded = false })));

    [Fact]
    public void The_file_that_is_made_shows_too() => Assert.Equal(
        "heading\nlandspeed: preparing the file: 50 %, 107 MB/s, 5 s left\n",
        Print((0, At(0)), (5, At(0) with
        {
            Cell = null,
            CellEnded = false,
            Work = new WorkProgress(WorkPhase.Preparing, 1L << 29, 1L << 30, TimeSpan.FromSeconds(5), null),
        })));

    [Fact]
    public void A_failed_cell_says_why() => Assert.Equal(
        "heading\nlandspeed: 1 of 6 runs, 0:41 left: read-direct-4KiB-q8 failed: no luck\n",
        Print((0, At(0)), (5, At(1) with { Cell = Sweeps.Cell("4KiB", CellState.Failed) })));

    [Theory]
    [InlineData(0, "0:00")]
    [InlineData(0.4, "0:01")]
    [InlineData(59, "0:59")]
    [InlineData(59.1, "1:00")]
    [InlineData(3599, "59:59")]
    [InlineData(3600, "1:00:00")]
    [InlineData(90061, "25:01:01")]
    public void Times_read_as_on_a_clock(double seconds, string expected) =>
        Assert.Equal(expected, SweepStatus.Clock(TimeSpan.FromSeconds(seconds)));

    private static ExperimentProgress At(int done) => new()
    {
        Cell = Sweeps.Cell("4KiB", CellState.Done, 1),
        CellEnded = true,
        DoneRuns = done,
        TotalRuns = 6,
        Elapsed = TimeSpan.Zero,
        Remaining = TimeSpan.FromSeconds(40.2),
        Cells = [Sweeps.Cell("64KiB"), Sweeps.Cell("4KiB", CellState.Done, 1)],
    };

    private static string Print(params (double Second, ExperimentProgress Progress)[] reports)
    {
        using var error = new StringWriter();
        var time = new HandClock();
        var log = new SweepLog(new Terminal(TextWriter.Null, error), time, "heading");
        foreach ((double second, ExperimentProgress progress) in reports)
        {
            time.Now = TimeSpan.FromSeconds(second);
            log.Report(progress);
        }

        log.Clear();
        return error.ToString();
    }
}
