using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public class MeasureViewTests
{
    [Fact]
    public void The_verdict_is_in_the_first_lines_of_each_table() => Assert.All(Samples.Measurements, name =>
    {
        ResultDocument document = Samples.Of(name);
        RunRecord run = document.Cells[0].Runs[0];

        Assert.Contains(
            "verdict: " + (run.Reads ?? run.Writes)!.Verdict.ToString().ToLowerInvariant(),
            string.Join('\n', Samples.Table(document).Split('\n').Take(3)),
            StringComparison.Ordinal);
    });

    [Fact]
    public void A_mix_has_the_verdict_of_each_direction_in_the_first_lines()
    {
        ResultDocument mix = Samples.Of("mix");
        RunRecord run = mix.Cells[0].Runs[0];
        ResultDocument cached = mix with
        {
            Cells = [mix.Cells[0] with { Runs = [run with { Reads = run.Reads! with { Verdict = Verdict.Cache } }] }],
        };

        string[] first = [.. Samples.Table(cached).Split('\n').Take(4)];

        Assert.StartsWith("  verdict of reads: cache (", first[2], StringComparison.Ordinal);
        Assert.StartsWith("  verdict of writes: device (", first[3], StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.01, 1, "even", "pausing 10.0 ms", "10.0 ms requested")]
    [InlineData(2, 4, "poisson", "pausing 2.00 s after 4, poisson", "2.00 s requested")]
    public void Pauses_and_an_offset_are_part_of_the_case(
        double pauseS, int requests, string arrivals, string expected, string asked)
    {
        ResultDocument full = Samples.Of("read-device");
        CellRecord cell = full.Cells[0];
        RunRecord run = cell.Runs[0];
        CaseRecord effective = run.Case!.Effective with
        {
            Think = new ThinkRecord(pauseS, requests, arrivals, Precise: false),
            OffsetBytes = 64 << 20,
        };
        var metrics = new Dictionary<string, double>(run.Metrics) { [Metrics.PauseMean.Name] = 12_300_000 };
        RunRecord pausing = run with { Metrics = metrics, Case = run.Case with { Effective = effective } };

        string table = Samples.Table(full with { Cells = [cell with { Runs = [pausing] }] });

        string first = string.Join(
            ' ', table.Split("\n\n")[0].Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries));
        Assert.Contains($" from 64 MiB on 1 MiB × up to 8 in flight, {expected} ", first, StringComparison.Ordinal);
        Assert.Contains($"pauses      12.3 ms on average, {asked}", table, StringComparison.Ordinal);
    }

    [Fact]
    public void A_run_says_in_the_first_lines_whether_it_became_steady()
    {
        ResultDocument steady = Samples.Of("steady");
        CellRecord cell = steady.Cells[0];
        RunRecord run = cell.Runs[0];
        RunRecord changing = run with { Steady = run.Steady! with { IsSteady = false } };
        ResultDocument not = steady with { Cells = [cell with { Runs = [changing] }] };

        Assert.StartsWith(
            "  steady after 90.0 s: 402 MB/s   rising by 0.2 % in 30.0 s", Line(steady), StringComparison.Ordinal);
        Assert.Equal("  not steady after 90.0 s", Line(not).TrimEnd());

        static string Line(ResultDocument document) => Samples.Table(document).Split('\n')[2];
    }

    [Fact]
    public void Charts_show_where_a_rate_was_steady_and_how_latencies_changed()
    {
        ResultDocument steady = Samples.Of("steady");
        (string Name, string Svg)[] charts = [.. Reports.Charts(steady)];

        Assert.Equal(["throughput-over-time", "latency-over-time", "latency"], charts.Select(chart => chart.Name));
        Assert.Contains("steady: 402 MB/s", charts[0].Svg, StringComparison.Ordinal);
        Assert.Contains("longest at 90.0 s: 121 ms", charts[1].Svg, StringComparison.Ordinal);
    }

    [Fact]
    public void A_last_part_that_was_cut_short_makes_no_cliff_in_the_chart_of_latencies()
    {
        ResultDocument steady = Samples.Of("steady");
        CellRecord cell = steady.Cells[0];
        RunRecord run = cell.Runs[0];
        RunRecord cut = run with
        {
            LatencySamples =
            [
                .. run.LatencySamples, new LatencySampleRecord(90_000_000_000, 100_000, 1, null, null, 170_000),
            ],
        };

        Assert.Equal(Course(steady), Course(steady with { Cells = [cell with { Runs = [cut] }] }));

        static string Course(ResultDocument document) =>
            Reports.Charts(document).Single(chart => chart.Name == "latency-over-time").Svg;
    }

    [Fact]
    public void A_direction_of_a_mix_without_a_request_is_shown_and_says_why_it_has_no_verdict()
    {
        ResultDocument mix = Samples.Of("mix");
        RunRecord run = mix.Cells[0].Runs[0];
        var none = new RequestPartRecord(0, 0, null, null);
        TruthRecord nothing = run.Reads! with
        {
            Verdict = Verdict.Unknown,
            AppBytes = 0,
            DeviceSharePct = null,
            Reason = "no byte was moved",
        };
        RunRecord empty = run with { Mix = run.Mix! with { Reads = none }, Reads = nothing };

        string text = Samples.Table(mix with { Cells = [mix.Cells[0] with { Runs = [empty] }] });

        Assert.Contains("verdict of reads: unknown (no byte was moved)", text, StringComparison.Ordinal);
        Assert.Matches(@"\nreads +0 +0 [a-zA-Z]*/s +- ", text);
    }

    [Fact]
    public void Reads_and_writes_with_a_rate_each_show_what_was_due_of_each()
    {
        ResultDocument mix = Samples.Of("mix");
        RunRecord run = mix.Cells[0].Runs[0];
        CaseRecord effective = run.Case!.Effective with
        {
            ReadPct = null,
            Load = new LoadRecord(90_000, "poisson", "queue", false)
            {
                ReadRequestsPerS = 10_000,
                WriteRequestsPerS = 80_000,
            },
        };
        RunRecord two = run with
        {
            Case = run.Case with { Effective = effective },
            Mix = new MixRecord(run.Mix!.Reads with { Offered = 20_000 }, run.Mix.Writes with { Offered = 160_000 }),
            Metrics = new Dictionary<string, double>(run.Metrics)
            {
                [Metrics.RequestsOffered.Name] = 180_000,
                [Metrics.OfferedRate.Name] = 90_000,
            },
        };

        string text = Samples.Table(mix with { Cells = [mix.Cells[0] with { Runs = [two] }] });

        Assert.Contains(" at 10,000 reads/s and 80,000 writes/s, poisson", text, StringComparison.Ordinal);
        Assert.StartsWith("mix  ", text, StringComparison.Ordinal);
        Assert.Matches(@"\nrequests +due/s +req/s ", text);
        Assert.Matches(@"\nreads +10,000 +[0-9]", text);
        Assert.Matches(@"\nwrites +80,000 +[0-9]", text);
    }

    [Fact]
    public void Requests_of_several_sizes_are_shown_each_with_its_rate_and_times()
    {
        ResultDocument read = Samples.Of("read-device");
        RunRecord run = read.Cells[0].Runs[0];
        CaseRecord done = run.Case!.Effective with { RequestSizeBytes = 65536, SizeShares = "4KiB:60,64KiB:40" };
        RunRecord sized = run with
        {
            Case = run.Case with { Effective = done },
            Sizes =
            [
                new RequestPartRecord(4096 * 60, 60, run.Latency, null) { RequestSizeBytes = 4096 },
                new RequestPartRecord(65536 * 40, 40, run.Latency, null) { RequestSizeBytes = 65536 },
            ],
        };
        ResultDocument document = read with { Cells = [read.Cells[0] with { Runs = [sized] }] };

        string text = Samples.Table(document);

        Assert.Contains("  4 KiB (60 %) and 64 KiB (40 %) × ", text, StringComparison.Ordinal);
        Assert.Matches(@"\nRequest sizes\n\nrequests +req/s +rate +p50 ", text);
        Assert.Matches(@"\n4 KiB +[\d.,]+ .*B/s +\d", text);
        Assert.Matches(@"\n64 KiB +[\d.,]+ .*B/s +\d", text);
        Assert.DoesNotContain("\nLatency\n", text, StringComparison.Ordinal);
        Assert.Contains(
            "Latency of each request size", Reports.Charts(document).Single(chart => chart.Name == "latency").Svg,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_measurement_without_a_completed_request_can_be_shown()
    {
        ResultDocument read = Samples.Of("read-device");
        CellRecord cell = read.Cells[0];

        string text = Samples.Table(read with { Cells = [cell with { Runs = [cell.Runs[0] with { Latency = null }] }] });

        Assert.Contains("no request was timed", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_without_runs_names_the_machine() => Assert.Contains(
        "Imaginary Processor", Samples.Table(Samples.Of("read-device") with { Cells = [] }), StringComparison.Ordinal);

    [Fact]
    public void A_median_has_no_more_digits_than_its_runs_allow()
    {
        string table = Samples.Table(Samples.Of("repeat-5"));

        Assert.Contains("2,400 MB/s", table, StringComparison.Ordinal); // 2,405.6, between 1,210 and 2,431
        Assert.DoesNotContain("2,405.6", table, StringComparison.Ordinal);
    }
}
