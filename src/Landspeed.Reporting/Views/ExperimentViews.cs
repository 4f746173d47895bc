using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The view of each experiment.</summary>
internal static class ExperimentViews
{
    /// <summary>What the report of a document shows.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return document.Experiment switch
        {
            ExperimentNames.Styles => StylesView.Of(document),
            ExperimentNames.FileModes => FileModesView.Of(document),
            ExperimentNames.Apis => ApisView.Of(document),
            ExperimentNames.Hints => HintsView.Of(document),
            ExperimentNames.GeneratingRecords or ExperimentNames.ValidatingRecords => RecordsView.Of(document),
            ExperimentNames.Processing => ProcessView.Of(document),
            ExperimentNames.Creating => CreateView.Of(document),
            _ => PlainView.Of(document),
        };
    }
}
