using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Trials;

/// <summary>How the journal of an experiment is written and read.</summary>
internal static class ExperimentJournals
{
    private const int MostRepetitions = 1_000;

    /// <summary>The lines of an experiment's journal; a first line that nobody can have planned here is none.</summary>
    internal static JournalForm<ExperimentDocument, TrialRunRecord> Form { get; } = new(
        "experiment",
        ResultsJson.Line,
        ResultsJson.Line,
        line => ResultsJson.ReadExperimentLine(line) is { } read && Permits(read) ? read : null,
        ResultsJson.ReadTrialLine);

    private static bool Permits(ExperimentDocument read) =>
        read is
        {
            SchemaVersion: ExperimentDocument.CurrentSchemaVersion,
            Host: not null,
            Environment: not null,
            Setup: { Repetitions: >= 1 and <= MostRepetitions, Options: not null, Axes: not null },
            Cells.Count: > 0,
        }
        && read.Cells.All(cell => cell is { Name: not null, Labels: not null })
        && read.Cells.DistinctBy(cell => cell.Name, StringComparer.Ordinal).Count() == read.Cells.Count;
}
