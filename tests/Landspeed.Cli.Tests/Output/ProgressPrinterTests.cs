using Landspeed.Cli.Output;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public class ProgressPrinterTests
{
    private static readonly CellRecord s_cell = new() { Name = "read-direct", State = CellState.Pending };

    [Fact]
    public void Nothing_shows_in_the_first_two_seconds() => Assert.Empty(Print(rewrite: true, atSeconds: [0.5, 1.9]));

    [Fact]
    public void A_terminal_shows_one_line_and_rewrites_it() => Assert.Equal(
        "\rlandspeed: measuring: 25 %, 100 MB/s, 8 s left\u001b[K" +
        "\rlandspeed: measuring: 30 %, 100 MB/s, 7 s left\u001b[K" +
        "\r\u001b[K",
        Print(rewrite: true, atSeconds: [2.5, 3]));

    [Fact]
    public void Elsewhere_a_line_comes_every_five_seconds() => Assert.Equal(
        "landspeed: measuring: 20 %, 100 MB/s, 8 s left\nlandspeed: measuring: 70 %, 100 MB/s, 3 s left\n",
        Print(rewrite: false, atSeconds: [2, 3, 6.9, 7, 8]));

    private static string Print(bool rewrite, double[] atSeconds)
    {
        using var error = new StringWriter();
        var time = new HandClock();
        var printer = new ExperimentProgressPrinter(
            new Terminal(TextWriter.Null, error) { ErrorCanRewrite = rewrite }, time);
        foreach (double second in atSeconds)
        {
            time.Now = TimeSpan.FromSeconds(second);
            printer.Report(new ExperimentProgress
            {
                Cell = s_cell,
                DoneRuns = 0,
                TotalRuns = 1,
                Work = new WorkProgress(WorkPhase.Measuring, (long)(second * 1e8), null, time.Now, TimeSpan.FromSeconds(10)),
                Elapsed = time.Now,
                Cells = [s_cell],
            });
        }

        printer.Clear();
        return error.ToString();
    }

    [Theory]
    [InlineData(WorkPhase.Preparing, 1, "preparing the file: 50 %, 100 MB/s, 5 s left")]
    [InlineData(WorkPhase.WarmingUp, 3, "warming up, run 2 of 3: 50 %, 100 MB/s, 5 s left")]
    [InlineData(WorkPhase.Flushing, 3, "making the data durable, run 2 of 3: 50 %, 100 MB/s, 5 s left")]
    [InlineData(WorkPhase.Measuring, 3, "measuring, run 2 of 3: 50 %, 100 MB/s, 5 s left")]
    public void The_phases_of_one_case_are_named(WorkPhase phase, int runs, string expected) => Assert.Equal(
        expected,
        ExperimentProgressPrinter.Of(new ExperimentProgress
        {
            Cell = phase == WorkPhase.Preparing ? null : s_cell,
            Round = 1,
            DoneRuns = runs == 1 ? 0 : 1,
            TotalRuns = runs,
            Work = new WorkProgress(phase, 500_000_000, 1_000_000_000, TimeSpan.FromSeconds(5), TimeSpan.FromSeconds(20)),
            Elapsed = TimeSpan.FromSeconds(5),
            Cells = [s_cell],
        }));

    [Fact]
    public void Single_work_that_bytes_bound_is_called_by_its_name() => Assert.Equal(
        "read-direct: 50 %, 100 MB/s, 5 s left",
        ExperimentProgressPrinter.Of(new ExperimentProgress
        {
            Cell = s_cell,
            DoneRuns = 0,
            TotalRuns = 1,
            Work = new WorkProgress(WorkPhase.Measuring, 500_000_000, 1_000_000_000, TimeSpan.FromSeconds(5), null),
            Elapsed = TimeSpan.FromSeconds(5),
            Cells = [s_cell],
        }));
}
