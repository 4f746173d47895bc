using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Processing;
using Landspeed.Experiments.Statistics;
using Landspeed.Quantities;
using Landspeed.Reporting.Views;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views.Processing;

public sealed class ProcessViewTests
{
    private static readonly ProcessOptions s_options = new()
    {
        Data = new DataShape { Files = 3, Lines = 2, Characters = 5 },
        Directory = FilePath.FromText(AppContext.BaseDirectory),
        Seed = 1,
        Threads = [1],
        Passes = [0],
    };

    [Fact]
    public void What_varies_makes_rows_of_one_table_and_the_pipeline_has_its_own()
    {
        ReportView view = View(
            s_options with { Threads = [1, 2], BufferSizes = [ByteCount.KiB(4), ByteCount.KiB(64)], Hints = [ReadHint.None, ReadHint.Sequential] },
            cell => cell.Labels["strategy"] == "pipelined" ? [1, 1, 1, 1, 1] : [3, 3, 3, 3, 3]);

        Assert.Equal(4, view.Tables.Count);
        ReportTable table = view.Tables[0];
        Assert.Equal("Seconds until durable: streaming / buffering", table.Title);
        Assert.Equal(["threads, buffer, hint", "work 0"], table.Columns.Select(column => column.Heading));
        Assert.Equal(
            [
                "1, 4 KiB, none", "1, 4 KiB, sequential", "1, 64 KiB, none", "1, 64 KiB, sequential", "1, pipelined",
                "2, 4 KiB, none", "2, 4 KiB, sequential", "2, 64 KiB, none", "2, 64 KiB, sequential", "2, pipelined",
            ],
            table.Rows.Select(row => row[0].Text));
        Assert.Equal("3.00 / 3.00", table.Rows[0][1].Text);
        Assert.Equal("1.00*", table.Rows[4][1].Text);
        Assert.Single(view.Charts);
    }

    [Theory]
    [InlineData("1.00* / 2.00 / 3.00", new double[] { 1, 1, 1, 1, 1 }, new double[] { 2, 2, 2, 2, 2 })] // a clear win
    [InlineData("1.00* / 1.00* / 3.00", new double[] { 0.9, 1, 1, 1, 1.1 }, new double[] { 0.9, 1, 1, 1, 1.1 })] // a tie
    [InlineData("1.00* / 1.50* / 3.00", new double[] { 0.9, 1, 1.1 }, new double[] { 1.4, 1.5, 1.8 })] // not told
    [InlineData("1.00 / 2.00 / 3.00", new double[] { 1 }, new double[] { 2 })] // one run: nothing is, and nothing is marked
    public void The_fastest_is_marked_with_what_is_not_told_from_it(string row, double[] streaming, double[] buffering)
    {
        ReportView view = View(s_options, cell => cell.Labels["strategy"] switch
        {
            "streaming" => streaming,
            "buffering" => buffering,
            _ => streaming.Length == 1 ? [3] : [3, 3, 3, 3, 3],
        });

        Assert.Equal(row, view.Tables[0].Rows[0][1].Text);
    }

    [Fact]
    public void A_single_cell_is_not_the_best_of_itself() => Assert.Equal(
        "2.00", View(s_options with { Strategies = [ProcessStrategy.Streaming] }, _ => [2, 2, 2, 2, 2]).Tables[0].Rows[0][1].Text);

    [Fact]
    public void How_busy_CPU_and_device_were_is_shown_side_by_side()
    {
        ReportView view = View(s_options, _ => [1], cell => cell.Labels["strategy"] switch
        {
            "streaming" => [(Metrics.CpuBusy, [62.6]), (Metrics.DeviceBusy, [20])],
            "buffering" => [(Metrics.CpuBusy, [97.2])],
            _ => [],
        });

        ReportTable table = Assert.Single(
            view.Tables, one => one.Title == "CPU, device busy: streaming / buffering / pipelined");
        Assert.Equal("63, 20 / 97, - / -, -", table.Rows[0][1].Text);
    }

    [Fact]
    public void The_pieces_of_the_files_read_and_made_are_in_the_headline()
    {
        ReportView view = View(s_options, _ => [1, 1], cell =>
        [
            (Metrics.FileFragments, [500, 500]),
            (Metrics.ResultFragments, cell.Labels["strategy"] == "pipelined" ? [3, 1200] : [3, 3]),
        ]);

        Assert.Equal(
            ["input in 500 pieces", "results in 3 to 1,200 pieces"], view.Headline[^1].Select(part => part.Text));
        Assert.Equal(2, View(s_options, _ => [1]).Headline.Count);
    }

    [Fact]
    public void How_far_the_peaks_of_the_runs_vary_is_shown_and_fits_in_a_hundred_columns()
    {
        ProcessOptions options = s_options with { Threads = [1, 4], Passes = [0, 100, 200, 1000] };
        ResultDocument document = Document(options, _ => [1, 1, 1], cell =>
        [
            (
                Metrics.PeakManaged,
                cell.Labels["strategy"] == "buffering" ? [800 << 20, 1300 << 20, 1800 << 20] : [8 << 20]),
            (Metrics.NativeBuffers, cell.Labels["strategy"] == "pipelined" ? [16 << 20] : [0]),
            (Metrics.PeakResident, [90 << 20]),
        ]);

        ReportTable table = Assert.Single(
            KindViews.Of(document).Tables, one => one.Title.StartsWith("Peak memory", StringComparison.Ordinal));
        Assert.Equal("8.00 (90.0) / 800–1,800 (90.0) / 24.0 (90.0)", table.Rows[0][1].Text);
        Assert.All(Samples.Table(document, width: 100).Split('\n'), line => Assert.True(line.Length <= 100, line));
    }

    [Fact]
    public void Fixed_lists_and_passes_from_zero_are_in_the_headline()
    {
        ReportView view = View(s_options with { Distributions = [FileDistribution.Fixed], FirstPass = 0 }, _ => [1]);

        Assert.Equal(["fixed lists of files", "passes from 0"], view.Headline[1].TakeLast(2).Select(part => part.Text));
    }

    private static ReportView View(
        ProcessOptions options,
        Func<CellRecord, double[]> seconds,
        Func<CellRecord, (Metric Metric, double[] Runs)[]>? others = null) =>
        KindViews.Of(Document(options, seconds, others));

    private static ResultDocument Document(
        ProcessOptions options,
        Func<CellRecord, double[]> seconds,
        Func<CellRecord, (Metric Metric, double[] Runs)[]>? others)
    {
        ResultDocument plan = new ProcessExperiment(options).Plan(DateTimeOffset.UnixEpoch).Preview;
        CellRecord[] cells =
        [
            .. plan.Cells.Select(cell => cell with
            {
                State = CellState.Done,
                Verdicts = new VerdictsRecord(Verdict.Device, Verdict.Device),
                Metrics = MetricsOf(seconds(cell), others?.Invoke(cell) ?? []),
            }),
        ];
        return plan with { Cells = cells, Conclusions = ProcessConclusions.Of(cells, rounds: 5) };
    }

    private static Dictionary<string, IntervalRecord> MetricsOf(
        double[] seconds, (Metric Metric, double[] Runs)[] others)
    {
        var metrics = others.ToDictionary(one => one.Metric.Name, one => MedianInterval.Of(one.Runs));
        metrics.Add(Metrics.ElapsedToDurable.Name, MedianInterval.Of([.. seconds.Select(one => one * 1e9)]));
        return metrics;
    }
}
