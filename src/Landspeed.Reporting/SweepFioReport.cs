using Landspeed.Experiments.Results;
using Landspeed.Reporting.Fio;

namespace Landspeed.Reporting;

/// <summary>
/// The cells of a sweep in fio's dialect, each as one job by its median run: see <see cref="FioJsonReport"/>. What fio
/// has no word for, cells smaller than the buffer of .NET's FileStream and those not measured, is named in
/// <c>landspeed.cells_left_out</c> with the reason.
/// </summary>
/// <remarks>
/// A sweep keeps its runs without latency bins: percentiles that are not kept are null and listed in
/// <c>not_measured</c>.
/// </remarks>
public sealed class SweepFioReport : ISweepReport
{
    /// <inheritdoc/>
    public void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        SweepCellRecord[] leftOut = [.. document.Cells.Where(cell => WhyLeftOut(cell) is not null)];
        FioWriter.Write(target, writer => FioDocument.Write(AsMeasurement(document), writer, () =>
            writer.List("cells_left_out", leftOut, cell =>
            {
                writer.Word("name", cell.Name);
                writer.Word("reason", WhyLeftOut(cell));
            })));
    }

    private static string? WhyLeftOut(SweepCellRecord cell) => cell.State != CellState.Done || cell.Runs.Count == 0
        ? cell.Reason ?? "not measured"
        : FileStreamBuffer.WhyNotForFio(cell);

    /// <summary>One run a cell, under the name of the cell.</summary>
    private static MeasurementDocument AsMeasurement(SweepDocument sweep) => new()
    {
        Schema = sweep.Schema,
        SchemaVersion = sweep.SchemaVersion,
        MethodVersion = sweep.MethodVersion,
        ToolVersion = sweep.ToolVersion,
        StartedAt = sweep.StartedAt,
        Partial = sweep.Partial,
        Host = sweep.Host,
        Environment = sweep.Environment,
        Jobs =
        [
            .. sweep.Cells.Where(cell => WhyLeftOut(cell) is null)
                .Select(cell => MedianRun.Of(cell) with { Name = cell.Name }),
        ],
    };
}
