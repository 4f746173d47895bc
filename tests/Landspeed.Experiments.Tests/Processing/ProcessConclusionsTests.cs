using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Tests.Sweeping;

namespace Landspeed.Experiments.Tests.Processing;

public class ProcessConclusionsTests
{
    [Fact]
    public void Nothing_measured_concludes_nothing() =>
        Assert.Empty(ProcessConclusions.Of([ResultPreview.Cell("a", [("strategy", "streaming"), ("threads", "1"), ("work", "0")])]));

    [Fact]
    public void The_best_number_of_threads_comes_with_what_it_waited_for()
    {
        ConclusionRecord advice = ProcessConclusions.Of(
        [
            Cell("streaming", 1, 0, seconds: 2, cpu: 20, device: 95), Cell("streaming", 2, 0, seconds: 3, cpu: 20, device: 95),
        ])[0];

        Assert.Equal("At work 0 use streaming with 1 thread. Fastest are streaming with 1 thread (2.00 s, device busy).", advice.Text);
    }

    [Fact]
    public void Times_print_as_many_digits_as_their_runs_allow()
    {
        CellRecord[] cells = [Cell("streaming", 1, 0, seconds: 2), Cell("streaming", 2, 0, seconds: 3)];
        cells[0] = cells[0].With(Metrics.ElapsedToDurable, Once(2e9) with { Runs = 5, Median = 2.345e9, Low = 1.9e9, High = 2.6e9 });

        Assert.Contains("streaming with 1 thread (2.3 s", ProcessConclusions.Of(cells)[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_strategy_that_needs_least_memory_is_named_first() => Assert.Equal(
        "Use streaming where memory is short. Peak for data, managed and native: buffering 900.0 MiB, streaming 12.0 MiB.",
        ProcessConclusions.Of([WithMemory("buffering", 900), WithMemory("streaming", 12)])[^1].Text);

    [Theory]
    [InlineData(94.9, "faster in 1, equal within 5 % in 0, slower in 0.")]
    [InlineData(95.1, "faster in 0, equal within 5 % in 1, slower in 0.")]
    [InlineData(104.9, "faster in 0, equal within 5 % in 1, slower in 0.")]
    [InlineData(105.6, "faster in 0, equal within 5 % in 0, slower in 1 (1 thread and work 0: 6 % longer than buffering).")]
    public void The_pipeline_is_compared_with_the_faster_of_the_others(double seconds, string said)
    {
        ConclusionRecord[] advice = [.. ProcessConclusions.Of(
        [
            Cell("streaming", 1, 0, 120), Cell("buffering", 1, 0, 100), Cell("pipelined", 1, 0, seconds),
        ]).Where(one => one.Code == "pipelined")];

        Assert.EndsWith(said, Assert.Single(advice).Text, StringComparison.Ordinal);
    }

    private static CellRecord Cell(
        string strategy, int threads, int work, double seconds, double cpu = 0, double device = 0) =>
        ResultPreview.Cell(
            $"{strategy}-{threads}-{work}", [("strategy", strategy), ("threads", $"{threads}"), ("work", $"{work}")]) with
        {
            Metrics = new Dictionary<string, IntervalRecord>
            {
                [Metrics.ElapsedToDurable.Name] = Once(seconds * 1e9),
                [Metrics.CpuBusy.Name] = Once(cpu),
                [Metrics.DeviceBusy.Name] = Once(device),
            },
        };

    private static CellRecord WithMemory(string strategy, int mebibytes) =>
        Cell(strategy, 1, 0, seconds: 1).With(Metrics.PeakManaged, Once(mebibytes * 1024.0 * 1024));

    private static IntervalRecord Once(double value) =>
        new() { Runs = 1, Median = value, Low = 0, High = 0, Min = 0, Max = 0, SpreadPct = 0, OutlierRuns = [] };
}
