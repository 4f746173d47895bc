using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public sealed class CompareVerbTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly CommandUnderTest _command = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Two_results_are_shown_side_by_side()
    {
        (string before, string after) = (Stored("before.json", 100), Stored("after.json", 80));

        Command compared = _command.Run("compare", before, after);

        Assert.Equal((0, "compare Table\n", string.Empty), (compared.ExitCode, compared.Output, compared.Error));
    }

    [Theory]
    [InlineData(80, "10%", 7)]
    [InlineData(80, "10", 7)]
    [InlineData(80, "25", 0)]
    [InlineData(100, "0", 0)]
    public void A_broken_gate_ends_with_7(double rate, string gate, int exitCode) =>
        Assert.Equal(exitCode, _command.Run("compare", Stored("before.json", 100), Stored("after.json", rate), "--gate", gate).ExitCode);

    [Fact]
    public void What_is_not_comparable_is_refused_with_3_and_compared_with_anyway()
    {
        (string one, string other) = (Stored("one.json", 100), Stored("other.json", 100, document => document with { MethodVersion = 7 }));

        Command refused = _command.Run("compare", one, other);

        Assert.Equal((3, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains("method version: 1 in ", refused.Error, StringComparison.Ordinal);
        Assert.Equal(0, _command.Run("compare", one, other, "--anyway").ExitCode);
    }

    [Theory]
    [InlineData("{}", 1, "it has no schema")]
    [InlineData("{\"schema\":\"landspeed.result\",\"schema_version\":99}", 1, "a result of a later Landspeed")]
    [InlineData("{\"schema\":\"landspeed.result\",\"kind\":", 1, "not a result of Landspeed")]
    [InlineData("{\"jobs\":[]}", 1, "it has no schema")]
    [InlineData("", 1, "not a result of Landspeed")]
    public void What_is_no_result_is_named_with_its_file(string content, int exitCode, string message)
    {
        File.WriteAllText(_scratch.File("bad.json"), content);

        Command failed = _command.Run("compare", Stored("good.json", 100), _scratch.File("bad.json"));

        Assert.Equal(exitCode, failed.ExitCode);
        Assert.Contains("bad.json", failed.Error, StringComparison.Ordinal);
        Assert.Contains(message, failed.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Missing_files_and_directories_are_named()
    {
        string good = Stored("good.json", 100);

        Assert.Contains("cannot read", _command.Run("compare", good, _scratch.File("missing.json")).Error, StringComparison.Ordinal);
        Command directory = _command.Run("compare", good, _scratch.Path);
        Assert.Equal(1, directory.ExitCode);
        Assert.Contains(
            $"cannot read {_scratch.Path}: it is a directory (EISDIR);", directory.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_with_control_characters_is_escaped()
    {
        Command failed = _command.Run("compare", Stored("good.json", 100), _scratch.File("a\u001b[31mb"));

        Assert.DoesNotContain('\u001b', failed.Error);
    }

    [Theory]
    [InlineData("compare needs two or more results, but none is named")]
    [InlineData("compare needs two or more results, but only one is named", "a")]
    [InlineData("standard input holds one result", "-", "-")]
    [InlineData("--band '0' is out of range; allowed: 0.1 to 100 percent", "a", "b", "--band", "0")]
    [InlineData("--gate 'x%' is out of range", "a", "b", "--gate", "x%")]
    [InlineData(
        "--metric 'speed' is not a metric that can improve; allowed: throughput_steady_bytes_per_s, throughput_bytes_per_s, ",
        "a", "b", "--metric", "elapsed_ns,speed")]
    [InlineData("--metric ',' has an empty item", "a", "b", "--metric", ",")]
    [InlineData("unknown option '--frob'", "a", "--frob")]
    public void A_wrong_command_line_says_what_is_allowed(string message, params string[] words)
    {
        Command wrong = _command.Run(["compare", .. words]);

        Assert.Equal(2, wrong.ExitCode);
        Assert.Contains(message, wrong.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_is_not_overwritten_by_the_comparison()
    {
        string good = Stored("good.json", 100);

        Command refused = _command.Run("compare", good, Stored("other.json", 100), "--json", good);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("is a result to be compared", refused.Error, StringComparison.Ordinal);
    }

    private string Stored(string name, double rate, Func<ResultDocument, ResultDocument>? change = null)
    {
        RunRecord[] runs =
        [
            .. Enumerable.Range(0, 8).Select(round => Documents.Run("case", Verdict.Device, round) with
            {
                Metrics = Metrics.Of((Metrics.Throughput, rate + (round % 3)), (Metrics.Elapsed, 1)),
            }),
        ];
        ResultDocument document = Documents.Of(
            ResultKinds.Measure, new SetupRecord { Seed = 1 }, Experiments.Judging.CellSummary.Of(new CellRecord { Name = "case", State = CellState.Pending }, runs));
        using StreamWriter file = File.CreateText(_scratch.File(name));
        ResultsJson.Write(change?.Invoke(document) ?? document, file);
        return _scratch.File(name);
    }
}
