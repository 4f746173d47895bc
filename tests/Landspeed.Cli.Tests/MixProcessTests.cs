using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --mix</c> on real files.</summary>
public sealed class MixProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Reads_and_writes_are_apart_in_the_table_the_files_and_the_page()
    {
        Command done = Measure(
            "--mix", "70:30", "--bytes", "8M", "--size", "8M",
            "--json", _scratch.File("r.json"), "--html", _scratch.File("r.html"), "--csv", _scratch.File("r.csv"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("mix 70:30  direct  random  4 KiB × 8 in flight\n", done.Output, StringComparison.Ordinal);
        Assert.Contains("\nReads and writes\n", done.Output, StringComparison.Ordinal);
        Assert.Contains("verdict of reads: ", done.Output, StringComparison.Ordinal);
        Assert.Contains("verdict of writes: ", done.Output, StringComparison.Ordinal);
        JsonElement run = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0].GetProperty("runs")[0];
        long reads = run.GetProperty("mix").GetProperty("reads").GetProperty("requests").GetInt64();
        long writes = run.GetProperty("mix").GetProperty("writes").GetProperty("requests").GetInt64();
        Assert.Equal(2048, reads + writes);
        Assert.InRange(reads, 1400 + (48 - 30), 1400 + 48); // 20 whole hundreds, and 48 of the next one
        Assert.Equal(70, run.GetProperty("case").GetProperty("effective").GetProperty("read_pct").GetInt32());
        Assert.True(run.GetProperty("metrics").TryGetProperty("read_latency_p50_ns", out _));
        Assert.Contains(
            "Latency of reads and writes", File.ReadAllText(_scratch.File("r.html")), StringComparison.Ordinal);
    }

    [Fact]
    public void Reads_and_writes_at_a_rate_each_are_planned_and_then_measured()
    {
        string[] words = ["--rate", "3k/s:1k/s", "--precise", "--bytes", "4M", "--size", "8M"];

        Command planned = Measure([.. words, "--dry-run"]);
        Command done = Measure([.. words, "--json", _scratch.File("r.json")]);

        string plan = string.Join(' ', planned.Output.Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains("rate 3,000 reads/s and 1,000 writes/s, even, at most 1,024", plan, StringComparison.Ordinal);
        Assert.Contains("precise threads never sleep", plan, StringComparison.Ordinal);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith(
            "mix  direct  random  4 KiB at 3,000 reads/s and 1,000 writes/s, even\n",
            done.Output,
            StringComparison.Ordinal);
        JsonElement mix = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("mix");
        Assert.InRange(Offered("reads"), 767, 769); // three of four of 1,024
        Assert.Equal(1024, Offered("reads") + Offered("writes"));

        long Offered(string direction) => mix.GetProperty(direction).GetProperty("offered").GetInt64();
    }

    [Fact]
    public void Strict_needs_the_verdict_of_both_directions()
    {
        Command done = Measure(
            "--mix", "90:10", "--size", "64M", "--preallocate", "reserve", "--bytes", "1M", "--strict");

        Assert.Equal(7, done.ExitCode);
        Assert.Contains("landspeed: run 1: verdict ", done.Error, StringComparison.Ordinal);
        Assert.Contains("verdict of writes: device", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_plan_says_what_is_lost_and_makes_nothing()
    {
        _scratch.CreateFile("a", 1 << 20);

        Command refused = Measure("--mix", "50:50", "--dry-run");
        Command planned = Measure("--mix", "50:50", "--overwrite", "--bytes", "1M", "--dry-run");

        Assert.Equal(3, refused.ExitCode);
        Assert.Contains("not made by landspeed", refused.Error, StringComparison.Ordinal);
        Assert.Equal(0, planned.ExitCode);
        Assert.Contains("its current content is overwritten", planned.Output, StringComparison.Ordinal);
        Assert.Contains("mix of 50 % reads, 50 % writes", planned.Output, StringComparison.Ordinal);
        Assert.Equal([_scratch.File("a")], Directory.GetFiles(_scratch.Path));
    }

    [Fact]
    public void At_several_rates_the_response_of_both_directions_is_in_the_table()
    {
        Command done = Measure(
            "--mix", "50:50", "--rates", "4k,8k", "--size", "8M", "--repeat", "1");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith("rates   mix 50:50  ", done.Output, StringComparison.Ordinal);
        Assert.Contains("read response p99", done.Output.ReplaceLineEndings(" "), StringComparison.Ordinal);
    }

    [Fact]
    public void A_mix_is_reported_in_the_dialect_of_fio()
    {
        Command done = Measure("--mix", "75:25", "--bytes", "1600K", "--size", "4M", "--format", "fio");

        JsonElement job = JsonDocument.Parse(done.Output).RootElement.GetProperty("jobs")[0];
        Assert.Equal(300, job.GetProperty("read").GetProperty("total_ios").GetInt64());
        Assert.Equal(100, job.GetProperty("write").GetProperty("total_ios").GetInt64());
        Assert.Equal("randrw", job.GetProperty("job options").GetProperty("rw").GetString());
        Assert.Equal("75", job.GetProperty("job options").GetProperty("rwmixread").GetString());
    }

    private Command Measure(params string[] words) => LandspeedProcess.Run(
        [
            "measure", _scratch.File("a"), "--request-size", "4K", "--order", "random", "--time", "2s", "--quiet",
            .. words,
        ]);
}
