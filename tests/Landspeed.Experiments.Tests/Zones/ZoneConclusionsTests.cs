using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Tests.Conclusions;
using Landspeed.Experiments.Zones;
using Landspeed.Results;
using Landspeed.Results.Zones;

namespace Landspeed.Experiments.Tests.Zones;

public sealed class ZoneConclusionsTests
{
    private const int Seed = 1997;

    // Outer and inner zones of the disk in the report: 57 and 34 MB/s.
    [Fact]
    public void A_disk_that_slows_down_towards_its_inner_tracks_is_told_with_both_ends() => Assert.Equal(
        [
            "zones: The rate changes with the place: the fastest zone reads 57.00 MB/s (from 0 B), "
                + "the slowest 34.00 MB/s (from 300 MiB), 1.68 times as much.",
        ],
        Conclude([57, 50, 42, 34], runs: 9));

    [Fact]
    public void Zones_that_are_alike_are_called_so() => Assert.StartsWith(
        "zones: The rate is the same in all zones, within 5 %: the fastest zone reads ",
        Assert.Single(Conclude([50, 50.1, 50.2, 50], runs: 8)),
        StringComparison.Ordinal);

    [Fact]
    public void A_difference_of_less_than_a_twentieth_is_none_however_surely_it_is_told() => Assert.StartsWith(
        "zones: The rate is the same in all zones, within 5 %: ",
        Assert.Single(Conclude([50, 51, 50, 51], runs: 20)),
        StringComparison.Ordinal);

    [Fact]
    public void Too_few_runs_for_the_number_of_zones_are_inconclusive_and_the_number_is_named()
    {
        double[] rates = [.. Enumerable.Range(0, 16).Select(zone => 57.0 - zone)];

        Assert.StartsWith(
            "zones: Whether the rate changes with the place is inconclusive after 5 runs; "
                + "16 zones need at least 8 runs of each: ",
            Assert.Single(Conclude(rates, runs: 5)),
            StringComparison.Ordinal);
        Assert.StartsWith(
            "zones: The rate changes with the place",
            Assert.Single(Conclude(rates, runs: 8)),
            StringComparison.Ordinal);
    }

    [Fact]
    public void Of_equal_zones_a_difference_is_told_in_at_most_one_of_twenty_measurements()
    {
        const int Trials = 2_000;
        var random = new Random(Seed);
        int told = Enumerable.Range(0, Trials).Count(_ => ZoneConclusions.Of(
            [
                .. Enumerable.Range(0, 16).Select(zone => Cell(
                    zone,
                    [.. Enumerable.Range(0, 8).Select(_ => 50 * (1 + (random.NextDouble() * random.NextDouble())))])),
            ],
            MeasuredOperation.Read)[0].Text.StartsWith("The rate changes", StringComparison.Ordinal));

        Assert.InRange(told, 0, Trials / 20);
    }

    [Theory]
    [InlineData(2, 4)]
    [InlineData(4, 5)]
    [InlineData(16, 8)]
    [InlineData(1000, 14)]
    public void The_more_zones_there_are_the_more_runs_a_difference_needs(int zones, int runs)
    {
        Assert.Equal(runs, ZoneConclusions.NeededRuns(zones));
        Assert.InRange(ZoneConclusions.ChanceOf(zones, runs), 0, 0.05);
    }

    [Fact]
    public void Zones_that_were_read_from_the_cache_are_not_judged()
    {
        CellRecord[] cells =
        [
            Cell(0, [57, 58]), Cell(1, [9000, 9001]).Of(Verdict.Cache), Cell(2, [9000]).Of(Verdict.Cache),
        ];

        Assert.Equal(
            ["2 zones of 3 did not read from the device, and are not judged: use --cold, or a file with data."],
            ZoneConclusions.Of(cells, MeasuredOperation.Read).Select(one => one.Text));
    }

    private static string[] Conclude(double[] rates, int runs) =>
    [
        .. ZoneConclusions.Of(
                [
                    .. rates.Select((rate, zone) => Cell(
                        zone, [.. Enumerable.Range(0, runs).Select(run => rate * (1 + ((run - (runs / 2)) * 0.001)))])),
                ],
                MeasuredOperation.Read)
            .Select(one => $"{one.Code}: {one.Text}"),
    ];

    private static CellRecord Cell(int zone, double[] megabytes) => SampleCell
        .Done($"zone-{zone + 1}", (ZoneLabels.Axis, $"{zone * 100L << 20}"), (ZoneLabels.Length, $"{100L << 20}"))
        .With(Metrics.Throughput, [.. megabytes.Select(rate => rate * 1e6)]);
}
