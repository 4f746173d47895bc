using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command creating files of every request size.</summary>
public sealed class CreationProcessTests : IDisposable
{
    private static readonly string[] s_columns =
    [
        "throughput_bytes_per_s.median", "throughput_bytes_per_s.spread_pct", "throughput_to_return_bytes_per_s.median", "file_fragments.median",
        "cpu_ns_per_byte.low",
    ];

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Files_are_created_in_every_form_and_nothing_else_stays()
    {
        Command done = Patterns(
            "--request-size", "4K,64K", "--size", "1M", "--repeat", "2", "--seed", "7", "--quiet",
            "--json", _scratch.File("a.json"), "--csv", _scratch.File("a.csv"), "--html", _scratch.File("a.html"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Rate of creation in MB/s", done.Output, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(_scratch.File("a.json")));
        Assert.Equal("creation", json.RootElement.GetProperty("variant").GetString());
        Assert.Equal(6, json.RootElement.GetProperty("cells").GetArrayLength());
        string[] csv = File.ReadAllLines(_scratch.File("a.csv"));
        Assert.Equal(7, csv.Length);
        Assert.All(
            s_columns,
            column => Assert.Contains($"cells.metrics.{column}", csv[0].Split(',')));
        Assert.Contains("Runs of the files that were created", File.ReadAllText(_scratch.File("a.html")), StringComparison.Ordinal);
        Assert.Equal(["a.csv", "a.html", "a.json"], Names());
    }

    [Theory]
    [InlineData("requests of 2 MiB are larger than the file of 1 MiB", "--request-size", "2M", "--size", "1M")]
    [InlineData("--request-size is for creating files; use --creation instead of --apis", "--apis", "--request-size", "4K")]
    [InlineData("--apis and --creation are two experiments", "--apis", "--creation")]
    [InlineData("--size is for comparing APIs, creating files and fragmented files; add --apis, --creation or --run-lengths", "--size", "1M")]
    [InlineData("--fs is for temporary volumes; add --image SIZE", "--fs", "xfs")]
    public void Words_that_cannot_be_are_a_matter_of_usage(string told, params string[] words)
    {
        bool isKindGiven = words.Contains("--apis") || words.Contains("--creation") || words is ["--size", _];
        Command refused = LandspeedProcess.Run(["patterns", _scratch.Path, .. isKindGiven ? Array.Empty<string>() : ["--creation"], .. words]);

        Assert.True(refused.ExitCode == 2, refused.Output + refused.Error);
        Assert.Contains(told, refused.Error, StringComparison.Ordinal);
        Assert.Empty(Names());
    }

    [Fact]
    public void A_directory_that_is_missing_or_full_or_read_only_is_reported()
    {
        using var full = new TestVolume("tmpfs", "1M");
        using var readOnly = new TestVolume("tmpfs", "1M", "ro");

        Command missing = LandspeedProcess.Run("patterns", _scratch.File("none"), "--creation");
        Command small = LandspeedProcess.Run("patterns", full.Path, "--creation");
        Command closed = LandspeedProcess.Run("patterns", readOnly.Path, "--creation");

        Assert.Equal((2, 6), (missing.ExitCode, small.ExitCode));
        Assert.Contains("name one that exists", missing.Error, StringComparison.Ordinal);
        Assert.Contains("give a smaller --size", small.Error, StringComparison.Ordinal);
        Assert.True(closed.ExitCode is 1 or 3, $"{closed.ExitCode}: {closed.Error}");
        Assert.Contains("read-only", closed.Error, StringComparison.OrdinalIgnoreCase);
    }

    [Fact]
    public void A_signal_leaves_nothing_but_the_journal_to_carry_on()
    {
        string[] words = ["patterns", _scratch.Path, "--creation", "--size", "4M", "--repeat", "100", "--seed", "1"];
        using LandspeedProcess process = LandspeedProcess.Start(words);
        LandspeedProcess.WaitForLines(_scratch.File("landspeed-patterns.jsonl"), 3); // the plan and two runs

        process.Signal("INT");

        Command stopped = process.Wait();
        Assert.Equal(130, stopped.ExitCode);
        Assert.Contains("stopped early", stopped.Output, StringComparison.Ordinal);
        Assert.Equal(["landspeed-patterns.jsonl"], Names());
    }

    [Fact]
    public void Who_reads_only_the_first_lines_ends_it_without_a_word()
    {
        Command done = LandspeedProcess.Shell(
            "\"$0\" patterns \"$1\" --creation --request-size 64K --size 1M --repeat 1 --quiet | head -1", _scratch.Path);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("creating files", done.Output, StringComparison.Ordinal);
        Assert.Empty(Names());
    }

    private Command Patterns(params string[] words) => LandspeedProcess.Run(["patterns", _scratch.Path, "--creation", .. words]);

    private string[] Names() => [.. Directory.GetFileSystemEntries(_scratch.Path).Select(name => Path.GetFileName(name)).Order(StringComparer.Ordinal)];
}
