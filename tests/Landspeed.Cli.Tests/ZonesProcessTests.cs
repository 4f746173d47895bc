using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --zones</c> on real files.</summary>
public class ZonesProcessTests
{
    [Fact]
    public void Every_zone_is_in_the_table_the_page_and_the_files()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("a.dat");

        Command done = LandspeedProcess.Run(
            [
                "measure", file, "--zones", "4", "--size", "8M", "--time", "20ms", "--repeat", "2", "--quiet",
                "--json", scratch.File("r.json"), "--csv", scratch.File("r.csv"), "--html", scratch.File("r.html"),
            ]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Each zone", done.Output, StringComparison.Ordinal);
        JsonElement root = JsonDocument.Parse(File.ReadAllText(scratch.File("r.json"))).RootElement;
        Assert.Equal("zones", root.GetProperty("variant").GetString());
        Assert.Equal(
            ["0", "2097152", "4194304", "6291456"],
            root.GetProperty("cells").EnumerateArray()
                .Select(cell => cell.GetProperty("labels").GetProperty("offset_bytes").GetString()));
        Assert.Equal(1 + 4, File.ReadAllLines(scratch.File("r.csv")).Length);
        Assert.Contains(
            "Rate over the place in the file", File.ReadAllText(scratch.File("r.html")), StringComparison.Ordinal);
        Assert.Equal(8L << 20, new FileInfo(file).Length);
    }

    [Fact]
    public void The_plan_says_zones_runs_and_time_and_makes_nothing()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            "measure", scratch.File("a.dat"), "--zones", "4", "--size", "8M", "--dry-run");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("4 of 2 MiB; 8 runs of 0.25 s in each", done.Output, StringComparison.Ordinal);
        Assert.Contains("32 runs of 4 cases", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }

    [Theory]
    [InlineData("--extend", "--zones: --extend writes an empty file once")]
    [InlineData("--layers", "--zones: --layers measures another series")]
    [InlineData("--api filestream", "--zones: --api selects an API")]
    [InlineData("--bytes 1M", "--zones: --bytes ends a run by its bytes")]
    [InlineData("--preallocate reserve", "--zones: --preallocate creates a file without data")]
    [InlineData("--show-fio", "--zones: --show-fio prints the fio command for one case")]
    [InlineData("--format fio", "--zones: --format fio cannot show zones")]
    public void What_contradicts_zones_is_refused(string words, string message)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(["measure", scratch.File("a.dat"), "--zones", "4", .. words.Split(' ')]);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }

    [Theory]
    [InlineData("1", "--zones '1' is out of range; allowed: whole numbers from 2 to 1000")]
    [InlineData("5000", "--zones '5000' is out of range; allowed: whole numbers from 2 to 1000")]
    public void A_number_of_zones_that_is_none_is_refused(string zones, string message)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run("measure", scratch.File("a.dat"), "--zones", zones);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
    }
}
