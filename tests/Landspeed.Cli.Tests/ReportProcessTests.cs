using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

public sealed class ReportProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData("measure a --time 20ms")]
    [InlineData("measure a --time 20ms --repeat 3")]
    [InlineData("sweep . --size 1M --request-size 64K,256K --queue-depth 1,2 --time 10ms --repeat 2")]
    [InlineData("patterns . --records 100 --repeat 1")]
    [InlineData("patterns . --modes")]
    [InlineData("hints . --files 3 --size 16K --repeat 1 --hints none,direct")]
    [InlineData("process in --repeat 1 --work 0 --threads 1")]
    [InlineData("create out --files 2 --lines 3 --characters 5")]
    [InlineData("records generate 1000 r")]
    [InlineData("copy a b --reflink never")]
    [InlineData("copy in tree")]
    [InlineData("verify sums")]
    [InlineData("extents a in --list")]
    public void A_stored_result_is_shown_as_it_was_shown_first(string verb)
    {
        _scratch.CreateFile("a", 1 << 20);
        Directory.CreateDirectory(_scratch.File("in"));
        File.WriteAllText(_scratch.File("in/lines.txt"), "one\ntwo\nthree\n");
        Command first = InScratch($"sha256sum a > sums; $0 {verb} --json r.json --html r.html --quiet");
        Assert.True(File.Exists(_scratch.File("r.json")), first.Error);

        // --quiet of a copy and a verification leaves the table out.
        Command again = InScratch("$0 report - --html again.html --json again.json < r.json");

        Assert.Equal((0, string.Empty), (again.ExitCode, again.Error));
        if (verb.Split(' ')[0] is not ("copy" or "verify" or "extents"))
        {
            Assert.Equal(first.Output, again.Output);
        }

        Assert.Equal(File.ReadAllText(_scratch.File("r.html")), File.ReadAllText(_scratch.File("again.html")));
        Assert.Equal(File.ReadAllText(_scratch.File("r.json")), File.ReadAllText(_scratch.File("again.json")));
    }

    [Fact]
    public void A_result_is_read_from_a_file_or_from_standard_input_and_written_in_any_form()
    {
        InScratch("$0 create out --files 2 --lines 3 --characters 5 --json r.json --quiet");

        Command table = InScratch("$0 report r.json");

        Assert.Equal((0, string.Empty), (table.ExitCode, table.Error));
        Assert.Equal(table.Output, InScratch("$0 report - < r.json").Output);
        Assert.StartsWith("#", InScratch("$0 report r.json --format markdown").Output);
        Assert.Equal(File.ReadAllText(_scratch.File("r.json")), InScratch("$0 report r.json --json -").Output);
    }

    [Theory]
    [InlineData(1, "{}", "landspeed: r.json is not a result of Landspeed: it has no schema; give a file that --json wrote")]
    [InlineData(1, "no json", "landspeed: r.json is not a result of Landspeed: it does not begin with {; give a file that --json wrote")]
    [InlineData(1, "{no json", "landspeed: r.json is not a result of Landspeed: 'n' is an invalid")]
    [InlineData(1, """{"schema": "landspeed.result", "schema_version": 99}""", "landspeed: r.json is a result of a later Landspeed: its schema version is 99,")]
    [InlineData(1, """{"schema": "landspeed.result", "schema_version": 1}""", "it lacks kind, tool, started_at, hosts, places, setup, cells; give a file")]
    [InlineData(1, null, "landspeed: cannot read r.json: ")]
    public void What_is_no_result_is_refused_in_one_line(int code, string? content, string words)
    {
        if (content is not null)
        {
            File.WriteAllText(_scratch.File("r.json"), content);
        }

        Command done = InScratch("$0 report r.json");

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains(words, done.Error);
        Assert.DoesNotContain("internal error", done.Error);
        Assert.Equal(1, done.Error.Count(character => character == '\n'));
    }

    [Fact]
    public void A_format_that_does_not_know_the_kind_is_refused()
    {
        InScratch("$0 create out --files 1 --lines 3 --characters 5 --json r.json --quiet");

        Command done = InScratch("$0 report r.json --format fio");

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("table, json, csv, html, markdown", done.Error);
    }

    [Theory]
    [InlineData("--hdr out.hdr")]
    [InlineData("--hdr -")]
    [InlineData("--format hdr")]
    public void A_result_whose_distributions_were_not_kept_is_no_log_of_HdrHistogram(string option)
    {
        InScratch("$0 measure f --size 4M --zones 2 --repeat 2 --time 20ms --mode buffered --json r.json --quiet");

        Command done = InScratch($"$0 report r.json {option}");

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("the result has no distributions of latency", done.Error);
        Assert.False(File.Exists(_scratch.File("out.hdr")));
    }

    private Command InScratch(string line) => LandspeedProcess.Shell($"cd \"$1\" && {line}", _scratch.Path);
}
