using System.Text.Json;
using System.Text.RegularExpressions;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command comparing ways to program file I/O.</summary>
public class PatternsProcessTests
{
    [Fact]
    public void Styles_are_compared_in_every_form_and_nothing_else_stays()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            "patterns", scratch.Path, "--styles", "line,block", "--records", "1000", "--repeat", "2", "--seed", "7", "--quiet",
            "--json", scratch.File("a.json"), "--csv", scratch.File("a.csv"), "--html", scratch.File("a.html"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("StreamReader.ReadLine", done.Output, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(scratch.File("a.json")));
        Assert.Equal("patterns", json.RootElement.GetProperty("kind").GetString());
        Assert.Equal("styles", json.RootElement.GetProperty("variant").GetString());
        Assert.Equal(5, File.ReadLines(scratch.File("a.csv")).Count());
        Assert.Equal(["a.csv", "a.html", "a.json"], Names(scratch));
    }

    [Fact]
    public void Apis_are_compared_and_what_cannot_be_is_blank()
    {
        using var scratch = new ScratchDirectory();
        Command done = LandspeedProcess.Run(
            "patterns", scratch.Path, "--apis", "--api", "filestream,pipe,mmap,landspeed-direct", "--record-size", "4K,64K", "--size", "1M",
            "--time", "2ms", "--quiet", "--format", "json");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        using JsonDocument json = JsonDocument.Parse(done.Output);
        JsonElement[] cells = [.. json.RootElement.GetProperty("cells").EnumerateArray()];
        Assert.Equal(4 * 2 * 8, cells.Length);
        Assert.All(cells, cell => Assert.Equal(
            cell.GetProperty("name").GetString()!.StartsWith("pipe", StringComparison.Ordinal)
                && cell.GetProperty("labels").GetProperty("order").GetString() == "random" ? "skipped" : "done",
            cell.GetProperty("state").GetString()));
        Assert.Empty(Names(scratch));
    }

    [Fact]
    public void File_modes_do_what_is_documented()
    {
        using var scratch = new ScratchDirectory();
        Command done = LandspeedProcess.Run("patterns", scratch.Path, "--modes", "--quiet");
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("25 of 25 outcomes are as documented", done.Output, StringComparison.Ordinal);
        Assert.Empty(Names(scratch));
    }

    [Theory]
    [InlineData("--modes and --apis", "--modes", "--apis")]
    [InlineData("add --apis", "--record-size", "4K")]
    [InlineData("--styles is for the programming styles", "--apis", "--styles", "line")]
    [InlineData("--records", "--records", "0")]
    [InlineData("--records", "--records", "-1")]
    [InlineData("--records", "--records", "99999999999999999999")]
    [InlineData("allowed", "--styles", "none")]
    [InlineData("powers of two", "--apis", "--record-size", "3")]
    public void Words_that_cannot_be_are_a_matter_of_usage(string told, params string[] words)
    {
        using var scratch = new ScratchDirectory();
        Command refused = LandspeedProcess.Run(["patterns", scratch.Path, .. words]);
        Assert.Equal(2, refused.ExitCode);
        Assert.Contains(told, refused.Error, StringComparison.Ordinal);
        Assert.Empty(Names(scratch));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("TERM", 143)]
    public void A_signal_leaves_nothing_but_the_journal_to_carry_on(string signal, int code)
    {
        using var scratch = new ScratchDirectory();
        string[] words = ["patterns", scratch.Path, "--styles", "block", "--records", "20000", "--repeat", "100", "--seed", "1"];
        using LandspeedProcess process = LandspeedProcess.Start(words);
        LandspeedProcess.WaitForLines(scratch.File("landspeed-patterns.jsonl"), 2); // the plan and a run

        process.Signal(signal);

        Assert.Equal(code, process.Wait().ExitCode);
        Assert.Equal(["landspeed-patterns.jsonl"], Names(scratch));
    }

