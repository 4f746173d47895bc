using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Judging;

public class CellSummaryTests
{
    private static readonly CellRecord s_read = new() { Name = "read-direct-64KiB-q8", State = CellState.Pending };

    [Fact]
    public void A_cell_of_reads_has_the_medians_of_its_runs()
    {
        CellRecord cell = CellSummary.Of(s_read, [Run(100), Run(300), Run(200)]);

        Assert.Equal(CellState.Done, cell.State);
        IntervalRecord rate = cell[Metrics.Throughput]!;
        Assert.Equal((3, 200, 100, 300, 75.0), (rate.Runs, rate.Median, rate.Low, rate.High, rate.ConfidencePct));
        Assert.Null(cell[Metrics.ThroughputToReturn]);
        Assert.Equal((2, 4), (cell[Metrics.CpuPerByte]!.Median, cell[Metrics.CyclesPerByte]!.Median));
        Assert.Equal(
            (20, 2000, 4000),
            (cell[Metrics.RequestRate]!.Median, cell[Metrics.LatencyP50]!.Median, cell[Metrics.LatencyP99]!.Median));
        Assert.Equal(s_read.Name, cell.Name);
    }

    [Fact]
    public void A_cell_of_writes_is_measured_to_durable_and_keeps_the_rate_to_return_beside()
    {
        CellRecord cell = CellSummary.Of(s_read, [Written(100, 80), Written(300, 90), Written(200, 70)]);

        Assert.Equal((80, 200), (cell[Metrics.Throughput]!.Median, cell[Metrics.ThroughputToReturn]!.Median));
    }

    [Fact]
    public void A_cell_without_a_run_stays_as_it_is() => Assert.Same(s_read, CellSummary.Of(s_read, []));

    [Fact]
    public void A_cell_that_had_failed_is_done_once_it_has_a_run()
    {
        CellRecord cell = CellSummary.Of(s_read with { State = CellState.Failed, Reason = "no" }, [Run(1)]);

        Assert.Equal((CellState.Done, null), (cell.State, cell.Reason));
    }

