using System.Globalization;

namespace Landspeed.Results;

/// <summary>A cell of a sweep, with its labels as values.</summary>
/// <param name="Cell">The cell.</param>
/// <param name="RequestSizeBytes">Bytes of one request.</param>
/// <param name="QueueDepth">Requests in flight.</param>
public sealed record SweepPoint(CellRecord Cell, long RequestSizeBytes, int QueueDepth)
{
    /// <summary>A short name, unique within the sweep, for example <c>read-direct-64KiB-q8</c>.</summary>
    public string Name => Cell.Name;

    /// <summary>Name of the curve to which it belongs, for example <c>read-direct-q8</c>.</summary>
    public string Curve => Cell.Curve ?? string.Empty;

    /// <summary><c>engine</c> or <c>filestream</c>.</summary>
    public string Api => Cell.Labels[SweepLabels.ApiAxis];

    /// <summary><c>direct</c>, <c>buffered</c> or <c>uncached</c>.</summary>
    public string Mode => Cell.Labels[SweepLabels.ModeAxis];

    /// <summary><c>read</c>, <c>write</c> or <c>extend</c>.</summary>
    public string Operation => Cell.Labels[SweepLabels.OperationAxis];

    /// <summary>Where the bytes came from or went, or null if not measured.</summary>
    public Verdict? Verdict => Operation == "read" ? Cell.Verdicts.Read : Cell.Verdicts.Write;

    /// <summary>See <see cref="Metrics.Throughput"/>.</summary>
    public IntervalRecord? Throughput => Cell[Metrics.Throughput];

    /// <summary>See <see cref="Metrics.CpuPerByte"/>.</summary>
    public IntervalRecord? CpuPerByte => Cell[Metrics.CpuPerByte];

    /// <summary>See <see cref="Metrics.CyclesPerByte"/>.</summary>
    public IntervalRecord? CyclesPerByte => Cell[Metrics.CyclesPerByte];

    /// <summary>Reads the labels of a cell.</summary>
    /// <param name="cell">A cell of a sweep.</param>
    /// <exception cref="FormatException">A number is malformed.</exception>
    /// <exception cref="KeyNotFoundException">A label is missing.</exception>
    public static SweepPoint Of(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return new SweepPoint(
            cell,
            long.Parse(cell.Labels[SweepLabels.RequestSizeAxis], NumberStyles.None, CultureInfo.InvariantCulture),
            int.Parse(cell.Labels[SweepLabels.QueueDepthAxis], NumberStyles.None, CultureInfo.InvariantCulture));
    }
}
