using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Tests.Sweeping;

/// <summary>Made-up cells of a sweep.</summary>
internal static class SampleCells
{
    public const long KiB = 1024;

    /// <summary>A curve of cells, 4 KiB and then four times as large each, without spread but with an interval.</summary>
    /// <param name="name">For example <c>read-direct-q8</c> or <c>write-filestream</c>.</param>
    /// <param name="ratesMBPerS">Medians.</param>
    /// <param name="noisePct">Half the interval's width, percent of the median; null: single runs.</param>
    public static SweepCellRecord[] Curve(string name, double[] ratesMBPerS, double? noisePct = 2) =>
        [.. ratesMBPerS.Select((rate, index) => Cell(name, (4 * KiB) << (2 * index), rate, noisePct))];

    /// <summary>One cell, done; its processor cost is 0.02 ns/B and 1,000 ns a request.</summary>
    public static SweepCellRecord Cell(string curve, long size, double rateMBPerS, double? noisePct = 2)
    {
        string[] parts = curve.Split('-');
        bool stream = parts[1] == "filestream";
        return new SweepCellRecord
        {
            Name = $"{curve}-{size}",
            Curve = curve,
            Api = stream ? "filestream" : "engine",
            Mode = stream ? "buffered" : parts[1],
            Operation = parts[0],
            QueueDepth = stream ? 1 : int.Parse(parts[2][1..], System.Globalization.CultureInfo.InvariantCulture),
            RequestSizeBytes = size,
            State = CellState.Done,
            Verdict = Verdict.Device,
            ThroughputBytesPerS = Interval(rateMBPerS * 1e6, noisePct),
            CpuNsPerByte = Interval((stream ? 0.3 : 0.02) + ((stream ? 4.0 : 1000.0) / size), noisePct),
            Findings = [],
            Runs = [],
        };
    }

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
