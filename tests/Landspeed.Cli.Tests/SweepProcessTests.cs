using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>The built command sweeping real files.</summary>
public class SweepProcessTests
{
    // Two operations, two sizes, FileStream and two depths: 12 cells.
    private static readonly string[] s_small =
    [
        "--request-size", "4K,64K", "--time", "20ms", "--bytes", "1M", "--size", "8M", "--seed", "7",
    ];

    [Fact]
    public void Every_form_of_a_result_is_written_and_nothing_else_stays()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
        [
            "sweep", scratch.Path, .. s_small, "--repeat", "2", "--json", scratch.File("a.json"), "--csv", scratch.File("a.csv"),
            "--html", scratch.File("a.html"), "--svg", scratch.File("charts"), "--quiet",
        ]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Advice", done.Output, StringComparison.Ordinal);
        Assert.Contains("seed 7", done.Output, StringComparison.Ordinal);
        using JsonDocument json = JsonDocument.Parse(File.ReadAllText(scratch.File("a.json")));
        Assert.Equal(12, json.RootElement.GetProperty("cells").GetArrayLength());
        Assert.Equal(13, File.ReadLines(scratch.File("a.csv")).Count());
        Assert.StartsWith("<!DOCTYPE html>", File.ReadAllText(scratch.File("a.html")), StringComparison.OrdinalIgnoreCase);
        Assert.Equal(
            ["a.csv", "a.html", "a.json", "charts", "charts/cpu-cost.svg", "charts/throughput.svg"],
            Directory.EnumerateFileSystemEntries(scratch.Path, "*", SearchOption.AllDirectories)
                .Select(name => Path.GetRelativePath(scratch.Path, name)).Order(StringComparer.Ordinal));
    }

    [Theory]
    [InlineData("INT", 130)]
    [InlineData("KILL", 137)]
    public void A_sweep_that_was_ended_midway_is_carried_on(string signal, int code)
    {
        using var scratch = new ScratchDirectory();
        string journal = scratch.File("landspeed-sweep.jsonl");
        using LandspeedProcess process = LandspeedProcess.Start(["sweep", scratch.Path, .. s_small, "--repeat", "25", "--json", "-"]);
        LandspeedProcess.WaitForLines(journal, 20);

        process.Signal(signal);
        Command ended = process.Wait();
        (string, long)[] kept = [.. File.ReadLines(journal).Skip(1).Where(line => line.EndsWith('}')).Select(RunOf)];
        Command resumed = LandspeedProcess.Run(["sweep", scratch.Path, "--resume", "--json", "-", "--quiet"]);

        Assert.Equal(code, ended.ExitCode);
        Assert.Equal((0, string.Empty), (resumed.ExitCode, resumed.Error));
        using JsonDocument json = JsonDocument.Parse(resumed.Output);
        Assert.False(json.RootElement.GetProperty("partial").GetBoolean());
        JsonElement[] cells = [.. json.RootElement.GetProperty("cells").EnumerateArray()];
        Assert.All(cells, cell => Assert.Equal(
            Enumerable.Range(0, 25),
            cell.GetProperty("runs").EnumerateArray().Select(run => run.GetProperty("round").GetInt32())));
        var runs = cells.SelectMany(cell => cell.GetProperty("runs").EnumerateArray().Select(run => (
            cell.GetProperty("name").GetString()!, run.GetProperty("started_at_ms").GetInt64()))).ToHashSet();
        Assert.All(kept, run => Assert.Contains(run, runs));
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void After_an_interruption_the_printed_command_carries_on()
    {
        using var scratch = new ScratchDirectory();
        using LandspeedProcess process = LandspeedProcess.Start(
            ["sweep", scratch.Path, .. s_small, "--repeat", "25", "--html", scratch.File("it's.html")]);
        LandspeedProcess.WaitForLines(scratch.File("it's.html.cells.jsonl"), 5);

        process.Signal("TERM");
        Command ended = process.Wait();
        string command = ended.Error.Split("continue with: landspeed ")[1].TrimEnd('\n');
        Command resumed = LandspeedProcess.Shell($"\"$0\" {command}");

        Assert.Equal(143, ended.ExitCode);
        Assert.Contains("stopped early", ended.Output, StringComparison.Ordinal);
        Assert.Equal(0, resumed.ExitCode);
        Assert.Equal([scratch.File("it's.html")], Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_result_that_nobody_got_keeps_the_journal()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            $"\"$0\" sweep \"$1\" {string.Join(' ', s_small)} --repeat 2 --quiet > /dev/full", scratch.Path);
        Command again = LandspeedProcess.Run("sweep", scratch.Path, "--resume", "--quiet");

        Assert.Equal(1, done.ExitCode);
        Assert.Equal(0, again.ExitCode);
        Assert.Contains("Advice", again.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_reader_that_goes_away_is_no_error()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Shell(
            $"{{ \"$0\" sweep \"$1\" {string.Join(' ', s_small)} --repeat 1 --quiet; echo $? >&2; }} | head -1", scratch.Path);

        Assert.Equal("0\n", done.Error);
        Assert.StartsWith("sweep", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void What_a_file_is_that_was_never_written_is_said()
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"fallocate -l 8M '{scratch.File("hole")}'");

        Command done = LandspeedProcess.Run(
        [
            "sweep", scratch.File("hole"), "--operation", "read", "--api", "engine", "--queue-depth", "1", "--repeat", "1",
            "--request-size", "64K,1M", "--time", "20ms", "--json", "-", "--quiet",
        ]);

        using JsonDocument json = JsonDocument.Parse(done.Output);
        Assert.All(json.RootElement.GetProperty("cells").EnumerateArray(), cell =>
            Assert.Equal("hole", cell.GetProperty("verdicts").GetProperty("read").GetString()));
        Assert.Equal([scratch.File("hole")], Directory.GetFileSystemEntries(scratch.Path));
    }

    private static (string Cell, long JobStartMs) RunOf(string line)
    {
        using JsonDocument json = JsonDocument.Parse(line);
        return (
            json.RootElement.GetProperty("cell").GetString()!,
            json.RootElement.GetProperty("started_at_ms").GetInt64());
    }

    // A hundred seconds for what takes two: machines that run tests are busy.
}
