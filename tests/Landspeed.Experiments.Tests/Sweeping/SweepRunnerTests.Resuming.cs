using System.Text.Json.Nodes;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Sweeping;

public sealed partial class SweepRunnerTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(5)]
    [InlineData(15)]
    public void A_stopped_sweep_is_carried_on_with_only_the_missing_runs(int stopAfter)
    {
        SweepRequest options = Journaled();
        ResultDocument begun = Stop(options, stopAfter);
        Assert.True(begun.Partial);
        Assert.Equal(stopAfter, begun.Cells.Sum(cell => cell.Runs.Count));
        Assert.Equal([Journal], Directory.EnumerateFiles(_scratch.Path));

        int made = 0;
        ExperimentResult resumed = Run(
            Resumed(options), report => made += report.CellEnded ? 1 : 0, TestContext.Current.CancellationToken);

        ResultDocument whole = resumed.Document;
        Assert.Equal(16 - stopAfter, made);
        Assert.False(whole.Partial);
        Assert.Equal(begun.StartedAt, whole.StartedAt);
        Assert.Equal(begun.Setup.Seed, whole.Setup.Seed);
        Assert.All(whole.Cells, cell => Assert.Equal([0, 1], cell.Runs.Select(run => run.Round)));
        Assert.Subset(RunsOf(whole), RunsOf(begun));
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_journal_that_was_named_stays_and_gives_the_result_again()
    {
        SweepRequest options = Journaled() with { KeepJournal = true };
        ResultDocument whole = Run(options);

        ResultDocument again = Run(Resumed(options));

        Assert.Equal(Serialized(whole), Serialized(again));
        Assert.Equal([Journal], Directory.EnumerateFiles(_scratch.Path));
        using FileStream journal = File.OpenRead(Journal);
        Assert.Null(Files.FileMark.PurposeOf(journal.SafeFileHandle)); // it is the user's now
    }

    [Fact]
    public void A_line_that_was_cut_off_is_measured_again()
    {
        SweepRequest options = Journaled();
        Stop(options, 3);
        using (FileStream journal = File.OpenWrite(Journal))
        {
            journal.SetLength(journal.Length - 10);
        }

        int made = 0;
        ExperimentResult resumed = Run(
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
        SweepRequest options = Journaled();
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
        SweepRequest options = Journaled();
        Stop(options, 2);

        ExperimentException refusal = Assert.Throws<ExperimentException>(
            () => Run(options with { Resume = true, Options = options.Options with { RequestSizes = [8 * KiB] } }));

        Assert.Equal(Outcome.Usage, refusal.Outcome);
        Assert.False(Run(options with { Resume = true, Options = options.Options with { Seed = 99 } }).Partial);
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
        SweepRequest options = Journaled();
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
        Assert.Contains("is in use: another sweep is running", second.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_journal_whose_first_run_is_damaged_is_not_overwritten()
    {
        Stop(Journaled(), 1);
        string damaged = File.ReadAllText(Journal).TrimEnd('\n')[..^10];
        File.WriteAllText(Journal, damaged);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Journaled()));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains("a damaged run", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(damaged, File.ReadAllText(Journal));
    }

    [Theory]
    [InlineData("notes")]
    [InlineData("missing")]
    public void A_journal_that_is_a_symbolic_link_is_left_alone(string target)
    {
        File.WriteAllText(_scratch.File("notes"), string.Empty);
        File.CreateSymbolicLink(Journal, _scratch.File(target));

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Journaled()));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains("is a symbolic link", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(2, Directory.GetFileSystemEntries(_scratch.Path).Length);
    }

    [Fact]
    public void A_sweep_stopped_before_its_first_run_leaves_nothing()
    {
        Assert.Throws<OperationCanceledException>(() => Stop(Journaled(), 0));

        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Theory]
    [InlineData("", "is empty; leave out --resume")]
    [InlineData("\0\0\0\0", "holds no run; leave out --resume")] // its length was on the medium before its bytes
    [InlineData("{\"schema\":", "holds no run; leave out --resume")]
    public void A_journal_that_was_never_written_whole_is_begun_anew_but_not_carried_on(string content, string expected)
    {
        SweepRequest options = Journaled();
        Stop(options, 1);
        File.WriteAllText(Journal, content); // the file that we made, with its mark

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Resumed(options)));
        ResultDocument whole = Run(options);

        Assert.Equal(Outcome.Usage, refusal.Outcome);
        Assert.Contains(expected, refusal.Message, StringComparison.Ordinal);
        Assert.False(whole.Partial);
        Assert.Empty(Directory.EnumerateFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_file_of_somebody_that_has_the_name_of_the_journal_is_left_alone()
    {
        SweepRequest options = Journaled();
        Stop(options, 1);
        string head = File.ReadLines(Journal).First() + "\n";
        foreach (string content in new[] { string.Empty, "notes\n", head })
        {
            File.Delete(Journal);
            File.WriteAllText(Journal, content);

            ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(options));

            Assert.Equal(Outcome.Refused, refusal.Outcome);
            Assert.Contains("is not a journal", refusal.Message, StringComparison.Ordinal);
            Assert.Equal(content, File.ReadAllText(Journal));
        }
    }

    [Theory]
    [InlineData("\"schema_version\":1", "\"schema_version\":2")]
    [InlineData("\"hosts\":", "\"hosts\":null,\"x\":")]
    [InlineData("\"cells\":", "\"cells\":null,\"x\":")]
    [InlineData("\"api\":\"engine\"", "\"api\":\"other\"")]
    [InlineData("\"mode\":\"direct\"", "\"mode\":\"9\"")]
    [InlineData("\"operation\":\"read\"", "\"operation\":null")]
    [InlineData("\"queue_depth\":\"1\"", "\"queue_depth\":\"-1\"")]
    [InlineData("\"request_size_bytes\":\"", "\"request_size_bytes\":\"-")]
    [InlineData("\"rounds\":2", "\"rounds\":0")]
    [InlineData("\"rounds\":2", "\"rounds\":1000000000")]
    [InlineData("\"time_s\":\"", "\"time_s\":\"1e300")]
    [InlineData("\"limit_bytes\":\"", "\"limit_bytes\":\"9223372036854775807")]
    [InlineData("\"cells\":[{", "\"cells\":[null,{")]
    public void A_journal_with_impossible_values_is_left_alone(string field, string other)
    {
        SweepRequest options = Journaled();
        Stop(options, 2);
        string[] lines = File.ReadAllLines(Journal);
        string head = lines[0];
        lines[0] = new System.Text.RegularExpressions.Regex(
            System.Text.RegularExpressions.Regex.Escape(field), default, TimeSpan.FromSeconds(10)).Replace(head, other, 1);
        Assert.NotEqual(head, lines[0]);
        File.WriteAllLines(Journal, lines);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Resumed(options)));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
        Assert.Contains("is not a journal", refusal.Message, StringComparison.Ordinal);
        Assert.Equal(lines, File.ReadAllLines(Journal));
    }

    [Fact]
    public void A_journal_with_a_cell_twice_is_left_alone()
    {
        SweepRequest options = Journaled();
        Stop(options, 2);
        string[] lines = File.ReadAllLines(Journal);
        JsonNode head = JsonNode.Parse(lines[0])!;
        JsonArray cells = head["cells"]!.AsArray();
        cells.Add(cells[0]!.DeepClone());
        lines[0] = head.ToJsonString();
        File.WriteAllLines(Journal, lines);

        ExperimentException refusal = Assert.Throws<ExperimentException>(() => Run(Resumed(options)));

        Assert.Equal(Outcome.Refused, refusal.Outcome);
    }

    [Theory]
    [InlineData("\"round\":[0-9]+", "\"round\":-1")]
    [InlineData("\"round\":[0-9]+", "\"round\":2")]
    [InlineData("\"cell\":\"[^\"]*\"", "\"cell\":null")]
    [InlineData("\"metrics\":", "\"x\":")]
    public void A_run_that_the_sweep_does_not_have_is_passed_over(string field, string other)
    {
        SweepRequest options = Journaled();
        Stop(options, 2);
        string[] lines = File.ReadAllLines(Journal);
        string run = lines[1];
        lines[1] = new System.Text.RegularExpressions.Regex(
            field, default, TimeSpan.FromSeconds(10)).Replace(run, other, 1);
        Assert.NotEqual(run, lines[1]);
        File.WriteAllLines(Journal, lines);

        ResultDocument whole = Run(Resumed(options));

        Assert.False(whole.Partial);
        Assert.All(whole.Cells, cell => Assert.Equal([0, 1], cell.Runs.Select(one => one.Round)));
    }

    private string Journal => _scratch.File("sweep.jsonl");

    // Two curves, two operations, two sizes, two runs: 16 runs.
    private SweepRequest Journaled() => new(Small(), Journal);

    // As somebody would: without the grid.
    private static SweepRequest Resumed(SweepRequest request) => request with
    {
        Options = new SweepOptions { Path = request.Options.Path, Seed = 0 },
        Resume = true,
    };

    private static ResultDocument Stop(SweepRequest options, int after)
    {
        using var stop = new CancellationTokenSource();
        ExperimentResult result = Run(
            options,
            report =>
            {
                if (report.DoneRuns == after && report.Cell is not null)
                {
                    stop.Cancel();
                }
            },
            stop.Token);
        Assert.Null(result.Failure);
        return result.Document;
    }

    private static HashSet<(string Name, long StartedAtMs)> RunsOf(ResultDocument sweep) =>
        [.. sweep.Cells.SelectMany(cell => cell.Runs).Select(run => (run.Cell, run.StartedAtMs!.Value))];

    private static string Serialized(ResultDocument document)
    {
        using var writer = new StringWriter();
        ResultsJson.Write(document, writer);
        return writer.ToString();
    }
}
