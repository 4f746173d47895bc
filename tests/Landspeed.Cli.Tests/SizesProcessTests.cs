using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --sizes</c> on real files.</summary>
public sealed class SizesProcessTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_size_is_apart_in_the_table_the_files_and_the_page()
    {
        Command done = Measure(
            "--bytes", "5734400", "--size", "8M", "--order", "random",
            "--json", _scratch.File("r.json"), "--html", _scratch.File("r.html"), "--hdr", _scratch.File("r.hdr"));

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.StartsWith(
            "read  direct  random  4 KiB (60 %) and 64 KiB (40 %) × 8 in flight\n",
            done.Output,
            StringComparison.Ordinal);
        Assert.Contains("\nRequest sizes\n", done.Output, StringComparison.Ordinal);
        JsonElement sizes = JsonDocument.Parse(File.ReadAllText(_scratch.File("r.json"))).RootElement
            .GetProperty("cells")[0].GetProperty("runs")[0].GetProperty("sizes");
        Assert.Equal([(4096, 120), (65536, 80)], sizes.EnumerateArray().Select(size => (
            size.GetProperty("request_size_bytes").GetInt32(), size.GetProperty("requests").GetInt32())));
        Assert.Contains(
            "Latency of each request size", File.ReadAllText(_scratch.File("r.html")), StringComparison.Ordinal);
        string[] logged = File.ReadAllLines(_scratch.File("r.hdr"));
        Assert.Contains(logged, line => line.StartsWith("Tag=65536B,", StringComparison.Ordinal));
    }

    [Fact]
    public void Several_rates_are_measured_with_several_sizes()
    {
        Command done = Measure("--rates", "4k,8k", "--size", "8M", "--repeat", "1");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("read  4 KiB (60 %) and 64 KiB (40 %), even, ", done.Output, StringComparison.Ordinal);
    }

    // fio draws each size alone: of 4,000 requests 2,400 are expected, with a standard deviation of 31.
    [Fact]
    public void Fio_moves_as_much_by_the_command_that_is_shown()
    {
        Capability.RequireProgram("fio");
        File.WriteAllBytes(_scratch.File("a"), new byte[8 << 20]);

        string shown = Measure("--bytes", "112M", "--show-fio").Output.Split('\n')
            .Last(line => line.StartsWith("fio ", StringComparison.Ordinal));
        string result = Command.Shell($"{shown} --output-format=json");

        JsonElement read = JsonDocument.Parse(result[result.IndexOf('{', StringComparison.Ordinal)..]).RootElement
            .GetProperty("jobs")[0].GetProperty("read");
        Assert.InRange(read.GetProperty("total_ios").GetInt64(), 3800, 4400);
        Assert.InRange(read.GetProperty("io_bytes").GetInt64(), (112L << 20) - 65536, (112L << 20) + 65536);
    }

    private Command Measure(params string[] words) => LandspeedProcess.Run(
        ["measure", _scratch.File("a"), "--sizes", "64K:40,4K:60", "--time", "2s", "--quiet", .. words]);
}
