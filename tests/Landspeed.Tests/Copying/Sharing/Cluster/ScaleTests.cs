using System.Globalization;
using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>What docs/scaling.md reckons, against the simulation: up to 100 ranks here, LANDSPEED_SCALE=1 in the environment runs the cases of its table.</summary>
public class ScaleTests(ITestOutputHelper output)
{
    public static TheoryData<int, long, int> Cases => Environment.GetEnvironmentVariable("LANDSPEED_SCALE") == "1"
        ? new TheoryData<int, long, int> { { 10, 1_000_000, 0 }, { 100, 1_000_000, 0 }, { 100, 10_000_000, 0 }, { 1000, 1_000_000, 0 }, { 1000, 10_000_000, 0 }, { 1000, 0, 4000 }, { 10_000, 50_000_000, 0 } }
        : new TheoryData<int, long, int> { { 4, 50_000, 0 }, { 100, 300_000, 0 }, { 50, 0, 50 } };

    // The formula of docs/scaling.md: a batch of 10 KiB, its verification of 15.
    private static double PoolBytes(int ranks) =>
        Math.Min(((8.0 * ranks) + 64) * 10_240, 256 << 20) + (ranks * ScaleCase.Threads * (10_240.0 + (2 * 15_360)));

    [Theory]
    [MemberData(nameof(Cases))]
    public void Messages_memory_and_time_stay_below_what_was_reckoned(int ranks, long files, int large)
    {
        var scale = new ScaleCase(ranks, files) { LargeFiles = large };
        ScaleResult result = ScaleRun.Execute(scale);
        var rules = new PoolRules(ranks);

        output.WriteLine(string.Create(CultureInfo.InvariantCulture, $"{ranks} ranks, {files} files, {large} large: {result}"));
        Assert.InRange(result.QuestionsPerSecond, 0, ranks / rules.Pause.TotalSeconds);
        Assert.InRange(result.MostWaiting, 0, rules.Capacity);
        Assert.InRange(result.ElapsedSeconds, result.IdealSeconds, (1.1 * result.IdealSeconds) + scale.Rest.TotalSeconds + (20 * rules.Pause.TotalSeconds));
        Assert.InRange(result.EndSeconds, 0, (2 * (rules.Heartbeat + rules.LongestWait + (2 * rules.Pause))).TotalSeconds);
        Assert.InRange(result.MostPoolBytes, 0, (long)PoolBytes(ranks));
        Assert.InRange(result.MessageBytes, 0, (long)((100.0 * files) + (29_500.0 * 16 * large) + (60 * result.Questions)));
    }
}
