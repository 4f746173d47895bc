using Landspeed.Experiments.Results;
using System.Globalization;
using Landspeed.Files;

namespace Landspeed.Experiments.Records;

/// <summary>What is told of records in words, and in numbers that must be exact.</summary>
internal static class RecordFacts
{
    internal static Dictionary<string, string> OfGeneration(StorageFile? file, string? checksum) => Present(
    [
        (RecordLabels.Checksum, checksum),
        (RecordLabels.Mode, file?.EffectiveMode.ToString().ToLowerInvariant()),
        (RecordLabels.ModeReason, file?.ModeReason),
    ]);

    internal static Dictionary<string, string> OfValidation(in RecordSummary summary, IoMode? mode) => Present(
    [
        (RecordLabels.InOrder, summary.Unordered == 0 ? "yes" : "no"),
        (RecordLabels.FirstUnordered, summary.Unordered == 0 ? null : summary.FirstUnordered.ToString(CultureInfo.InvariantCulture)),
        (RecordLabels.Checksum, RecordChecksum.Text(summary.Checksum)),
        (RecordLabels.Mode, mode?.ToString().ToLowerInvariant()),
    ]);

    private static Dictionary<string, string> Present(IEnumerable<(string Name, string? Value)> facts) => facts
        .Where(fact => fact.Value is not null)
        .ToDictionary(fact => fact.Name, fact => fact.Value!, StringComparer.Ordinal);
}
