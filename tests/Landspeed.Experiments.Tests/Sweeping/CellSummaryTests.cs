using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Files;

namespace Landspeed.Experiments.Tests.Sweeping;

public class CellSummaryTests
{
    private static readonly SweepCellRecord s_read =
        new SweepCell(FileApi.Engine, IoMode.Direct, MeasuredOperation.Read, 8, 65536)
            .ToRecord(CellState.Pending, null);

    private static readonly SweepCellRecord s_write = s_read with { Operation = "write" };

    [Fact]
    public void A_cell_of_reads_has_the_medians_of_its_runs()
    {
        SweepCellRecord cell = CellSummary.Of(s_read, [Run(100), Run(300), Run(200)]);

        Assert.Equal(CellState.Done, cell.State);
        IntervalRecord rate = cell.ThroughputBytesPerS!;
        Assert.Equal((3, 200, 100, 300, 75.0), (rate.Runs, rate.Median, rate.Low, rate.High, rate.ConfidencePct));
        Assert.Null(cell.ThroughputToReturnBytesPerS);
        Assert.Equal((2, 4), (cell.CpuNsPerByte!.Median, cell.CpuCyclesPerByte!.Median));
        Assert.Equal((20, 2000, 4000), (cell.RequestsPerS, cell.LatencyP50Ns, cell.LatencyP99Ns));
        Assert.Equal(s_read.Name, cell.Name);
    }

    [Theory]
    [InlineData("write")]
    [InlineData("extend")]
    public void A_cell_of_writes_is_measured_to_durable_and_keeps_the_rate_to_return_beside(string operation)
    {
        SweepCellRecord cell = CellSummary.Of(s_read with { Operation = operation }, [Run(100, 80), Run(300, 90), Run(200, 70)]);

        Assert.Equal((80, 200), (cell.ThroughputBytesPerS!.Median, cell.ThroughputToReturnBytesPerS!.Median));
    }

    [Fact]
    public void A_cell_without_a_run_stays_as_it_is() => Assert.Same(s_read, CellSummary.Of(s_read, []));

    [Fact]
    public void A_cell_that_had_failed_is_done_once_it_has_a_run()
    {
        SweepCellRecord cell = CellSummary.Of(s_read with { State = CellState.Failed, Reason = "no" }, [Run(1)]);

        Assert.Equal((CellState.Done, null), (cell.State, cell.Reason));
    }

