using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>How the journal of a sweep is written and read.</summary>
internal static class SweepJournals
{
    /// <summary>The lines of a sweep's journal; a first line that nobody can have planned here is none.</summary>
    internal static JournalForm<SweepDocument, SweepRunRecord> Form { get; } = new(
        "sweep",
        ResultsJson.Line,
        ResultsJson.Line,
        line => ResultsJson.ReadSweepLine(line) is { } read && SweepLimits.Permit(read) ? read : null,
        ResultsJson.ReadRunLine);
}
