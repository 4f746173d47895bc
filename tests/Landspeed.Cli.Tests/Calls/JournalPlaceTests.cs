using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class JournalPlaceTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void It_lies_where_it_is_named() =>
        Assert.Equal("j", JournalPlace.Find("sweep", "j", new ResultOutputs { Json = "r.json" }, FilePath.FromText(".")));

    [Theory]
    [InlineData("r.json", "r.csv", "r.html", "r.json.cells.jsonl")]
    [InlineData("-", "r.csv", "r.html", "r.csv.cells.jsonl")]
    [InlineData("/dev/null", null, "out/r.html", "out/r.html.cells.jsonl")]
    public void Else_beside_the_first_result_file(string json, string? csv, string? html, string expected) => Assert.Equal(
        expected,
        JournalPlace.Find("sweep", null, new ResultOutputs { Json = json, Csv = csv, Html = html }, FilePath.FromText(".")));

    [Fact]
    public void Else_in_the_directory_that_is_measured() => Assert.Equal(
        _scratch.File("landspeed-sweep.jsonl"), JournalPlace.Find("sweep", null, new ResultOutputs(), FilePath.FromText(_scratch.Path)));

    [Fact]
    public void There_it_has_the_name_of_its_verb() => Assert.Equal(
        _scratch.File("landspeed-hints.jsonl"),
        JournalPlace.Find("hints", null, new ResultOutputs(), FilePath.FromText(_scratch.Path)));

    [Theory]
    [InlineData(true)]
    [InlineData(false)]
    public void Else_beside_the_file_that_is_measured(bool exists)
    {
        FilePath file = exists ? FilePath.FromText(_scratch.CreateFile("a.dat", 1)) : _scratch.FilePath("a.dat");
        Assert.Equal(_scratch.File("a.dat.cells.jsonl"), JournalPlace.Find("sweep", null, new ResultOutputs { Csv = "-" }, file));
    }

    [Fact]
    public void Beside_a_name_that_is_not_UTF8_there_is_none() =>
        Assert.Null(JournalPlace.Find("sweep", null, new ResultOutputs(), _scratch.FilePath("x\uDCFF")));
}
