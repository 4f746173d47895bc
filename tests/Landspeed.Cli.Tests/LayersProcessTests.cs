using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --layers</c> on real files.</summary>
public class LayersProcessTests
{
    private static readonly string[] s_short = ["--size", "8M", "--time", "20ms", "--repeat", "2", "--quiet"];

    [Fact]
    public void Every_layer_is_in_the_table_the_page_and_the_files()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("a.dat");

        Command done = LandspeedProcess.Run(
            ["measure", file, "--layers", .. s_short, "--json", scratch.File("r.json"), "--csv", scratch.File("r.csv"), "--html", scratch.File("r.html")]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        string[] layers = ["null-engine", "memory-copy", "page-cache", "device-buffered", "device-direct"];
        Assert.All(layers, layer => Assert.Contains(layer, done.Output, StringComparison.Ordinal));
        JsonElement root = JsonDocument.Parse(File.ReadAllText(scratch.File("r.json"))).RootElement;
        Assert.Equal(("measure", "layers"), (root.GetProperty("kind").GetString(), root.GetProperty("variant").GetString()));
        Assert.Equal(layers, root.GetProperty("cells").EnumerateArray().Select(cell => cell.GetProperty("name").GetString()));
        Assert.Equal(1 + layers.Length, File.ReadAllLines(scratch.File("r.csv")).Length);
        Assert.Contains("cells.metrics.added_cpu_ns_per_byte.median", File.ReadLines(scratch.File("r.csv")).First(), StringComparison.Ordinal);
        Assert.Contains("<svg", File.ReadAllText(scratch.File("r.html")), StringComparison.Ordinal);
        Assert.Equal(8L << 20, new FileInfo(file).Length);
    }

    [Fact]
    public void The_plan_says_bytes_space_and_time_and_makes_nothing()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("measure", scratch.File("a.dat"), "--layers", "--size", "8M", "--dry-run");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("space       8 MiB needed", done.Output, StringComparison.Ordinal);
        Assert.Contains("runs        25 runs of 5 cases", done.Output, StringComparison.Ordinal);
        Assert.Contains("moves       at most 240 MiB read, 0 B written", done.Output, StringComparison.Ordinal);
        Assert.Contains("  device-direct\n", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }

    [Theory]
    [InlineData("--extend", "--layers: --extend appends to an empty file")]
    [InlineData("--mode buffered", "--layers: --mode selects one mode")]
    [InlineData("--api filestream", "--layers: --api selects an API")]
    [InlineData("--threads 2", "--layers: --threads splits the file")]
    [InlineData("--cold", "--layers: --cold drops the file from the cache")]
    [InlineData("--write --flush end", "--layers: --flush makes writes durable")]
    [InlineData("--preallocate reserve", "--layers: --preallocate creates a file without data")]
    [InlineData("--show-fio", "--layers: --show-fio prints the fio command for one case")]
    [InlineData("--strict=cache", "--layers: --strict=cache names one verdict")]
    [InlineData("--format fio", "--layers: --format fio cannot show layers")]
    [InlineData("--engine synchronous --queue-depth 8", "--queue-depth 8 needs more than one request in flight")]
    public void What_contradicts_layers_is_refused(string words, string message)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(["measure", scratch.File("a.dat"), "--layers", .. words.Split(' ')]);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }

    [Fact]
    public void A_file_of_somebody_else_is_read_and_not_written()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("mine", 4 << 20);
        byte[] before = File.ReadAllBytes(file);

        Command read = LandspeedProcess.Run("measure", file, "--layers", "--time", "10ms", "--repeat", "1", "--quiet");
        Command write = LandspeedProcess.Run("measure", file, "--layers", "--write", "--time", "10ms", "--repeat", "1", "--quiet");

        Assert.Equal((0, 3), (read.ExitCode, write.ExitCode));
        Assert.Contains("was not made by landspeed", write.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(file));
    }

    [Fact]
    public void Strict_ends_with_7_where_a_layer_of_the_device_reads_memory()
    {
        using var volume = new TestVolume("tmpfs", "64M");

        Command done = LandspeedProcess.Run(["measure", volume.File("a.dat"), "--layers", .. s_short, "--strict"]);

        Assert.Equal(7, done.ExitCode);
        Assert.Contains("device-buffered, run 1: verdict cache instead of device", done.Error, StringComparison.Ordinal);
        Assert.DoesNotContain("page-cache, run", done.Error, StringComparison.Ordinal);
        Assert.Contains("device-buffered has the verdict cache, not device", done.Output.ReplaceLineEndings(" ").Replace("      ", string.Empty, StringComparison.Ordinal), StringComparison.Ordinal);
    }
}
