using Landspeed.Cli.Arguments;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Runs;

public sealed class StoredResultsTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

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
        Assert.Contains("a file is passed over: ", passed.Message);
        Assert.Contains("package.json is not a result of Landspeed: it has no schema", passed.Message);
    }

    [Fact]
    public void A_directory_without_results_is_refused()
    {
        Directory.CreateDirectory(_scratch.File("empty"));

        ExperimentException refused = Assert.Throws<ExperimentException>(() => StoredResults.Read([_scratch.File("empty")]));

        Assert.Equal(Outcome.Failed, refused.Outcome);
        Assert.Contains("no result is in ", refused.Message);
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

    private string Stored(string name)
    {
        Directory.CreateDirectory(Path.GetDirectoryName(_scratch.File(name))!);
        using StreamWriter writer = File.CreateText(_scratch.File(name));
        ResultsJson.Write(Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 3)), writer);
        return _scratch.File(name);
    }
}
