using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Html;

/// <summary>A sweep as one page that needs nothing else: no network, no other file, no script.</summary>
/// <remarks>
/// Well-formed as XML and as HTML at once, the same in every culture, all text from outside escaped. Safe for all
/// threads. Less than 200 KB for a full sweep.
/// </remarks>
public static class SweepPage
{
    /// <summary>Writes it whole, with line feeds, to be stored as UTF-8.</summary>
    /// <param name="document">The sweep; may be partial, and even without any measured cell.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public static void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        var frame = new PageFrame(
            $"Sweep of {document.Environment.Path}", Place.Line(document), document.ToolVersion, document.MethodVersion);
        frame.Write(target, page => Body(page, document));
    }

    private static void Body(MarkupWriter page, SweepDocument document)
    {
        IReadOnlyList<CellNote> notes = CellNote.Of(document);
        Warnings.Write(page, "sweep", document.Partial, document.Findings, notes);
        AdviceSection.Write(page, "Advice", document.Advice);
        Charts.Write(page, SweepCharts.Charts(document));
        CurveTable.Write(page, document);
        if (document.Cells.Count > 0)
        {
            ThroughputTable.Write(page, document);
            CpuTable.Write(page, document);
        }

        Unmeasured.Write(page, notes);
        CellFindings.Write(page, notes);
        Place.Write(page, document);
    }
}
