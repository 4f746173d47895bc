using Landspeed.Cli.Calls;
using Landspeed.Experiments;
using Landspeed.Results;
using Landspeed.Results.Ranks;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class StoredResultsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private int _stored;

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void One_file_is_the_result_that_it_holds()
    {
        Assert.Equal(ResultKinds.Sweep, StoredResults.Read([Stored("a.json")]).Kind);
    }

    [Fact]
    public void Several_files_are_a_report_in_their_order_named_by_their_files()
    {
        ResultDocument report = StoredResults.Read([Stored("b.json"), Stored("a.json")]);

        Assert.Equal((ResultKinds.Report, null), (report.Kind, report.Variant));
        Assert.Equal(["b", "a"], report.Parts.Select(part => part.Label));
    }

    [Fact]
    public void Files_of_one_name_are_told_apart_by_their_directories_and_a_file_twice_by_number()
    {
        string[] names = [Stored("x/a.json"), Stored("y/a.json")];

        Assert.Equal([_scratch.File("x/a"), _scratch.File("y/a")], StoredResults.Read(names).Parts.Select(part => part.Label));
        Assert.Equal([$"{_scratch.File("x/a")} 1", $"{_scratch.File("x/a")} 2"], StoredResults.Read([names[0], names[0]]).Parts.Select(part => part.Label));
    }

    [Fact]
    public void A_directory_is_a_history_of_the_results_in_it_and_says_what_it_passed_over()
    {
        Stored("h/a.json");
        Stored("h/b.json");
        File.WriteAllText(_scratch.File("h/package.json"), "{}");
        File.WriteAllText(_scratch.File("h/notes.txt"), "no result");

        ResultDocument history = StoredResults.Read([_scratch.File("h")]);

        Assert.Equal((ResultKinds.Report, ResultKinds.History), (history.Kind, history.Variant));
        Assert.Equal(["a", "b"], history.Parts.Select(part => part.Label));
        FindingRecord passed = Assert.Single(history.Findings);
        Assert.Equal("passed_over", passed.Code);
        Assert.Contains("a file is skipped: ", passed.Message);
        Assert.Contains("package.json is not a result of Landspeed: it has no schema", passed.Message);
    }

    [Fact]
    public void A_result_that_lies_there_twice_is_counted_once()
    {
        File.Copy(Stored("h/a.json"), _scratch.File("h/copy.json"));

        ResultDocument history = StoredResults.Read([_scratch.File("h")]);

        Assert.Equal("a", Assert.Single(history.Parts).Label);
        Assert.EndsWith($"copy.json is the same result as {_scratch.File("h/a.json")}", Assert.Single(history.Findings).Message);
    }

    [Fact]
    public void The_part_of_one_rank_is_no_result_of_its_own()
    {
        Stored("h/a.json");
        Stored("h/a.rank1.json", document => document with { Rank = new RankRecord { Number = 1, Size = 2, Host = "host", Job = "job" } });

        ResultDocument history = StoredResults.Read([_scratch.File("h")]);

        Assert.Equal("a", Assert.Single(history.Parts).Label);
        Assert.EndsWith("a.rank1.json is the part of rank 1: combine the parts of a job with landspeed merge", Assert.Single(history.Findings).Message);
    }

    [Fact]
    public void A_history_kept_in_its_own_directory_is_no_result_of_it()
    {
        Stored("h/a.json");
        using (StreamWriter kept = File.CreateText(_scratch.File("h/history.json")))
        {
            ResultsJson.Write(StoredResults.Read([_scratch.File("h")]), kept);
        }

        ResultDocument again = StoredResults.Read([_scratch.File("h")]);

        Assert.Equal("a", Assert.Single(again.Parts).Label);
        Assert.EndsWith("history.json is a report of other results", Assert.Single(again.Findings).Message);
    }

    [Fact]
    public void A_result_in_a_directory_that_is_shown_is_not_replaced()
    {
        string shown = Stored("h/a.json");
        byte[] before = File.ReadAllBytes(shown);

        Command refused = new CommandUnderTest().Run("report", _scratch.File("h"), "--json", shown);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("a.json is a result to be shown", refused.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(shown));
    }

    [Fact]
    public void A_fifo_in_a_directory_is_passed_over_and_not_waited_for()
    {
        Stored("h/a.json");
        using (var made = System.Diagnostics.Process.Start("mkfifo", _scratch.File("h/b.json")))
        {
            made.WaitForExit();
        }

        FindingRecord passed = Assert.Single(StoredResults.Read([_scratch.File("h")]).Findings);

        Assert.Contains("b.json is not a regular file", passed.Message);
    }

    [Fact]
    public void A_file_of_gigabytes_that_is_no_result_is_not_read()
    {
        using (FileStream large = File.Create(_scratch.File("big.dat")))
        {
            large.SetLength(3L << 30);
        }

        ExperimentException refused = Assert.Throws<ExperimentException>(() => StoredResults.Read([_scratch.File("big.dat")]));

        Assert.Contains("big.dat is not a result of Landspeed: it does not begin with {", refused.Message);
    }

    [Fact]
    public void A_file_that_begins_like_a_result_and_has_gigabytes_is_named()
    {
        using (FileStream large = File.Create(_scratch.File("big.json")))
        {
            large.Write("{ "u8);
            large.SetLength(3L << 30);
        }

        Assert.Contains("it is larger than 2 GiB", Assert.Throws<ExperimentException>(() => StoredResults.Read([_scratch.File("big.json")])).Message);
    }

    [Fact]
    public void A_directory_without_results_is_refused()
    {
        Directory.CreateDirectory(_scratch.File("empty"));

        ExperimentException refused = Assert.Throws<ExperimentException>(() => StoredResults.Read([_scratch.File("empty")]));

        Assert.Equal(Outcome.Failed, refused.Outcome);
        Assert.Contains("there is no result in ", refused.Message);
    }

    [Fact]
    public void A_file_that_was_named_must_be_a_result_also_beside_a_directory()
    {
        Stored("h/a.json");
        File.WriteAllText(_scratch.File("b.json"), "{}");

        Assert.Throws<ExperimentException>(() => StoredResults.Read([_scratch.File("h"), _scratch.File("b.json")]));
    }

    [Fact]
    public void Standard_input_is_read_once() => Assert.Equal(
        Outcome.Usage, Assert.Throws<ExperimentException>(() => StoredResults.Read(["-", "-"])).Outcome);

    private string Stored(string name, Func<ResultDocument, ResultDocument>? change = null)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_scratch.File(name))!);
        using StreamWriter writer = File.CreateText(_scratch.File(name));
        ResultDocument document = Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 3));
        document = document with { StartedAt = document.StartedAt.AddMinutes(_stored++) };
        ResultsJson.Write(change?.Invoke(document) ?? document, writer);
        return _scratch.File(name);
    }
}
