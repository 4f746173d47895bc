using Landspeed.Experiments.Comparing;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using static Landspeed.Experiments.Tests.Comparing.StoredSamples;

namespace Landspeed.Experiments.Tests.Comparing;

public sealed class ProcessorSpeedTests
{
    [Theory]
    [InlineData(1.3, "kvm", false, ComparisonWord.CannotTell, true)]
    [InlineData(0.6, "kvm", false, ComparisonWord.CannotTell, true)]
    [InlineData(1.3, null, false, ComparisonWord.Worse, false)]
    [InlineData(1.3, "kvm", true, ComparisonWord.Worse, false)] // in turn: neighbours meet both
    [InlineData(2.2, "kvm", false, ComparisonWord.Worse, false)] // nobody has less than half a core
    [InlineData(0.4, "kvm", false, ComparisonWord.Better, false)]
    [InlineData(1.02, "kvm", false, ComparisonWord.Equal, false)]
    public void Processor_time_of_a_virtual_machine_is_told_from_twice_on_unless_runs_were_in_turn(
        double times, string? virtualization, bool isInterleaved, ComparisonWord word, bool isOnlyInTurn)
    {
        ComparisonRecord compared = Find(Compare((1, 1, 1), (1, times, 1), 1, virtualization, isInterleaved), Metrics.CpuPerByte);

        Assert.Equal((word, isOnlyInTurn), (compared.Word, compared.OnlyInTurn));
        Assert.Null(compared.MoreRuns);
    }

    [Theory]
    [InlineData(0.8, 1.25, 1, ComparisonWord.CannotTell)] // a byte costs as much more as it takes longer
    [InlineData(1.25, 0.8, 1, ComparisonWord.CannotTell)]
    [InlineData(0.8, 1, 1, ComparisonWord.Worse)] // it waits
    [InlineData(0.8, 0.8, 1, ComparisonWord.Worse)] // slower with less work
    [InlineData(0.4, 2.5, 1, ComparisonWord.Worse)]
    [InlineData(0.8, 1.25, 0.1, ComparisonWord.Worse)] // nine tenths of the time it waits for something else
    public void A_rate_that_the_processor_sets_is_not_told_where_a_slower_processor_explains_it(double rate, double cost, double busy, ComparisonWord word) =>
        Assert.Equal(word, Find(Compare((1, 1, 1), (rate, cost, 1), busy), Metrics.Throughput).Word);

    [Theory]
    [InlineData(1.1, 1.3, ComparisonWord.CannotTell)]
    [InlineData(0.9, 0.75, ComparisonWord.CannotTell)]
    [InlineData(1.1, 1, ComparisonWord.Worse)]
    [InlineData(1.5, 1.3, ComparisonWord.Worse)]
    [InlineData(0.9, 1.3, ComparisonWord.Better)]
    public void A_latency_is_not_told_where_a_slower_processor_explains_it_whatever_the_run_waits_for(double latency, double cost, ComparisonWord word) =>
        Assert.Equal(word, Find(Compare((1, 1, 1), (1, cost, latency), busy: 0.1), Metrics.LatencyP50).Word);

    [Fact]
    public void A_finding_and_the_sentences_say_that_only_runs_in_turn_would_tell()
    {
        ResultDocument document = Compare((1, 1, 1), (0.8, 1.25, 1), busy: 1);

        Assert.StartsWith("2 differences are within what other guests change", Assert.Single(document.Findings, finding => finding.Code == "other_guests").Message, StringComparison.Ordinal);
        Assert.Contains(document.Conclusions, conclusion => conclusion.Text.StartsWith("MB/s: inconclusive", StringComparison.Ordinal)
            && conclusion.Text.EndsWith("; only interleaved runs would decide.", StringComparison.Ordinal));
        Assert.DoesNotContain(Compare((1, 1, 1), (1, 1, 1), busy: 1).Findings, finding => finding.Code == "other_guests");
    }

    [Fact]
    public void What_is_asked_first_is_not_made_harder_to_find_by_what_is_found_beside_it()
    {
        double[] rates = [90, 95, 100, 105, 110, 115, 120, 125];
        Metric[] same = [Metrics.Throughput, Metrics.RequestRate, Metrics.ElapsedPerByte];
        ComparedResult Of(string name, IEnumerable<double> rates) => Result(
            name, Cell("one", Verdict.Device, [.. rates.Select((rate, run) => Metrics.All
                .Where(metric => metric.Better != Better.Neither && metric != Metrics.ThroughputSteady).Except(same)
                .Select(metric => (metric, 100.0 + (run * 7 % 5))).Concat([(same[0], rate), (same[1], rate / 3), (same[2], 1 / rate)]).ToArray())]));

        ComparingSection comparing = Comparer.Of([Of("a", rates), Of("b", rates.Select(rate => rate * 1.16))], new ComparisonOptions(), default).Comparing!;

        Assert.InRange(comparing.Comparisons[0].PValue, 0.01, 0.05); // among all of them it would need less than 0.005
        Assert.Equal((ComparisonWord.Better, 0.05), (comparing.Comparisons[0].Word, comparing.Pairs[0].LeadingLevel));
        Assert.InRange(comparing.Pairs[0].Level, 0, 0.005);
        Assert.All(same, metric => Assert.Equal(ComparisonWord.Better, comparing.Comparisons.Single(comparison => comparison.Metric == metric.Name).Word));
    }

    private static ResultDocument Compare(
        (double Rate, double Cost, double Latency) one, (double Rate, double Cost, double Latency) other, double busy, string? virtualization = "kvm", bool isInterleaved = false)
    {
        ComparedResult Of(string name, (double Rate, double Cost, double Latency) times) => Result(name, Cell("one", Verdict.Cache,
        [
            .. Steady.Select(value => new[]
            {
                (Metrics.Throughput, times.Rate * value), (Metrics.LatencyP50, times.Latency * value), (Metrics.CpuPerByte, times.Cost * value),
                (Metrics.Cpu, busy * 1000), (Metrics.Elapsed, 1000),
            }),
        ])).With(document => document with { Hosts = [document.Hosts[0] with { Virtualization = virtualization }] });
        return Comparer.Of([Of("a", one), Of("b", other)], new ComparisonOptions { IsInterleaved = isInterleaved }, default);
    }

    private static ComparisonRecord Find(ResultDocument document, Metric metric) => document.Comparing!.Comparisons.Single(comparison => comparison.Metric == metric.Name);
}
