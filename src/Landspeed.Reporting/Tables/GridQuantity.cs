using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tables;

/// <summary>What the cells of a grid show.</summary>
/// <param name="Title">With its unit.</param>
/// <param name="Of">The value over the runs; null: not measured.</param>
/// <param name="Divisor">From the value's unit to the one shown.</param>
/// <param name="Best">The best of some medians.</param>
/// <param name="Scale">Of the sparkline.</param>
internal sealed record GridQuantity(
    string Title,
    Func<SweepCellRecord, IntervalRecord?> Of,
    double Divisor,
    Func<IEnumerable<double>, double> Best,
    SparklineScale Scale)
{
    /// <summary>MB/s; the most is best.</summary>
    public static GridQuantity Throughput { get; } = new(
        "Throughput in MB/s, of writes until durable", cell => cell.ThroughputBytesPerS, 1e6, Enumerable.Max,
        SparklineScale.FromZero);

    /// <summary>ns per byte; the least is best.</summary>
    public static GridQuantity Cost { get; } = new(
        "Processor time of the process in ns per byte; its bars on a log scale", cell => cell.CpuNsPerByte, 1,
        Enumerable.Min, SparklineScale.Log);

    /// <summary>The median of a cell with runs, in the unit shown; null: none.</summary>
    public double? Median(SweepCellRecord? cell) =>
        cell is { State: CellState.Done } && Of(cell)?.Median is { } median && double.IsFinite(median)
            ? median / Divisor
            : null;
}