    [Fact]
    public void The_verdict_is_that_of_the_run_with_the_median_throughput()
    {
        MeasurementRecord[] runs = [With(Run(300), Verdict.Cache), With(Run(100), Verdict.Device), With(Run(200), Verdict.Mixed)];

        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_read, runs).Verdict);
    }

    [Fact]
    public void Of_an_even_number_of_runs_the_slower_of_the_middle_two_gives_the_verdict()
    {
        MeasurementRecord[] runs =
            [With(Run(400), Verdict.Hole), With(Run(300), Verdict.Cache), With(Run(100), Verdict.Device), With(Run(200), Verdict.Mixed)];

        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_read, runs).Verdict);
    }

    [Fact]
    public void A_write_is_judged_by_its_rate_to_durable()
    {
        MeasurementRecord[] runs =
            [With(Run(100, 90), Verdict.Cache), With(Run(200, 80), Verdict.Device), With(Run(300, 70), Verdict.Mixed)];

        Assert.Equal(Verdict.Device, CellSummary.Of(s_write, runs).Verdict);
        runs = [With(Run(100, 90), Verdict.Cache), With(Run(200, 50), Verdict.Device), With(Run(300, 70), Verdict.Mixed)];
        Assert.Equal(Verdict.Mixed, CellSummary.Of(s_write, runs).Verdict);
    }

    [Fact]
    public void Runs_that_disagree_on_the_verdict_are_counted()
    {
        MeasurementRecord[] runs = [With(Run(100), Verdict.Mixed), With(Run(100), Verdict.Device), With(Run(100), Verdict.Device)];

        Assert.Equal("the 3 runs have different verdicts: 2 device and 1 mixed", Message(s_read, runs, "verdicts_differ"));
        Assert.Null(Message(s_read, [.. runs.Skip(1)], "verdicts_differ"));
    }

    [Fact]
    public void A_finding_of_several_runs_is_told_once_with_how_many()
    {
        MeasurementRecord[] runs =
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

    [Fact]
    public void That_runs_are_short_or_the_build_is_a_debug_build_is_not_a_matter_of_the_cell() => Assert.Empty(
        CellSummary.Of(s_read, [.. Enumerable.Repeat(With(Run(100), ("short_run", "a"), ("debug_build", "b")), 3)]).Findings);

    [Theory]
    [InlineData(1, "one run does not tell how far runs differ; repeat it")]
    [InlineData(2, "the interval of 2 runs holds the true median with 50 % only; repeat more")]
    [InlineData(3, null)]
    public void Few_runs_are_named(int count, string? message) =>
        Assert.Equal(message, Message(s_read, [.. Enumerable.Repeat(Run(100), count)], "few_runs"));

    [Theory]
    [InlineData(125e6, null)]
    [InlineData(125.1e6, "the runs lie between 100.0 MB/s and 125.1 MB/s, 25 % of the median apart: small differences mean nothing here")]
    [InlineData(1334.5e6, "the runs lie between 100.0 MB/s and 1,334.5 MB/s, 1,234 % of the median apart: small differences mean nothing here")]
    public void Noise_is_named_above_a_quarter_of_the_median(double fastest, string? message) =>
        Assert.Equal(message, Message(s_read, [Run(100e6), Run(fastest), Run(100e6)], "noisy"));

    [Fact]
    public void Runs_that_stand_apart_are_named_with_their_rates()
    {
        double[] rates = [100e6, 101e6, 99e6, 40e6, 100.5e6, 100.2e6, 99.5e6];

        Assert.Equal(
            "run 4 with 40.00 MB/s stands apart from the median of 100.0 MB/s; counted all the same",
            Message(s_read, [.. rates.Select(rate => Run(rate))], "outliers"));
        rates[1] = 250e6;
        Assert.Equal(
            "run 2 with 250.0 MB/s and run 4 with 40.00 MB/s stand apart from the median of 100.0 MB/s; counted all the same",
            Message(s_read, [.. rates.Select(rate => Run(rate))], "outliers"));
    }

    [Fact]
    public void A_run_that_was_not_made_durable_counts_in_no_rate_and_shifts_no_outlier()
    {
        MeasurementRecord[] runs =
            [With(Run(9e6), Verdict.Cache), .. new double[] { 100, 101, 99, 40, 100.5, 100.2, 99.5 }.Select(rate => Run(200e6, rate * 1e6))];

        SweepCellRecord cell = CellSummary.Of(s_write, runs);

        Assert.Equal((7, 100e6), (cell.ThroughputBytesPerS!.Runs, cell.ThroughputBytesPerS.Median));
        Assert.Equal([4], cell.ThroughputBytesPerS.OutlierRuns);
        Assert.StartsWith("run 5 with 40.00 MB/s", Message(s_write, runs, "outliers"), StringComparison.Ordinal);
        Assert.Equal(Verdict.Device, cell.Verdict);
        Assert.Equal(8, cell.ThroughputToReturnBytesPerS!.Runs);
    }

    [Fact]
    public void What_no_run_tells_is_null()
    {
        MeasurementRecord run = Run(100) with { Latency = null };
        run = run with { Cpu = run.Cpu with { ProcessNsPerByte = null, ProcessCyclesPerByte = double.NaN } };

        SweepCellRecord cell = CellSummary.Of(s_write, [run, run]);

        Assert.Null(cell.ThroughputBytesPerS);
        Assert.Null(cell.CpuNsPerByte);
        Assert.Null(cell.CpuCyclesPerByte);
        Assert.Null(cell.LatencyP50Ns);
        Assert.Null(cell.LatencyP99Ns);
        Assert.Equal("no run has a throughput", Message(s_write, [run, run], "few_runs"));
        Assert.Equal(CellState.Done, cell.State);
    }

    [Fact]
    public void A_percentile_that_one_run_lacks_is_not_told()
    {
        MeasurementRecord lacking = Run(100);
        lacking = lacking with { Latency = lacking.Latency! with { P99Ns = null } };

        SweepCellRecord cell = CellSummary.Of(s_read, [Run(100), lacking, Run(100)]);

        Assert.Null(cell.LatencyP99Ns);
        Assert.NotNull(cell.LatencyP50Ns);
    }

    [Fact]
    public void Runs_are_kept_in_order_without_their_latency_bins()
    {
        MeasurementRecord[] runs = [Run(100), Run(300), Run(200)];

        SweepCellRecord cell = CellSummary.Of(s_read, runs);

        Assert.NotEmpty(runs[0].Latency!.Bins);
        Assert.All(cell.Runs, run => Assert.Empty(run.Latency!.Bins));
        Assert.Equal(runs.Select(run => run.Transfer), cell.Runs.Select(run => run.Transfer));
    }

    // All other values follow from the rate, so that their medians are easily told.
    private static MeasurementRecord Run(double bytesPerS, double? toDurable = null)
    {
        MeasurementRecord sample = SampleMeasurement.Make().Jobs[0];
        return sample with
        {
            Transfer = sample.Transfer with
            {
                ThroughputBytesPerS = bytesPerS, ThroughputToDurableBytesPerS = toDurable, RequestsPerS = bytesPerS / 10,
            },
            Latency = sample.Latency! with { P50Ns = (long)bytesPerS * 10, P99Ns = (long)bytesPerS * 20 },
            Cpu = sample.Cpu with { ProcessNsPerByte = bytesPerS / 100, ProcessCyclesPerByte = bytesPerS / 50 },
            Truth = sample.Truth with { Verdict = Verdict.Device },
            Findings = [],
        };
    }

    private static MeasurementRecord With(MeasurementRecord run, Verdict verdict) =>
        run with { Truth = run.Truth with { Verdict = verdict } };

    private static MeasurementRecord With(MeasurementRecord run, params (string Code, string Message)[] findings) =>
        run with { Findings = [.. findings.Select(finding => new FindingRecord(finding.Code, finding.Message))] };

    private static string? Message(SweepCellRecord cell, MeasurementRecord[] runs, string code) =>
        CellSummary.Of(cell, runs).Findings.SingleOrDefault(finding => finding.Code == code)?.Message;
}
