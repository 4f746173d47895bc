using Landspeed.Reporting.Views;
using Landspeed.Reporting.Views.Collecting;
using Landspeed.Reporting.Views.Comparing;
using Landspeed.Reporting.Views.Extents;
using Landspeed.Reporting.Views.Measuring;
using Landspeed.Reporting.Views.Paper;
using Landspeed.Reporting.Views.Patterns;
using Landspeed.Reporting.Views.Processing;
using Landspeed.Reporting.Views.Sweeping;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting;

/// <summary>The view of each kind of result.</summary>
internal static class KindViews
{
    /// <summary>What the report of a result shows.</summary>
    /// <param name="document">The result.</param>
    /// <param name="unit">The unit of CPU cost in its tables.</param>
    public static ReportView Of(ResultDocument document, CostUnit? unit = null)
    {
        var costs = new Costs(document, unit);
        ReportView view = (document.Kind, document.Variant) switch
        {
            (ResultKinds.Measure, ResultKinds.Layers) => LayersView.Of(document, costs),
            (ResultKinds.Measure, ResultKinds.Zones) => ZonesView.Of(document, costs),
            (ResultKinds.Measure, ResultKinds.Rates) => RatesView.Of(document, costs),
            (ResultKinds.Measure, ResultKinds.Jobs) => JobsView.Of(document, costs),
            (ResultKinds.Measure, _) => MeasureView.Of(document, costs),
            (ResultKinds.Sweep, _) => SweepView.Of(document, costs),
            (ResultKinds.Patterns, ResultKinds.Styles) => StylesView.Of(document, costs),
            (ResultKinds.Patterns, ResultKinds.Apis) => ApisView.Of(document),
            (ResultKinds.Patterns, ResultKinds.FileModes) => FileModesView.Of(document),
            (ResultKinds.Patterns, ResultKinds.Creation) => CreationView.Of(document, costs),
            (ResultKinds.Patterns, ResultKinds.RunLengths) => RunLengthsView.Of(document, costs),
            (ResultKinds.Hints, _) => HintsView.Of(document, costs),
            (ResultKinds.Process, _) => ProcessView.Of(document),
            (ResultKinds.Create, _) => CreateView.Of(document, costs),
            (ResultKinds.Fragment, ResultKinds.Fill) => FillView.Of(document),
            (ResultKinds.Fragment, _) => FragmentView.Of(document, costs),
            (ResultKinds.Records, _) => RecordsView.Of(document),
            (ResultKinds.Copy, _) => CopyView.Of(document, costs),
            (ResultKinds.Verify, _) => VerifyView.Of(document, costs),
            (ResultKinds.Extents, _) => ExtentsView.Of(document),
            (ResultKinds.Campaign, _) => CampaignView.Of(document),
            (ResultKinds.Report, ResultKinds.History) => HistoryView.Of(document, part => Of(part, unit)),
            (ResultKinds.Report, _) => CollectionView.Of(document, part => Of(part, unit)),
            (ResultKinds.Paper, _) => PaperView.Of(document) with { Sections = [.. document.Parts.Select(part => PaperView.Chapter(Of(part, unit)))] },
            (ResultKinds.Compare, _) => CompareView.Of(document),
            _ => PlainView.Of(document, costs),
        };
        view = RankViews.With(view, document);
        return view with
        {
            Title = view.Title.Length > 0 ? view.Title : Title(document, view.Headline[0][0].Text),
            Place = document.Parts.Count == 0 || document.Ranks is not null ? PlaceFacts.Line(document) : view.Place,
            Conclusions = document.Conclusions,
            Caveats = [.. Notes.Caveats(document), .. view.Caveats],
            Footnotes = [.. Notes.Footnotes(document), .. view.Footnotes],
            Facts = [.. view.Facts, .. PlaceFacts.Of(document, isBrief: document.Kind is ResultKinds.Copy or ResultKinds.Verify or ResultKinds.Extents)],
        };
    }

    private static string Title(ResultDocument document, string name)
    {
        string? place = document.Places.Select(PlaceFacts.Name).FirstOrDefault();
        return place is null ? Cells.Capital(name) : $"{Cells.Capital(name)} {place}";
    }
}
