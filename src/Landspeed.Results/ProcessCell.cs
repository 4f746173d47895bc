using System.Globalization;

namespace Landspeed.Results;

/// <summary>A measured cell of the experiment on streaming, buffering and pipelining, with its labels as numbers.</summary>
/// <param name="Name">The cell's name.</param>
/// <param name="Strategy">How files are processed.</param>
/// <param name="Threads">Threads that worked.</param>
/// <param name="Work">Passes over each line.</param>
/// <param name="Variant">Buffer size, hint and distribution, if they vary, by axis.</param>
/// <param name="Elapsed">Time until the results were durable, ns.</param>
/// <param name="Memory">Peak of the managed heap and native buffers, bytes.</param>
/// <param name="CpuBusy">Share of the CPUs used, percent, if it is known.</param>
/// <param name="DeviceBusy">Share of the time with requests at the device, percent, if it is known.</param>
/// <param name="Bottleneck">See <see cref="ProcessingValues.Bottleneck"/>.</param>
public sealed record ProcessCell(
    string Name,
    string Strategy,
    int Threads,
    int Work,
    IReadOnlyDictionary<string, string> Variant,
    IntervalRecord Elapsed,
    IntervalRecord? Memory,
    IntervalRecord? CpuBusy,
    IntervalRecord? DeviceBusy,
    string? Bottleneck)
{
    /// <summary>Whether it is the pipeline, which has one cell for all buffer sizes, hints and distributions.</summary>
    public bool IsPipelined => Strategy == "pipelined";

    /// <summary>Median of the time.</summary>
    public double Seconds => Elapsed.Median / 1e9;

    /// <summary>The values of its variant in words: <c>4 KiB, sequential</c>; empty if nothing varies.</summary>
    public string VariantText => string.Join(", ", ProcessingValues.Variants.Select(axis => Variant.GetValueOrDefault(axis)).OfType<string>());

    /// <summary>Returns the cell, or null if it was not measured.</summary>
    /// <param name="cell">Any cell of the experiment.</param>
    public static ProcessCell? Of(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return (cell[Metrics.ElapsedToDurable] ?? cell[Metrics.Elapsed]) is not { } elapsed ? null : new ProcessCell(
            cell.Name,
            cell.Labels[ProcessingValues.Strategy],
            Number(cell, ProcessingValues.Threads),
            Number(cell, ProcessingValues.Work),
            cell.Labels.Where(label => ProcessingValues.Variants.Contains(label.Key)).ToDictionary(StringComparer.Ordinal),
            elapsed,
            Sum(cell[Metrics.PeakManaged], cell[Metrics.NativeBuffers]),
            cell[Metrics.CpuBusy],
            cell[Metrics.DeviceBusy],
            ProcessingValues.Bottleneck(cell));
    }

    // The native buffers of a strategy are the same in each run: they shift the interval of the managed heap.
    private static IntervalRecord? Sum(IntervalRecord? one, IntervalRecord? other) => one is null || other is null ? one ?? other : one with
    {
        Median = one.Median + other.Median,
        Low = one.Low + other.Median,
        High = one.High + other.Median,
        Min = one.Min + other.Median,
        Max = one.Max + other.Median,
    };

    private static int Number(CellRecord cell, string axis) =>
        int.Parse(cell.Labels[axis], NumberStyles.None, CultureInfo.InvariantCulture);
}
