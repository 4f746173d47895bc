using HdrHistogram;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Formats;

/// <summary>The log, read back by HdrHistogram itself.</summary>
public class HdrLogTests
{
    // Three digits of theirs, and bins of ours that are 1/128 of a power of two wide.
    private const double Error = 1.0 / 128 + 1e-3;

    public static TheoryData<string> Measurements => [.. Samples.Measurements, "mix"];

    [Theory]
    [MemberData(nameof(Measurements))]
    public void Each_distribution_of_each_run_is_there(string name)
    {
        ResultDocument document = Samples.Of(name);
        LatencyRecord[] kept =
        [
            .. document.Cells.SelectMany(cell => cell.Runs)
                .SelectMany(run => new[]
                {
                    run.Latency, run.Response, run.Lateness, run.Mix?.Reads.Latency, run.Mix?.Writes.Latency,
                    run.Mix?.Reads.Response, run.Mix?.Writes.Response,
                })
                .OfType<LatencyRecord>().Where(times => times.Bins.Count > 0),
        ];

        HistogramBase[] read = Read(document);

        Assert.Equal(kept.Select(times => times.Bins.Sum(bin => bin.Count)), read.Select(one => one.TotalCount));
        foreach ((LatencyRecord times, HistogramBase hdr) in kept.Zip(read))
        {
            (double Percent, long? Ns)[] known = [(50, times.P50Ns), (90, times.P90Ns), (99, times.P99Ns)];
            Assert.All(
                known.Where(one => one.Ns is not null),
                one => AssertNear(one.Ns!.Value, hdr.GetValueAtPercentile(one.Percent)));
            AssertNear(times.MaxNs, hdr.GetMaxValue());
        }
    }

    [Fact]
    public void Lines_say_what_they_are_and_when_it_was()
    {
        ResultDocument document = Samples.Of("mix");
        RunRecord run = document.Cells[0].Runs[0];

        HistogramBase[] read = Read(document);

        Assert.Equal(
            ["service", "response", "lateness", "reads", "writes", "reads-response", "writes-response"],
            read.Select(one => one.Tag));
        Assert.All(read, one => Assert.Equal(run.StartedAtMs, one.StartTimeStamp));
        Assert.All(read, one => Assert.Equal(
            run[Metrics.Elapsed]!.Value / 1e6, one.EndTimeStamp - one.StartTimeStamp, 2.0)); // both cut to milliseconds
    }

    [Fact]
    public void Names_of_several_cells_stand_before_those_of_their_distributions()
    {
        ResultDocument document = Samples.Of("read-device");
        CellRecord cell = document.Cells[0];

        HistogramBase[] read = Read(document with { Cells = [cell, cell with { Name = "of, two words" }] });

        Assert.Equal([$"{cell.Name}:latency", "of__two_words:latency"], read.Select(one => one.Tag));
    }

    [Fact]
    public void Any_distribution_comes_back_as_it_was()
    {
        for (int seed = 1; seed <= 100; seed++)
        {
            var random = new Random(seed);
            var ours = new LatencyHistogram();
            var theirs = new LongHistogram(LatencyHistogram.LargestNs, 3);
            int many = random.Next(1, 3000);
            for (int index = 0; index < many; index++)
            {
                long ns = (long)Math.Pow(2, random.NextDouble() * 42);
                long repeated = random.Next(8) == 0 ? random.Next(1_000_000) : 1;
                ours.Record(Math.Min(ns, LatencyHistogram.LargestNs), repeated);
            }

            LatencyRecord? record = ours.ToRecord();
            foreach (LatencyBin bin in record?.Bins ?? [])
            {
                theirs.RecordValueWithCount(Math.Min(bin.UpToNs, record!.MaxNs), bin.Count);
            }

            HistogramBase[] read = Read(Latencies(record));

            Assert.Equal(record is null ? [] : [theirs.TotalCount], read.Select(one => one.TotalCount));
            if (record is not null)
            {
                Assert.Equal(Values(theirs), Values(read[0]));
            }
        }
    }

    [Fact]
    public void A_result_without_distributions_is_a_log_without_lines()
    {
        Assert.Empty(Read(Latencies(null)));
        Assert.False(Reports.KeepsDistributions(Latencies(null)));
        Assert.True(Reports.KeepsDistributions(Samples.Of("read-device")));
    }

    [Fact]
    public void A_run_whose_start_is_unknown_began_with_the_result()
    {
        ResultDocument document = Samples.Of("read-device");
        CellRecord cell = document.Cells[0];
        RunRecord run = cell.Runs[0] with { StartedAtMs = null };

        HistogramBase read = Assert.Single(Read(document with { Cells = [cell with { Runs = [run] }] }));

        Assert.Equal(document.StartedAt.ToUnixTimeMilliseconds(), read.StartTimeStamp);
    }

    private static (long Ns, long Count)[] Values(HistogramBase histogram) =>
    [
        .. histogram.RecordedValues().Select(value => (value.ValueIteratedTo, value.CountAtValueIteratedTo)),
    ];

    private static ResultDocument Latencies(LatencyRecord? times)
    {
        ResultDocument document = Samples.Of("read-device");
        CellRecord cell = document.Cells[0];
        return document with { Cells = [cell with { Runs = [cell.Runs[0] with { Latency = times }] }] };
    }

    private static HistogramBase[] Read(ResultDocument document)
    {
        using var log = new MemoryStream(System.Text.Encoding.UTF8.GetBytes(Samples.Text("hdr", document)));
        using var reader = new HistogramLogReader(log);
        return [.. reader.ReadHistograms()];
    }

    private static void AssertNear(double expected, double found) =>
        Assert.InRange(found, expected * (1 - Error), expected * (1 + Error));
}
