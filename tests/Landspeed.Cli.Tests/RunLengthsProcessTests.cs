using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>patterns --run-lengths</c> on real files.</summary>
public class RunLengthsProcessTests
{
    private static readonly string[] s_short =
        ["--run-lengths", "--run-length", "64K,4K", "--size", "4M", "--time", "100ms", "--repeat", "1", "--seed", "3", "--quiet"];

    [Fact]
    public void Every_cell_is_in_the_table_the_page_and_the_files()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            ["patterns", scratch.Path, .. s_short, "--json", scratch.File("r.json"), "--csv", scratch.File("r.csv"), "--html", scratch.File("r.html")]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Requests of the device per MiB", done.Output, StringComparison.Ordinal);
        JsonElement root = JsonDocument.Parse(File.ReadAllText(scratch.File("r.json"))).RootElement;
        Assert.Equal(("patterns", "run_lengths"), (root.GetProperty("kind").GetString(), root.GetProperty("variant").GetString()));
        Assert.Equal(12, root.GetProperty("cells").GetArrayLength());
        Assert.Equal(1 + 12, File.ReadAllLines(scratch.File("r.csv")).Length);
        Assert.Contains("cells.metrics.device_requests_per_mib.median", File.ReadLines(scratch.File("r.csv")).First(), StringComparison.Ordinal);
        Assert.All(
            ["Throughput over run length", "Requests of the device over run length"],
            chart => Assert.Contains(chart, File.ReadAllText(scratch.File("r.html")), StringComparison.Ordinal));
        Assert.Equal(["r.csv", "r.html", "r.json"], Directory.GetFileSystemEntries(scratch.Path).Select(Path.GetFileName).Order());
    }

    [Fact]
    public void The_plan_says_files_space_and_time_and_makes_nothing()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("patterns", scratch.Path, "--run-lengths", "--size", "4M", "--dry-run");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("files       6 of 4 MiB, all at once, temporary", done.Output, StringComparison.Ordinal);
        Assert.Contains("space       24 MiB needed", done.Output, StringComparison.Ordinal);
        Assert.Contains("runs        360 runs of 24 cases", done.Output, StringComparison.Ordinal);
        Assert.Contains("  write-buffered-4KiB\n", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Theory]
    [InlineData(2, "--run-lengths --apis", "--apis and --run-lengths are two experiments; choose one")]
    [InlineData(2, "--run-length 64K", "--run-length is for fragmented files; add --run-lengths")]
    [InlineData(2, "--size 4M", "--size is for comparing APIs, creating files and fragmented files")]
    [InlineData(2, "--run-lengths --run-length 5000", "--run-length 5000 B is not a multiple of the file system's blocks")]
    [InlineData(6, "--run-lengths --run-length 1G --size 1T", "give a smaller --size, or fewer of --run-length")]
    public void What_cannot_be_is_refused_and_nothing_is_made(int exitCode, string words, string message)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(["patterns", scratch.Path, .. words.Split(' ')]);

        Assert.Equal(exitCode, done.ExitCode);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_file_in_the_place_of_a_directory_is_refused_and_untouched()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.CreateFile("mine", 4096);
        byte[] before = File.ReadAllBytes(file);

        Command done = LandspeedProcess.Run(["patterns", file, .. s_short]);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains("is not a directory; name one", done.Error, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(file));
    }

    [Fact]
    public void A_file_system_without_extents_ends_with_3_and_nothing_is_left()
    {
        using var volume = new TestVolume("tmpfs", "64M");

        Command done = LandspeedProcess.Run(["patterns", volume.Path, .. s_short]);

        Assert.Equal(3, done.ExitCode);
        Assert.Contains("name a file on ext4, XFS or btrfs", done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(volume.Path));
    }
}
