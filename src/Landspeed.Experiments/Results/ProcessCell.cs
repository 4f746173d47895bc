using System.Globalization;

namespace Landspeed.Experiments.Results;

/// <summary>A measured cell of the experiment on streaming, buffering and pipelining, with its labels as numbers.</summary>
/// <param name="Strategy">How files are processed.</param>
/// <param name="Threads">Threads that worked.</param>
/// <param name="Work">Passes over each line.</param>
/// <param name="Elapsed">Time until the results were durable, ns.</param>
/// <param name="MemoryBytes">Peak of the managed heap and native buffers.</param>
/// <param name="Bottleneck">See <see cref="ProcessingValues.Bottleneck"/>.</param>
public sealed record ProcessCell(
    string Strategy, int Threads, int Work, IntervalRecord Elapsed, double MemoryBytes, string? Bottleneck)
{
    /// <summary>Whether it is the pipeline, which has one cell for all buffer sizes and hints.</summary>
    public bool IsPipelined => Strategy == "pipelined";

    /// <summary>Median of the time.</summary>
    public double Seconds => Elapsed.Median / 1e9;

    /// <summary>The cell, if it was measured.</summary>
    /// <param name="cell">Any cell of the experiment.</param>
    public static ProcessCell? Of(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return (cell[Metrics.ElapsedToDurable] ?? cell[Metrics.Elapsed]) is not { } elapsed ? null : new ProcessCell(
            cell.Labels[ProcessingValues.Strategy],
            Number(cell, ProcessingValues.Threads),
            Number(cell, ProcessingValues.Work),
            elapsed,
            (cell[Metrics.PeakManaged]?.Median ?? 0)
                + (cell[Metrics.NativeBuffers]?.Median ?? 0),
            ProcessingValues.Bottleneck(cell));
    }

    private static int Number(CellRecord cell, string axis) =>
        int.Parse(cell.Labels[axis], NumberStyles.None, CultureInfo.InvariantCulture);
}
