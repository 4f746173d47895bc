using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Sweeping;

/// <summary>Made-up cells of a sweep.</summary>
internal static class SampleCells
{
    public const long KiB = 1024;

    /// <summary>A curve of cells, 4 KiB and then four times as large each, without spread but with an interval.</summary>
    /// <param name="name">For example <c>read-direct-q8</c> or <c>write-filestream</c>.</param>
    /// <param name="ratesMBPerS">Medians.</param>
    /// <param name="noisePct">Half the interval's width, percent of the median; null: single runs.</param>
    public static CellRecord[] Curve(string name, double[] ratesMBPerS, double? noisePct = 2) =>
        [.. ratesMBPerS.Select((rate, index) => Cell(name, (4 * KiB) << (2 * index), rate, noisePct))];

    /// <summary>One cell, done; its processor cost is 0.02 ns/B and 1,000 ns a request.</summary>
    public static CellRecord Cell(string curve, long size, double rateMBPerS, double? noisePct = 2)
    {
        string[] parts = curve.Split('-');
        bool stream = parts[1] == "filestream";
        return new CellRecord
        {
            Name = $"{curve}-{size}",
            Curve = curve,
            Labels = new Dictionary<string, string>
            {
                [SweepLabels.ApiAxis] = stream ? "filestream" : "engine",
                [SweepLabels.ModeAxis] = stream ? "buffered" : parts[1],
                [SweepLabels.OperationAxis] = parts[0],
                [SweepLabels.QueueDepthAxis] = stream ? "1" : parts[2][1..],
                [SweepLabels.RequestSizeAxis] = size.ToString(System.Globalization.CultureInfo.InvariantCulture),
            },
            State = CellState.Done,
            Metrics = new Dictionary<string, IntervalRecord>
            {
                [Metrics.Throughput.Name] = Interval(rateMBPerS * 1e6, noisePct),
                [Metrics.CpuPerByte.Name] = Interval((stream ? 0.3 : 0.02) + ((stream ? 4.0 : 1000.0) / size), noisePct),
            },
        }.With(Verdict.Device);
    }

    /// <summary>The same with another verdict.</summary>
    public static CellRecord With(this CellRecord cell, Verdict? verdict) => cell with
    {
        Verdicts = cell.Labels[SweepLabels.OperationAxis] == "read" ? new VerdictsRecord(Read: verdict) : new VerdictsRecord(Write: verdict),
    };

    /// <summary>The same with another value of a metric; null: without it.</summary>
    public static CellRecord With(this CellRecord cell, Metric metric, IntervalRecord? value)
    {
        var metrics = new Dictionary<string, IntervalRecord>(cell.Metrics);
        metrics.Remove(metric.Name);
        if (value is not null)
        {
            metrics.Add(metric.Name, value);
        }

        return cell with { Metrics = metrics };
    }

    /// <summary>Bytes of one request.</summary>
    public static long SizeOf(this CellRecord cell) => SweepPoint.Of(cell).RequestSizeBytes;

    /// <summary>An interval around a median; all runs lie within it.</summary>
    public static IntervalRecord Interval(double median, double? noisePct)
    {
        double half = median * (noisePct ?? 0) / 100;
        return new IntervalRecord
        {
            Runs = noisePct is null ? 1 : 5, Median = median, Low = median - half, High = median + half,
            ConfidencePct = noisePct is null ? null : 93.75, Min = median - half, Max = median + half,
            SpreadPct = 2 * (noisePct ?? 0), OutlierRuns = [],
        };
    }
}