    [Fact]
    public void Ioexamples_makes_the_file_that_is_named_and_refuses_somebodys()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("theirs"), "precious");

        Command made = LandspeedProcess.Run("ioexamples", scratch.File("mine"), "1000");
        Command refused = LandspeedProcess.Run("ioexamples", scratch.File("theirs"), "1000");

        Assert.Equal(0, made.ExitCode);
        Assert.Equal(100_000, new FileInfo(scratch.File("mine")).Length);
        Assert.Equal(3, refused.ExitCode);
        Assert.Contains("was not made by landspeed", refused.Error, StringComparison.Ordinal);
        Assert.Equal("precious", File.ReadAllText(scratch.File("theirs")));
        Assert.Equal(["mine", "theirs"], Names(scratch));
    }

    [Fact]
    public void Ioexamples_writes_its_result_to_files_and_shows_its_plan()
    {
        using var scratch = new ScratchDirectory();

        Command planned = LandspeedProcess.Run("ioexamples", scratch.File("mine"), "1000", "--dry-run");
        Assert.Equal([], Names(scratch));
        Command made = LandspeedProcess.Run(
            "ioexamples", "--json", scratch.File("r.json"), scratch.File("mine"), "1000", "--repeat", "1", "--quiet");

        Assert.Equal((0, 0, string.Empty), (planned.ExitCode, made.ExitCode, made.Error));
        Assert.Contains("runs", planned.Output, StringComparison.Ordinal);
        Assert.Equal(["mine", "r.json"], Names(scratch));
        Assert.Contains("\"variant\": \"styles\"", File.ReadAllText(scratch.File("r.json")), StringComparison.Ordinal);
    }

    [Fact]
    public void Fileio_understands_its_old_words()
    {
        using var scratch = new ScratchDirectory();
        Command done = LandspeedProcess.Run("fileio", "-Fc", "-P", scratch.Path, "-k", "16kb", "-z");
        Assert.Equal(0, done.ExitCode);
        string[] lines = done.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Contains("cells.verdicts.read", lines[0], StringComparison.Ordinal);
        Assert.True(lines.Length > 100);
        Assert.Empty(Names(scratch));
    }

    [Theory]
    [InlineData("fileio", "-Fc", "-k", "16kb")]
    [InlineData("fileio", "-Fc", "-k", "16kb", "-z")]
    public void Fileio_reads_and_writes_the_whole_file(params string[] words)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run([.. words, "-P", scratch.Path, "--json", scratch.File("a.json")]);

        Assert.Equal(0, done.ExitCode);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(scratch.File("a.json")));
        JsonElement[] cells = [.. json.RootElement.GetProperty("cells").EnumerateArray().Where(cell => cell.GetProperty("state").GetString() == "done")];
        Assert.True(cells.Length > 80, $"{cells.Length}");
        Assert.All(cells, cell =>
        {
            JsonElement metrics = cell.GetProperty("runs")[0].GetProperty("metrics");
            long record = metrics.GetProperty("record_bytes").GetInt64();
            long whole = cell.GetProperty("labels").GetProperty("order").GetString() == "random" ? Math.Max(1, 16_000 / record / 2) : 16_000 / record;
            bool isCut = cell.GetProperty("findings").EnumerateArray().Any(finding => finding.GetProperty("code").GetString() == "cut");
            Assert.False(isCut && record >= 4096, cell.GetProperty("name").GetString()); // calls by the byte can take longer than the limit
            Assert.Equal(isCut, metrics.GetProperty("work_done_pct").GetDouble() < 100);
            Assert.Equal(isCut, metrics.GetProperty("records").GetInt64() < whole);
        });
        Assert.Equal(["a.json"], Names(scratch));
    }

    [Fact]
    public void Fileio_marks_what_its_time_cuts_in_table_csv_and_page()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            "fileio", "-P", scratch.Path, "-k", "8M", "-z", "--time", "1ms", "--repeat", "2", "--seed", "7", "--quiet",
            "--csv", scratch.File("a.csv"), "--html", scratch.File("a.html"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("2 runs per cell   seed 7", done.Output, StringComparison.Ordinal);
        Assert.Contains("cut by the limit of 1.00 ms", done.Output, StringComparison.Ordinal);
        Assert.Matches(@"filestream-0 +\(<1%\) [0-9.]+", done.Output);
        Assert.Contains("cells.metrics.work_done_pct.median", File.ReadLines(scratch.File("a.csv")).First(), StringComparison.Ordinal);
        Assert.Contains("the time limit ended the run after", File.ReadAllText(scratch.File("a.csv")), StringComparison.Ordinal);
        Assert.Contains("cut at ", File.ReadAllText(scratch.File("a.html")), StringComparison.Ordinal);
    }

    [Fact]
    public void Fileio_says_before_how_long_it_takes()
    {
        using var scratch = new ScratchDirectory();

        Command plan = LandspeedProcess.Run("fileio", "-P", scratch.Path, "-k", "100mb", "-z", "--dry-run");
        Command full = LandspeedProcess.Run("fileio", "-P", scratch.Path, "--full", "--dry-run");
        Command run = LandspeedProcess.Run("fileio", "-P", scratch.Path, "-k", "64kb", "-z", "--time", "1ms");

        Assert.Matches(@"time +about \d+:\d\d on a device of 1 GB/s", plan.Output);
        Assert.Contains("ends with its last record or after 5,000 ms; with records of 4 KiB or more with its last record", plan.Output, StringComparison.Ordinal);
        Assert.Contains("each run    ends with its last record", full.Output, StringComparison.Ordinal);
        Assert.Contains("512 KiB", full.Output, StringComparison.Ordinal);
        Assert.Matches(@"^landspeed: \d+ runs of \d+ cases, about \d+:\d\d, seed \d+\n", run.Error);
        Assert.Empty(Names(scratch));
    }

    [Theory]
    [InlineData("patterns", "--apis")]
    [InlineData("fileio")]
    public void A_plan_of_many_cases_lists_three_and_all_with_details(params string[] verb)
    {
        using var scratch = new ScratchDirectory();
        string[] words = [.. verb, .. verb.Length > 1 ? [scratch.Path] : new[] { "-P", scratch.Path }, "--dry-run"];

        string some = LandspeedProcess.Run(words).Output;
        string all = LandspeedProcess.Run([.. words, "--details"]).Output;

        string[] listed = Cases(some);
        Assert.Equal(4, listed.Length);
        string[] details = Cases(all);
        Assert.Equal(listed[..3], details[..3]);
        Assert.Equal($"  and {details.Length - 3} more; --details lists all", listed[3]);
        Assert.Matches($@"runs +\d+ runs of {details.Length} cases\n", all);

        static string[] Cases(string plan) =>
            [.. plan.Split('\n').SkipWhile(line => line != "cases").Skip(1).TakeWhile(line => line.Length > 0)];
    }

    [Fact]
    public void Fileio_writes_the_columns_of_a_plot_others_on_request_and_all_with_csv()
    {
        using var scratch = new ScratchDirectory();
        string[] words = ["fileio", "-Fc", "-P", scratch.Path, "-k", "16kb", "-z", "--time", "1ms"];

        Command usual = LandspeedProcess.Run([.. words, "--csv", scratch.File("all.csv")]);
        Command chosen = LandspeedProcess.Run([.. words, "--columns", "api,cells.metrics.throughput_bytes_per_s.max"]);

        Assert.Equal((0, 0), (usual.ExitCode, chosen.ExitCode));
        string[] lines = usual.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries);
        Assert.Equal(
            "cells.labels.api,cells.labels.order,cells.labels.operation,cells.labels.flush,"
                + "cells.metrics.record_bytes.median,cells.metrics.throughput_bytes_per_s.median,"
                + "cells.metrics.work_done_pct.median,cells.state,"
                + "cells.verdicts.read,cells.verdicts.write",
            lines[0]);
        Assert.Contains(
            lines, line => Regex.IsMatch(line, "^filestream,sequential,read,off,4096,[0-9.]+,[0-9.]+,done,"));
        Assert.StartsWith(
            "cells.labels.api,cells.metrics.throughput_bytes_per_s.max\n", chosen.Output, StringComparison.Ordinal);
        Assert.True(File.ReadLines(scratch.File("all.csv")).First().Split(',').Length > 300);
        Assert.Equal(lines.Length, File.ReadLines(scratch.File("all.csv")).Count());
    }

    [Theory]
    [InlineData("throughput", "; did you mean throughput_bytes_per_s?")]
    [InlineData("recordbytes", "; did you mean record_bytes?")]
    [InlineData("xyzzy", "; without --columns the first line of CSV names all")]
    public void A_column_that_does_not_exist_is_refused_before_anything_is_made(string column, string answer)
    {
        using var scratch = new ScratchDirectory();

        foreach (string[] words in new[]
        {
            ["fileio", "-Fc", "-P", scratch.Path, "-k", "16kb"],
            new[] { "patterns", "--apis", scratch.Path, "--csv", scratch.File("a.csv") },
        })
        {
            Command refused = LandspeedProcess.Run([.. words, "--columns", $"api,{column}"]);

            Assert.Equal((2, string.Empty), (refused.ExitCode, refused.Output));
            Assert.Contains($"unknown column '{column}'{answer}", refused.Error, StringComparison.Ordinal);
            Assert.Empty(Names(scratch));
        }
    }

    [Fact]
    public void Fileio_can_empty_the_cache_by_reading_a_second_file()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            "fileio", "-P", scratch.Path, "-k", "16kb", "--flush-cache", "second-file", "--quiet",
            "--json", scratch.File("a.json"));

        Assert.Equal(0, done.ExitCode);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(scratch.File("a.json")));
        JsonElement options = json.RootElement.GetProperty("setup").GetProperty("options");
        Assert.Equal("a second file is read through", options.GetProperty("cache_before_flushed").GetString());
        Assert.Equal(["a.json"], Names(scratch));
    }

    [Fact]
    public void Fileio_makes_the_file_that_is_named_and_refuses_somebodys()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("theirs"), "precious");

        Command made = LandspeedProcess.Run("fileio", "-Fc", "-P", scratch.File("mine"), "-k", "16kb", "-z");
        Command refused = LandspeedProcess.Run("fileio", "-Fc", "-P", scratch.File("theirs"), "-k", "16kb", "-z");
        Command missing = LandspeedProcess.Run("fileio", "-P", scratch.File("none/"), "-k", "16kb");

        Assert.Equal(0, made.ExitCode);
        Assert.Equal(16_000, new FileInfo(scratch.File("mine")).Length);
        Assert.Equal(3, refused.ExitCode);
        Assert.Contains("was not made by landspeed", refused.Error, StringComparison.Ordinal);
        Assert.Equal("precious", File.ReadAllText(scratch.File("theirs")));
        Assert.Equal(2, missing.ExitCode);
        Assert.Contains("none", missing.Error, StringComparison.Ordinal);
        Assert.Equal(["mine", "theirs"], Names(scratch));
    }

    [Fact]
    public void The_default_length_of_fileio_is_what_the_same_words_name() => Assert.Equal(
        Line(LandspeedProcess.Run("fileio", "-z", "--dry-run").Output), Line(LandspeedProcess.Run("fileio", "-z", "-k", "100mb", "--dry-run").Output));

    [Theory]
    [InlineData("fileio", "-k")]
    [InlineData("fileio", "-x")]
    [InlineData("fileio", "-z1")]
    [InlineData("fileio", "-z", "-z")]
    [InlineData("fileio", "-k", "0")]
    [InlineData("fileio", "-P", "")]
    [InlineData("fileio", "--time")]
    [InlineData("fileio", "--time=")]
    [InlineData("fileio", "--time", "0")]
    [InlineData("fileio", "--repeat", "0")]
    [InlineData("fileio", "--full=yes")]
    [InlineData("fileio", "--unknown")]
    [InlineData("fileio", "word")]
    [InlineData("fileio", "-Fc", "--json", "-")]
    [InlineData("fileio", "-Fc", "--columns", "api,")]
    [InlineData("fileio", "--columns", "api")]
    [InlineData("fileio", "--flush-cache", "third-file")]
    [InlineData("fileio", "-z", "--flush-cache", "second-file")]
    [InlineData("ioexamples", "100000")]
    [InlineData("ioexamples", "a", "0")]
    [InlineData("ioexamples", "a", "1", "2")]
    [InlineData("ioexamples", "--unknown")]
    public void Old_words_that_cannot_be_are_a_matter_of_usage(params string[] words) =>
        Assert.Equal(2, LandspeedProcess.Run(words).ExitCode);

    private static string Line(string plan) => plan.Split('\n').Single(line => line.StartsWith("preparation", StringComparison.Ordinal));

    private static string[] Names(ScratchDirectory scratch) =>
        [.. Directory.EnumerateFileSystemEntries(scratch.Path).Select(name => Path.GetFileName(name)).Order(StringComparer.Ordinal)];
}
