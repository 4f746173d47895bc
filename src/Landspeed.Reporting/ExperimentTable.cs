using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;
using Landspeed.Reporting.Views;

namespace Landspeed.Reporting;

/// <summary>An experiment for people: its tables, the conclusions, what is missing or suspicious, and where it was.</summary>
/// <param name="style">Width and colour; what is wider becomes several tables.</param>
/// <remarks>Nothing from outside is taken for markup. Lines have no trailing spaces.</remarks>
public sealed class ExperimentTable(ReportStyle style)
{
    /// <summary>Writes it.</summary>
    /// <param name="document">The experiment, complete or not.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    public void Write(ExperimentDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        using var canvas = new Canvas(style);
        ReportView view = ExperimentViews.Of(document);
        Flow.Write(canvas, view.Headline.Select(text => (text, Mark.Plain)));
        if (view.Setup.Count > 0)
        {
            Flow.Write(canvas, view.Setup.Select(text => (text, Mark.Plain)), indent: 2);
        }

        foreach (ReportTable table in view.Tables)
        {
            canvas.BlankLine();
            ViewTable.Write(canvas, table);
        }

        AdviceList.Write(canvas, "Conclusions", document.Conclusions);
        CellNotes.Write(canvas, document.Partial, document.Findings, CellNote.Of(document));
        canvas.BlankLine();
        var place = new LabeledRows();
        PlaceRows.Add(place, document);
        canvas.Write(place);
        canvas.CopyTo(target);
    }
}
