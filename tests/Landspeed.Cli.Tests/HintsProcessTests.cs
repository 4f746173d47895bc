using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command on what access hints fetch, with real files.</summary>
public class HintsProcessTests
{
    private static readonly string[] s_small = ["--files", "20", "--size", "300K", "--seed", "7"];

    [Fact]
    public void A_directory_that_takes_no_files_is_named_itself()
    {
        using var volume = new TestVolume("ext4", "64M");
        string closed = Directory.CreateDirectory(volume.File("closed")).FullName;
        Landspeed.Testing.Command.Shell($"chattr +i '{closed}'"); // also for root

        Command refused = LandspeedProcess.Run(["hints", closed, .. s_small, "--quiet", "--dry-run"]);

        Assert.Equal((1, string.Empty), (refused.ExitCode, refused.Output));
        Assert.StartsWith($"landspeed: cannot make files in {closed}: ", refused.Error, StringComparison.Ordinal);
        Assert.Contains("(EPERM)", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_directory_that_is_renamed_meanwhile_ends_it_with_what_to_do_and_nothing_stays()
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("above"));
        using LandspeedProcess process = LandspeedProcess.Start(
            ["hints", scratch.File("above"), .. s_small, "--repeat", "100", "--journal", scratch.File("journal"), "--quiet"]);
        LandspeedProcess.WaitForLines(scratch.File("journal"), 2);

        Directory.Move(scratch.File("above"), scratch.File("renamed"));
        Command done = process.Wait();

        Assert.Equal(1, done.ExitCode);
        Assert.Contains($"{scratch.File("above")}/landspeed-hints-", done.Error, StringComparison.Ordinal);
        Assert.Contains("removed or renamed while the command ran", done.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("Could not find", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.File("renamed")));
    }

    [Fact]
    public void Every_form_of_a_result_is_written_and_nothing_else_stays()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
        [
            "hints", scratch.Path, .. s_small, "--repeat", "2", "--json", scratch.File("a.json"), "--csv", scratch.File("a.csv"),
            "--html", scratch.File("a.html"), "--quiet",
        ]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("access hints", done.Output, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(scratch.File("a.json")));
        Assert.Equal(9, json.RootElement.GetProperty("cells").GetArrayLength());
        Assert.Equal("landspeed.result", json.RootElement.GetProperty("schema").GetString());
        Assert.Equal(10, File.ReadLines(scratch.File("a.csv")).Count());
        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(scratch.File("a.html")), StringComparison.OrdinalIgnoreCase);
        Assert.Equal(["a.csv", "a.html", "a.json"], Names(scratch));
    }

    [Fact]
    public void A_plan_names_cases_and_space_and_leaves_nothing_behind()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(["hints", scratch.Path, .. s_small, "--dry-run", "--hints", "none,direct"]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("10 runs of 2 cases", done.Output, StringComparison.Ordinal);
        Assert.Contains("  none\n  direct\n", done.Output, StringComparison.Ordinal);
        Assert.Empty(Names(scratch));
    }

    [Fact]
    public void Interrupted_it_prints_what_it_has_and_the_printed_command_carries_on()
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(
            ["hints", scratch.Path, .. s_small, "--repeat", "40", "--csv", scratch.File("a.csv")]);
        LandspeedProcess.WaitForLines(scratch.File("a.csv.cells.jsonl"), 13);

        process.Signal("INT");
        Command ended = process.Wait();

        Assert.Equal(130, ended.ExitCode);
        Assert.Contains("partial:", ended.Output, StringComparison.Ordinal);
        Assert.Equal(["a.csv", "a.csv.cells.jsonl"], Names(scratch));
        string command = ended.Error.Split("continue with: landspeed ")[1].TrimEnd('\n');
        Command resumed = LandspeedProcess.Shell($"\"$0\" {command} --quiet");
        Assert.Equal((0, string.Empty), (resumed.ExitCode, resumed.Error));
        Assert.Contains("40 runs per cell", resumed.Output, StringComparison.Ordinal);
        Assert.Equal(["a.csv"], Names(scratch));
    }

    [Theory]
    [InlineData("had other options", "--reads", "1")]
    [InlineData("contradicts the experiment", "--seed", "8")]
    public void Another_experiment_is_not_carried_on(string message, params string[] words)
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(["hints", scratch.Path, .. s_small, "--repeat", "100"]);
        LandspeedProcess.WaitForLines(scratch.File("landspeed-hints.jsonl"), 3);
        process.Signal("TERM");
        Assert.Equal(143, process.Wait().ExitCode);

        Command other = LandspeedProcess.Run(
            ["hints", scratch.Path, "--files", "20", "--size", "300K", "--repeat", "100", "--resume", .. words]);

        Assert.Equal(2, other.ExitCode);
        Assert.Contains(message, other.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_that_cannot_be_written_says_where_the_runs_are()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            ["hints", scratch.Path, .. s_small, "--repeat", "1", "--hints", "none", "--quiet", "--json", "/dev/full"]);

        Assert.Equal(6, done.ExitCode);
        string journal = scratch.File("landspeed-hints.jsonl");
        Assert.Contains($"the runs are kept in {journal}; to write their result elsewhere, run: landspeed hints", done.Error, StringComparison.Ordinal);
        Assert.True(File.Exists(journal));
    }

    [Fact]
    public void A_result_in_the_place_of_the_journal_is_refused()
    {
        using var scratch = new ScratchDirectory();

        Command refused = LandspeedProcess.Run(
            "hints", scratch.Path, "--json", scratch.File("x"), "--journal", scratch.File("x"));

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("is the journal of the experiment", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_persons_own_files_are_measured_and_left_as_they_are()
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("mine"));
        scratch.CreateFile("mine/a", 20_000);
        scratch.CreateFile("mine/b", 500);

        Command done = LandspeedProcess.Run(["hints", scratch.Path, "--files-of", scratch.File("mine"), "--repeat", "2", "--quiet"]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains($"2 files of {scratch.File("mine")}, 20.0 KiB", done.Output, StringComparison.Ordinal);
        Assert.Equal(["mine"], Names(scratch));
        Assert.Equal(2, Directory.GetFileSystemEntries(scratch.File("mine")).Length);
    }

    [Theory]
    [InlineData("--files-of mine --files 10", 2, "--files is for files that are created")]
    [InlineData("--files-of mine --size 10K", 2, "--size is for files that are created")]
    [InlineData("--files-of mine --keep", 2, "--keep is for files that are created")]
    [InlineData("--files-of nowhere", 2, "cannot open the directory nowhere")]
    [InlineData("--files-of mine --json mine/result.json", 2, "is in the directory whose files are read")]
    [InlineData("mine --files-of mine", 2, "is in the directory whose files are read")]
    public void What_cannot_be_read_is_told_and_touches_nothing(string words, int code, string message)
    {
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("mine"));
        scratch.CreateFile("mine/a", 20_000);

        Command refused = LandspeedProcess.Shell($"cd '{scratch.Path}' && \"$0\" hints {words}");

        Assert.Equal((code, string.Empty), (refused.ExitCode, refused.Output));
        Assert.Contains(message, refused.Error, StringComparison.Ordinal);
        Assert.Equal([scratch.File("mine/a")], Directory.GetFileSystemEntries(scratch.File("mine")));
        Assert.Equal(["mine"], Names(scratch));
    }

    private static string[] Names(ScratchDirectory scratch) =>
        [.. Directory.EnumerateFileSystemEntries(scratch.Path).Select(name => Path.GetFileName(name)).Order(StringComparer.Ordinal)];
}
