using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting;

/// <summary>
/// A sweep for people: throughput and processor cost of every cell, one row a request size and one column a curve, then
/// what the curves come to, the advice, and what is missing or suspicious.
/// </summary>
/// <param name="style">Width and colour; what is wider becomes several tables.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
public sealed class SweepTable(ReportStyle style) : ISweepReport
{
    /// <inheritdoc/>
    public void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        SweepHeadline.Write(canvas, document);
        canvas.BlankLine();
        var explained = new HashSet<string>(StringComparer.Ordinal);
        new CellGrid(document.Cells, GridQuantity.Throughput).Write(canvas, explained);
        if (document.Cells.Any(cell => cell.CpuNsPerByte is not null))
        {
            canvas.BlankLine();
            new CellGrid(document.Cells, GridQuantity.Cost).Write(canvas, explained);
        }

        CurveTable.Write(canvas, document.Curves);
        AdviceList.Write(canvas, "Advice", document.Advice);
        CellNotes.Write(canvas, document.Partial, document.Findings, CellNote.Of(document));
        canvas.BlankLine();
        var place = new LabeledRows();
        PlaceRows.Add(place, document);
        canvas.Write(place);
        canvas.CopyTo(target);
    }
}
