using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command drawing papers up from stored results, and refusing what cannot be.</summary>
public sealed class PaperProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Stored_results_become_a_paper_that_is_shown_again_and_never_replaces_a_file()
    {
        Command made = InScratch(
            "$0 sweep . --size 1M --request-size 4K,64K,1M --time 10ms --repeat 2 --json s.json --quiet > s.txt "
            + "&& $0 patterns . --creation --request-size 4K,64K --size 1M --repeat 2 --json c.json --quiet > c.txt && touch landspeed-paper.json");
        Assert.True(made.ExitCode == 0, made.Error);

        Command first = InScratch("$0 paper --from s.json --from c.json && $0 paper --from landspeed-paper-2.json > again.txt && $0 report landspeed-paper-2.json --html r.html > shown.txt");

        Assert.True(first.ExitCode == 0, first.Error);
        Assert.Contains("The five findings of 2004", first.Output, StringComparison.Ordinal);
        Assert.Contains("the page is landspeed-paper-2.html, the result landspeed-paper-2.json", first.Error, StringComparison.Ordinal);
        Assert.Equal(File.ReadAllText(_scratch.File("landspeed-paper-2.html")), File.ReadAllText(_scratch.File("r.html")));
        Assert.Equal(
            ["again.txt", "c.json", "c.txt", "landspeed-paper-2.html", "landspeed-paper-2.json", "landspeed-paper-3.html", "landspeed-paper-3.json", "landspeed-paper.json", "r.html", "s.json", "s.txt", "shown.txt"],
            Names());
        Assert.Equal(0, new FileInfo(_scratch.File("landspeed-paper.json")).Length);
    }

    [Theory]
    [InlineData(1, "{}", "it has no schema")]
    [InlineData(1, "", "is not a result of Landspeed")]
    [InlineData(1, """{"schema": "landspeed.result", "schema_version": 99}""", "a result of a later Landspeed")]
    [InlineData(1, null, "cannot read r.json")]
    public void What_is_no_result_is_no_part_of_a_paper(int code, string? content, string words)
    {
        if (content is not null)
        {
            File.WriteAllText(_scratch.File("r.json"), content);
        }

        Command refused = InScratch("$0 paper --from r.json");

        Assert.Equal((code, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains(words, refused.Error, StringComparison.Ordinal);
        Assert.Equal(content is null ? [] : ["r.json"], Names());
    }

    [Theory]
    [InlineData("48M")]
    [InlineData("600M")]
    public void Where_there_is_no_room_only_what_a_paper_has_is_advised(string size)
    {
        using var volume = new TestVolume("ext4", size);

        Command refused = LandspeedProcess.Run("paper", volume.Path, "--quiet", "--dry-run");

        Assert.Equal(6, refused.ExitCode);
        Assert.DoesNotContain("--size", refused.Error, StringComparison.Ordinal);
        Assert.Contains("or name a directory on a larger volume", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_of_another_kind_is_refused_with_the_reason()
    {
        InScratch("$0 create out --files 1 --lines 3 --characters 5 --json r.json --quiet && rm -r out");

        Command refused = InScratch("$0 paper --from r.json");

        Assert.Equal(3, refused.ExitCode);
        Assert.Contains("no --from result can be used: r.json: it is a result of create; a paper uses those of sweep and of patterns --creation", refused.Error, StringComparison.Ordinal);
        Assert.Equal(["r.json"], Names());
    }

    [Fact]
    public void A_directory_that_is_missing_or_full_or_read_only_is_reported()
    {
        using var full = new TestVolume("tmpfs", "1M");
        using var readOnly = new TestVolume("tmpfs", "1M", "ro");

        Command missing = InScratch("$0 paper none");
        Command small = InScratch($"$0 paper {full.Path}");
        Command closed = InScratch($"$0 paper {readOnly.Path}");

        Assert.Equal((2, 6), (missing.ExitCode, small.ExitCode));
        Assert.Contains("name one that exists", missing.Error, StringComparison.Ordinal);
        Assert.True(closed.ExitCode is 1 or 3, $"{closed.ExitCode}: {closed.Error}");
        Assert.Contains("read-only", closed.Error, StringComparison.OrdinalIgnoreCase);
        Assert.Empty(Names());
    }

    [Fact]
    public void A_dry_run_names_parts_time_and_files_and_leaves_nothing_behind()
    {
        Command plan = InScratch("$0 paper --dry-run");

        Assert.Equal(0, plan.ExitCode);
        Assert.Contains("measures    sweep, then creation", plan.Output, StringComparison.Ordinal);
        Assert.Contains("landspeed-paper.html and landspeed-paper.json", plan.Output, StringComparison.Ordinal);
        Assert.Contains("landspeed-paper-creation.jsonl", plan.Output, StringComparison.Ordinal);
        Assert.Empty(Names());
    }

    private string[] Names() => [.. Directory.EnumerateFileSystemEntries(_scratch.Path).Select(name => Path.GetFileName(name)).Order(StringComparer.Ordinal)];

    private Command InScratch(string line) => LandspeedProcess.Shell($"cd \"$1\" && {line}", _scratch.Path);
}