    [Fact]
    public void The_verdict_is_that_of_the_run_with_the_median_throughput()
    {
        RunRecord[] runs = [With(Run(300), Verdict.Cache), With(Run(100), Verdict.Device), With(Run(200), Verdict.Mixed)];

        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_read, runs).Verdicts.Read);
    }

    [Fact]
    public void Of_an_even_number_of_runs_the_slower_of_the_middle_two_gives_the_verdict()
    {
        RunRecord[] runs =
            [With(Run(400), Verdict.Hole), With(Run(300), Verdict.Cache), With(Run(100), Verdict.Device), With(Run(200), Verdict.Mixed)];

        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_read, runs).Verdicts.Read);
    }

    [Fact]
    public void A_write_is_judged_by_its_rate_to_durable()
    {
        RunRecord[] runs =
            [With(Written(100, 90), Verdict.Cache), With(Written(200, 80), Verdict.Device), With(Written(300, 70), Verdict.Mixed)];

        Assert.Equal(Verdict.Device, CellSummary.Of(s_read, runs).Verdicts.Write);
        runs = [With(Written(100, 90), Verdict.Cache), With(Written(200, 50), Verdict.Device), With(Written(300, 70), Verdict.Mixed)];
        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_read, runs).Verdicts.Write);
    }

    [Fact]
    public void Runs_that_disagree_on_the_verdict_are_counted()
    {
        RunRecord[] runs = [With(Run(100), Verdict.Mixed), With(Run(100), Verdict.Device), With(Run(100), Verdict.Device)];

        Assert.Equal("the 3 runs have different verdicts: 2 device and 1 mixed", Message(s_read, runs, "verdicts_differ"));
        Assert.Null(Message(s_read, [.. runs.Skip(1)], "verdicts_differ"));
    }

    [Fact]
    public void A_finding_of_several_runs_is_reported_once_with_how_many()
    {
        RunRecord[] runs =
        [
            With(Run(100), ("drift", "30 %"), ("not_cold", "5 %")),
            With(Run(100), ("drift", "40 %"), ("foreign_traffic", "reads"), ("foreign_traffic", "writes")),
            Run(100),
        ];

        Assert.Equal("in 2 of 3 runs, in the first of them: 30 %", Message(s_read, runs, "drift"));
        Assert.Equal("in 1 of 3 runs: 5 %", Message(s_read, runs, "not_cold"));
        Assert.Equal("in 1 of 3 runs: reads", Message(s_read, runs, "foreign_traffic"));
        Assert.Equal("30 %", Message(s_read, [runs[0]], "drift"));
    }

    [Theory]
    [InlineData(1, "one run does not show how far runs differ; repeat it")]
    [InlineData(2, "the interval of 2 runs contains the true median with only 50 % confidence; repeat more")]
    [InlineData(3, null)]
    public void Few_runs_are_named(int count, string? message) =>
        Assert.Equal(message, Message(s_read, [.. Enumerable.Repeat(Run(100), count)], "few_runs"));

    [Theory]
    [InlineData(125e6, null)]
    [InlineData(
        125.1e6,
        "runs ranged from 100 MB/s to 125 MB/s (a spread of 25 % of the median); ignore small differences")]
    [InlineData(
        1334.5e6,
        "runs ranged from 100 MB/s to 1,334 MB/s (a spread of 1,234 % of the median); ignore small differences")]
    public void Noise_is_named_above_a_quarter_of_the_median(double fastest, string? message) =>
        Assert.Equal(message, Message(s_read, [Run(100e6), Run(fastest), Run(100e6)], "noisy"));

    [Fact]
    public void Runs_that_stand_apart_are_named_with_their_rates()
    {
        double[] rates = [100e6, 101e6, 99e6, 40e6, 100.5e6, 100.2e6, 99.5e6];

        Assert.Equal(
            "run 4 with 40.0 MB/s is an outlier from the median of 100 MB/s; still counted",
            Message(s_read, [.. rates.Select(rate => Run(rate))], "outliers"));
        rates[1] = 250e6;
        Assert.Equal(
            "run 2 with 250 MB/s and run 4 with 40.0 MB/s are outliers from the median of 100 MB/s; still counted",
            Message(s_read, [.. rates.Select(rate => Run(rate))], "outliers"));
    }

    [Fact]
    public void A_run_without_a_rate_counts_in_none_and_shifts_no_outlier()
    {
        RunRecord[] runs =
            [With(Without(Written(9e6, 9e6), Metrics.Throughput), Verdict.Cache), .. new double[] { 100, 101, 99, 40, 100.5, 100.2, 99.5 }.Select(rate => Written(200e6, rate * 1e6))];

        CellRecord cell = CellSummary.Of(s_read, runs);

        Assert.Equal((7, 100e6), (cell[Metrics.Throughput]!.Runs, cell[Metrics.Throughput]!.Median));
        Assert.Equal([4], cell[Metrics.Throughput]!.OutlierRuns);
        Assert.StartsWith("run 5 with 40.0 MB/s", Message(s_read, runs, "outliers"), StringComparison.Ordinal);
        Assert.Equal(Verdict.Device, cell.Verdicts.Write);
        Assert.Equal(8, cell[Metrics.ThroughputToReturn]!.Runs);
    }

    [Fact]
    public void What_no_run_has_is_missing()
    {
        RunRecord run = With(
            Without(Run(100), Metrics.Throughput, Metrics.LatencyP50, Metrics.LatencyP99, Metrics.CpuPerByte), Metrics.CyclesPerByte, double.NaN);

        CellRecord cell = CellSummary.Of(s_read, [run, run]);

        Assert.Null(cell[Metrics.Throughput]);
        Assert.Null(cell[Metrics.CpuPerByte]);
        Assert.Null(cell[Metrics.CyclesPerByte]);
        Assert.Null(cell[Metrics.LatencyP50]);
        Assert.Null(cell[Metrics.LatencyP99]);
        Assert.Equal("no run has a throughput", Message(s_read, [run, run], "few_runs"));
        Assert.Equal(CellState.Done, cell.State);
    }

    [Fact]
    public void A_run_that_failed_fails_the_cell_and_stays_in_it()
    {
        RunRecord failed = new() { Cell = s_read.Name, Round = 1, Failure = "no luck" };

        CellRecord cell = CellSummary.Of(s_read, [Run(100), failed]);

        Assert.Equal((CellState.Failed, "no luck", 2), (cell.State, cell.Reason, cell.Runs.Count));
    }

    [Fact]
    public void A_percentile_that_one_run_lacks_is_not_reported()
    {
        RunRecord lacking = Without(Run(100), Metrics.LatencyP99);

        CellRecord cell = CellSummary.Of(s_read, [Run(100), lacking, Run(100)]);

        Assert.Null(cell[Metrics.LatencyP99]);
        Assert.NotNull(cell[Metrics.LatencyP50]);
    }

    [Fact]
    public void Runs_are_kept_in_order()
    {
        RunRecord[] runs = [Run(100), Run(300), Run(200)];

        Assert.Equal(runs, CellSummary.Of(s_read, runs).Runs);
    }

    // All other values follow from the rate, so that their medians are easily known.
    private static RunRecord Run(double bytesPerS) => new()
    {
        Cell = s_read.Name,
        Round = 0,
        Metrics = Metrics.Of(
            (Metrics.Throughput, bytesPerS),
            (Metrics.RequestRate, bytesPerS / 10),
            (Metrics.LatencyP50, bytesPerS * 10),
            (Metrics.LatencyP99, bytesPerS * 20),
            (Metrics.CpuPerByte, bytesPerS / 100),
            (Metrics.CyclesPerByte, bytesPerS / 50)),
        Reads = new TruthRecord { Verdict = Verdict.Device, Reason = "it was", AppBytes = 1, Sources = [] },
    };

    private static RunRecord Written(double bytesPerS, double toDurable)
    {
        RunRecord run = With(With(Run(bytesPerS), Metrics.Throughput, toDurable), Metrics.ThroughputToReturn, bytesPerS);
        return run with { Reads = null, Writes = run.Reads };
    }

    private static RunRecord Without(RunRecord run, params Metric[] metrics) => run with
    {
        Metrics = run.Metrics.Where(pair => !metrics.Any(metric => metric.Name == pair.Key)).ToDictionary(),
    };

    private static RunRecord With(RunRecord run, Metric metric, double value) => run with
    {
        Metrics = new Dictionary<string, double>(run.Metrics) { [metric.Name] = value },
    };

    private static RunRecord With(RunRecord run, Verdict verdict) => run with
    {
        Reads = run.Reads is { } read ? read with { Verdict = verdict } : null,
        Writes = run.Writes is { } written ? written with { Verdict = verdict } : null,
    };

    private static RunRecord With(RunRecord run, params (string Code, string Message)[] findings) =>
        run with { Findings = [.. findings.Select(finding => new FindingRecord(finding.Code, finding.Message))] };

    private static string? Message(CellRecord cell, RunRecord[] runs, string code) =>
        CellSummary.Of(cell, runs).Findings.SingleOrDefault(finding => finding.Code == code)?.Message;
}
