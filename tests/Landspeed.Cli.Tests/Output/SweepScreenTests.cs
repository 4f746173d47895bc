using System.Text.RegularExpressions;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Output;

public class SweepScreenTests
{
    [Fact]
    public void The_table_fills_in_place_and_is_removed_before_the_result() =>
        Golden.Check("sweep-screen", Readable(Show((80, 5), ThreeReports).Error));

    [Fact]
    public void Where_the_table_is_too_high_a_line_shows_instead() =>
        Golden.Check("sweep-line", Readable(Show((80, 4), ThreeReports).Error));

    [Theory]
    [InlineData(29, true)]
    [InlineData(28, false)]
    public void Where_the_table_is_too_wide_a_line_shows_instead(int columns, bool table)
    {
        string error = Show((columns, 24), ThreeReports).Error;
        Assert.Equal(table, error.Contains("Pending", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(20)]
    [InlineData(40)]
    public void No_line_reaches_the_last_column(int columns)
    {
        string shown = Regex.Replace(Show((columns, 24), ThreeReports).Error, @"\r|\u001b\[\d*[A-K]", string.Empty);
        Assert.Equal(columns - 1, shown.Split('\n').Max(line => line.Length));
    }

    [Fact]
    public void A_lower_table_leaves_nothing_of_a_higher_one() => Assert.EndsWith(
        "run 1 of 6\u001b[K\n\u001b[J\r\u001b[3A\u001b[J",
        Show((80, 24), (command, progress) =>
        {
            progress.Report(At(0, null));
            command.Clock.Now += TimeSpan.FromSeconds(1);
            progress.Report(At(0, null) with { Cells = [Sweeps.Cell("4KiB")] });
        }).Error,
        StringComparison.Ordinal);

    [Fact]
    public void Frames_come_no_more_often_than_eyes_follow()
    {
        string error = Show((80, 24), (command, progress) =>
        {
            for (int report = 0; report <= 400; report++)
            {
                progress.Report(At(0, "4KiB"));
                command.Clock.Now += TimeSpan.FromMilliseconds(1);
            }
        }).Error;
        Assert.Equal(3, error.Split("run 1 of 6").Length - 1);
    }

    [Fact]
    public void Quiet_shows_nothing() => Assert.Empty(Show((80, 24), ThreeReports, "--quiet").Error);

    [Fact]
    public void A_run_that_fails_clears_the_screen_before_the_message() => Assert.EndsWith(
        "\u001b[4A\u001b[Jlandspeed: broken\n",
        Show((80, 24), (_, progress) =>
        {
            progress.Report(At(0, null) with { Cells = [Sweeps.Cell("4KiB"), Sweeps.Cell("64KiB")] });
            throw new IOException("broken");
        }).Error,
        StringComparison.Ordinal);

    private static void ThreeReports(CommandUnderTest command, IProgress<ExperimentProgress> progress)
    {
        progress.Report(At(0, null) with
        {
            Work = new WorkProgress(WorkPhase.Preparing, 1L << 29, 1L << 30, TimeSpan.FromSeconds(0.5), null),
        });
        command.Clock.Now += TimeSpan.FromSeconds(1);
        progress.Report(At(0, "4KiB"));
        progress.Report(At(1, "4KiB") with
        {
            Cell = Sweeps.Cell("4KiB", CellState.Done, 1),
            CellEnded = true,
            Remaining = TimeSpan.FromSeconds(40.2),
            Cells = [Sweeps.Cell("4KiB", CellState.Done, 1), Sweeps.Cell("64KiB")],
        });
    }

    private static ExperimentProgress At(int done, string? size) => new()
    {
        Cell = size is null ? null : Sweeps.Cell(size),
        DoneRuns = done,
        TotalRuns = 6,
        Elapsed = TimeSpan.Zero,
        Cells = [Sweeps.Cell("4KiB"), Sweeps.Cell("64KiB")],
    };

    private static Command Show(
        (int Columns, int Rows) screen, Action<CommandUnderTest, IProgress<ExperimentProgress>> report, params string[] words)
    {
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            Screen = screen,
            SweepRunner = new FakeSweepRunner
            {
                Runs = progress =>
                {
                    if (progress is not null)
                    {
                        report(command!, progress);
                    }

                    return new ExperimentResult(Sweeps.Document(), Failure: null);
                },
            },
        };
        return command.Run(["sweep", .. words]);
    }

    private static string Readable(string text) => text
        .Replace("\u001b", "<esc>", StringComparison.Ordinal).Replace("\r", "<return>", StringComparison.Ordinal);
}
