using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The view of each kind of result.</summary>
internal static class KindViews
{
    /// <summary>What the report of a result shows.</summary>
    public static ReportView Of(ResultDocument document)
    {
        ReportView view = (document.Kind, document.Variant) switch
        {
            (ResultKinds.Measure, _) => MeasureView.Of(document),
            (ResultKinds.Sweep, _) => SweepView.Of(document),
            (ResultKinds.Patterns, ResultKinds.Styles) => StylesView.Of(document),
            (ResultKinds.Patterns, ResultKinds.Apis) => ApisView.Of(document),
            (ResultKinds.Patterns, ResultKinds.FileModes) => FileModesView.Of(document),
            (ResultKinds.Hints, _) => HintsView.Of(document),
            (ResultKinds.Process, _) => ProcessView.Of(document),
            (ResultKinds.Create, _) => CreateView.Of(document),
            (ResultKinds.Records, _) => RecordsView.Of(document),
            (ResultKinds.Copy, _) => CopyView.Of(document),
            (ResultKinds.Verify, _) => VerifyView.Of(document),
            _ => PlainView.Of(document),
        };
        return view with
        {
            Title = view.Title.Length > 0 ? view.Title : Title(document, view.Headline[0][0].Text),
            Place = PlaceFacts.Line(document),
            Conclusions = document.Conclusions,
            Caveats = [.. Notes.Caveats(document), .. view.Caveats],
            Footnotes = [.. Notes.Footnotes(document), .. view.Footnotes],
            Facts = [.. view.Facts, .. PlaceFacts.Of(document, isBrief: document.Kind is ResultKinds.Copy or ResultKinds.Verify)],
        };
    }

    private static string Title(ResultDocument document, string name) =>
        document.Places.Count > 0 ? $"{Cells.Capital(name)} in {document.Places[0].Path}" : Cells.Capital(name);
}
