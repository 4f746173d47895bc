using System.Text.Json;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary><c>measure --rates</c> on real files.</summary>
public class RatesProcessTests
{
    [Fact]
    public void Every_rate_is_in_the_table_the_page_and_the_files_and_the_limit_is_answered()
    {
        using var scratch = new ScratchDirectory();
        string file = scratch.File("a.dat");

        Command done = LandspeedProcess.Run(
            [
                "measure", file, "--rates", "100..300", "--within", "p50=1h", "--request-size", "4K", "--size", "1M",
                "--time", "300ms", "--repeat", "2", "--quiet",
                "--json", scratch.File("r.json"), "--csv", scratch.File("r.csv"), "--html", scratch.File("r.html"),
            ]);

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("Each rate", done.Output, StringComparison.Ordinal);
        Assert.Contains("The response p50 is at most", done.Output, StringComparison.Ordinal);
        JsonElement root = JsonDocument.Parse(File.ReadAllText(scratch.File("r.json"))).RootElement;
        Assert.Equal("rates", root.GetProperty("variant").GetString());
        Assert.Equal(
            ["100", "200", "300"],
            root.GetProperty("cells").EnumerateArray()
                .Select(cell => cell.GetProperty("labels").GetProperty("rate_per_s").GetString()));
        Assert.Equal(1 + 3, File.ReadAllLines(scratch.File("r.csv")).Length);
        Assert.Contains(
            "Response time over the rate", File.ReadAllText(scratch.File("r.html")), StringComparison.Ordinal);
    }

    [Fact]
    public void The_plan_says_rates_runs_and_time_and_makes_nothing()
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(
            "measure", scratch.File("a.dat"), "--rates", "25%..100%", "--within", "p99.9=100us", "--dry-run");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains("25, 50, 75, 100 % of the rate with a full queue", done.Output, StringComparison.Ordinal);
        Assert.Contains("5 of 2 s at each, even", done.Output, StringComparison.Ordinal);
        Assert.Contains("response p99.9 at most 100 µs", done.Output, StringComparison.Ordinal);
        Assert.Contains("20 runs of 4 cases", done.Output, StringComparison.Ordinal);
        Assert.Contains("moves       as much as the device does in the time", done.Output, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }

    [Theory]
    [InlineData("--extend", "--rates: --extend writes an empty file once")]
    [InlineData("--rate 5", "--rates: --rate names one rate")]
    [InlineData("--layers", "--layers: --rates measures another series")]
    [InlineData("--zones 3", "--zones: --rates measures another series")]
    [InlineData("--api filestream", "--rates: --api selects an API")]
    [InlineData("--bytes 1M", "--rates: --bytes ends a run by its bytes")]
    [InlineData("--preallocate reserve", "--rates: --preallocate creates a file without data")]
    [InlineData("--show-fio", "--rates: --show-fio prints the fio command for one case")]
    [InlineData("--queue-depth 4", "with --rates requests start when they are due")]
    public void What_contradicts_rates_is_refused(string words, string message) =>
        AssertRefused(["--rates", "10%..30%", .. words.Split(' ')], message);

    [Theory]
    [InlineData("0%", "invalid --rates '0%': use 0.1% to 200%")]
    [InlineData("-5%", "invalid --rates '-5%': use 0.1% to 200%")]
    [InlineData("1000%", "invalid --rates '1000%': use 0.1% to 200%")]
    [InlineData("%", "invalid --rates '%': use 0.1% to 200%")]
    [InlineData("0..5", "invalid --rates '0': use 0.001 to 10000000 requests")]
    [InlineData("10%,2k", "mixes percent, requests and bytes")]
    [InlineData("10%..2k", "begins and ends in different units")]
    [InlineData("1k,1MB", "mixes percent, requests and bytes")]
    [InlineData("100%..10%", "runs backwards; put the smaller end first: 10%..100%")]
    [InlineData("10%..", "is a range without an end")]
    [InlineData("..10%", "is a range without a start")]
    [InlineData("10%,,20%", "has an empty item in its list")]
    [InlineData("1..10000000", "names 101 rates or more; allowed: up to 100")]
    public void Rates_that_are_none_are_refused(string rates, string message) =>
        AssertRefused(["--rates", rates], message);

    [Theory]
    [InlineData("p99", "invalid --within 'p99': name p50, p99 or p99.9 and a time, for example p99=5ms")]
    [InlineData("p98=5ms", "invalid --within 'p98=5ms': name p50, p99 or p99.9 and a time")]
    [InlineData("p99=fast", "invalid --within 'fast': use 1us to 1h")]
    [InlineData("p99=0", "invalid --within '0': use 1us to 1h")]
    [InlineData("=5ms", "invalid --within '=5ms': name p50")]
    public void A_limit_that_is_none_is_refused(string limit, string message) =>
        AssertRefused(["--rates", "10%..30%", "--within", limit], message);

    [Fact]
    public void A_limit_needs_several_rates()
    {
        AssertRefused(["--rate", "100", "--within", "p99=5ms"], "--within compares several rates; use --rates");
        AssertRefused(["--within", "p99=5ms"], "--within compares several rates; use --rates");
    }

    private static void AssertRefused(IReadOnlyList<string> words, string message)
    {
        using var scratch = new ScratchDirectory();

        Command done = LandspeedProcess.Run(["measure", scratch.File("a.dat"), .. words]);

        Assert.Equal(2, done.ExitCode);
        Assert.Contains(message, done.Error.ReplaceLineEndings(" "), StringComparison.Ordinal);
        Assert.Empty(Directory.GetFiles(scratch.Path));
    }
}
