using Landspeed.Results;

namespace Landspeed.Reporting.Tests;

/// <summary>A sweep as large as they come without axes of one's own.</summary>
internal static class FullSweep
{
    private static readonly string[] s_operations = ["read", "write"];
    private static readonly string[] s_strategies = ["filestream", "direct-q1", "direct-q8", "uncached-q8"];
    private static readonly string[] s_findings = ["drift", "few_samples", "foreign_traffic"];

    /// <summary>Every power of two from 1 B to 4 MiB, eight curves, all measured, each cell with findings and outliers.</summary>
    public static ResultDocument Document()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        CellRecord cell = quick.Cells.First(one => one.Name == "write-direct-1048576-q8");
        CurveRecord curve = quick.Curves.First(one => one.Name == "write-direct-q8");
        string[] names = [.. s_operations.SelectMany(_ => s_strategies, (operation, strategy) => $"{operation}-{strategy}")];
        return quick with
        {
            Setup = quick.Setup.With(("grid", "full")),
            Cells = [.. names.SelectMany((name, index) =>
                Enumerable.Range(0, 23).Select(exponent => Cell(cell, name, index, exponent)))],
            Curves = [.. names.Select((name, index) => Curve(curve with { Name = name, Points = 23 }, index))],
        };
    }

    private static CurveRecord Curve(CurveRecord curve, int index) => index % 2 == 0 ? curve : curve with
    {
        PlateauBytesPerS = null,
        HalfPowerRequestSizeBytes = null,
        KneeRequestSizeBytes = null,
        NotReached = "the rate still rises by 21 % from 1 MiB to 4 MiB; try larger requests",
    };

    private static CellRecord Cell(CellRecord cell, string curve, int index, int exponent)
    {
        long size = 1L << exponent;
        double rate = (1900 - (20 * index)) * 1e6 * size / (size + (2000.0 * (index + 1)));
        double cost = 0.02 + (index * 0.001) + (1000.0 / size);
        return cell.WithSize(size).With(Metrics.Throughput, known => Spread(known, rate)).With(Metrics.CpuPerByte, known => Spread(known, cost)) with
        {
            Name = $"{curve}-{size}",
            Curve = curve,
            Verdicts = new VerdictsRecord(Write: (Verdict)(exponent % 5)),
            Findings = [.. s_findings.Select(code => new FindingRecord(
                code, "the last samples are 21.3 % slower than the first, and others moved 1.2 GB on vda meanwhile"))],
        };
    }

    private static IntervalRecord Spread(IntervalRecord interval, double median) => interval with
    {
        Median = median,
        Low = median * 0.93,
        High = median * 1.08,
        Min = median * 0.93,
        Max = median * 1.08,
        OutlierRuns = [2, 3],
    };
}
