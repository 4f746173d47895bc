using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Sweeping;

public sealed partial class SweepRunnerTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(15)]
    public void A_stopped_sweep_is_carried_on_with_only_the_missing_runs(int stopAfter)
    {
        SweepOptions options = Journaled();
        SweepDocument begun = Stop(options, stopAfter);
        Assert.True(begun.Partial);
        Assert.Equal(stopAfter, begun.Cells.Sum(cell => cell.Runs.Count));
        Assert.Equal([Journal], Directory.EnumerateFiles(_scratch.Path));

        int made = 0;
        SweepResult resumed = Run(
            Resumed(options), report => made += report.CellEnded ? 1 : 0, TestContext.Current.CancellationToken);

        SweepDocument whole = resumed.Document;
        Assert.Equal(16 - stopAfter, made);
        Assert.False(whole.Partial);
        Assert.Equal(begun.StartedAt, whole.StartedAt);
        Assert.Equal(begun.Setup.Seed, whole.Setup.Seed);
        Assert.All(whole.Cells, cell => Assert.Equal([0, 1], cell.Runs.Select(run => run.RunIndex)));
        Assert.Subset(RunsOf(whole), RunsOf(begun));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_journal_that_was_named_stays_and_gives_the_result_again()
    {
        SweepOptions options = Journaled() with { KeepJournal = true };
        SweepDocument whole = Run(options);

        SweepDocument again = Run(Resumed(options));

        Assert.Equal(Serialized(whole), Serialized(again));
        Assert.Equal([Journal], Directory.EnumerateFiles(_scratch.Path));
    }

    [Fact]
    public void A_line_that_was_cut_off_is_measured_again()
    {
        SweepOptions options = Journaled();
        Stop(options, 3);
        using (FileStream journal = File.OpenWrite(Journal))
        {
            journal.SetLength(journal.Length - 10);
        }

        int made = 0;
        SweepResult resumed = Run(
            Resumed(options), report => made += report.CellEnded ? 1 : 0, TestContext.Current.CancellationToken);

        Assert.Equal(14, made);
        Assert.False(resumed.Document.Partial);
    }

    [Theory]
    [InlineData("\"kernel\":\"[^\"]*\"", "\"kernel\":\"1.2.3\"", "kernel was 1.2.3, is ")]
    [InlineData("\"file_system\":\"[^\"]*\"", "\"file_system\":\"zfs\"", "file_system was zfs, is ")]
    [InlineData("\"method_version\":1,", "\"method_version\":99,", "method_version was 99, is 1")]
    public void A_sweep_of_another_machine_file_system_or_method_is_not_carried_on(string field, string other, string said)
    {
        SweepOptions options = Journaled();
        Stop(options, 2);
        string text = File.ReadAllText(Journal);
        File.WriteAllText(Journal, new System.Text.RegularExpressions.Regex(
            field, default, TimeSpan.FromSeconds(10)).Replace(text, other, 1));

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Resumed(options)));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains(said, refusal.Message, StringComparison.Ordinal);
        Assert.Equal([Journal], Directory.EnumerateFiles(_scratch.Path));
    }

    [Fact]
    public void The_grid_may_be_given_again_but_not_changed()
    {
        SweepOptions options = Journaled();
        Stop(options, 2);

        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => Run(options with { Resume = true, RequestSizes = [8 * KiB] }));

        Assert.Equal(Outcome.Usage, refusal.Outcome);
        Assert.False(Run(options with { Resume = true, Seed = 99 }).Partial);
    }

    [Fact]
    public void An_earlier_journal_is_not_overwritten()
    {
        Stop(Journaled(), 2);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Journaled()));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains("2 runs", refusal.Message, StringComparison.Ordinal);
        Assert.Contains("--resume", refusal.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void A_file_that_is_no_journal_is_left_alone(bool resume)
    {
        File.WriteAllText(Journal, "my notes\n");

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Journaled() with { Resume = resume }));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Equal("my notes\n", File.ReadAllText(Journal));
    }

    [Fact]
    public void A_journal_that_is_missing_cannot_be_carried_on()
    {
        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Journaled() with { Resume = true }));

        Assert.Equal(Outcome.Usage, refusal.Outcome);
        Assert.Contains(Journal, refusal.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_that_is_running_cannot_be_carried_on_by_another()
    {
        SweepOptions options = Journaled();
        ExperimentException? second = null;

        Run(
            options,
            report =>
            {
                if (report is { CellEnded: true, DoneRuns: 2 })
                {
                    second = Assert.Throws<ExperimentException>(() => Run(Resumed(options)));
                }
            },
            TestContext.Current.CancellationToken);

        Assert.Equal(Outcome.Refused, second!.Outcome);
    }

    [Fact]
    public void A_sweep_stopped_before_its_first_run_leaves_nothing()
    {
        Assert.Throws<OperationCanceledException>(() => Stop(Journaled(), 0));

        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    private string Journal => _scratch.File("sweep.jsonl");

    // Two curves, two operations, two sizes, two runs: 16 runs.
    private SweepOptions Journaled() => Small() with { Journal = Journal };

    // As somebody would: without the grid.
    private static SweepOptions Resumed(SweepOptions options) => new()
    {
        Place = options.Place, Journal = options.Journal, KeepJournal = options.KeepJournal, Resume = true, Seed = 0,
    };

    private static SweepDocument Stop(SweepOptions options, int after)
    {
        using var stop = new CancellationTokenSource();
        SweepResult result = Run(
            options,
            report =>
            {
                if (report.DoneRuns == after && report.Preparation is null)
                {
                    stop.Cancel();
                }
            },
            stop.Token);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private static HashSet<(string Name, long JobStartMs)> RunsOf(SweepDocument sweep) =>
        [.. sweep.Cells.SelectMany(cell => cell.Runs).Select(run => (run.Name, run.JobStartMs))];

    private static string Serialized(SweepDocument document)
    {
        using var writer = new StringWriter();
        ResultsJson.Write(document, writer);
        return writer.ToString();
    }
}
