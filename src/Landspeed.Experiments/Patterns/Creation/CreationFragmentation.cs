using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>
/// States the cost of a fragmented volume compared with a clean one, and its cause; a pure function of the cells.
/// </summary>
internal static class CreationFragmentation
{
    private const double MiB = 1 << 20;

    /// <summary>Returns the sentences without a full stop, or null if the two states were not both measured.</summary>
    /// <param name="lines">All lines.</param>
    /// <param name="medium">The device that stores the files of the volumes.</param>
    internal static string? Of(IReadOnlyList<CreationLine> lines, Medium medium)
    {
        (string Preallocation, CreationPair? Pair)[] pairs =
        [
            .. from preallocation in CreationLabels.Preallocations
               let clean = CreationConclusions.Find(lines, CreationLabels.Clean, preallocation)
               where clean is not null
               select (preallocation, CreationPair.Of(clean, CreationConclusions.Find(lines, CreationLabels.Fragmented, preallocation))),
        ];
        (string Preallocation, CreationPair Pair)[] known = [.. pairs.Where(one => one.Pair is not null).Select(one => (one.Preallocation, one.Pair!))];
        if (known.Length == 0)
        {
            return null;
        }

        string[] costs = [.. known.Select(one => $"{CreationLabels.WordsOf(one.Preallocation)} {Cost(one.Pair)}")];
        return $"Cost of a fragmented volume for large files, against a clean one: {string.Join(", ", costs)}{Nature(known[0].Pair)}. {medium.Text}";
    }

    private static string Cost(CreationPair pair)
    {
        string rates = $"({AmountText.Rate(pair.Other)} instead of {AmountText.Rate(pair.One)})";
        return pair.Difference.Kind switch
        {
            DifferenceKind.Less => $"{pair.Loss} {rates}",
            DifferenceKind.More => $"nothing, it gains {pair.Gain} {rates}",
            DifferenceKind.Equal => Invariant($"nothing beyond {Difference.EqualPct} % {rates}"),
            _ => $"inconclusive {rates}",
        };
    }

    private static string Nature(CreationPair pair)
    {
        string[] parts =
        [
            .. pair.Both(cell => cell[Metrics.FileFragments]?.Median) is var (runs, torn)
                ? [$"its file is stored in {AmountText.Count((long)torn, "run")} instead of {AmountText.Count((long)runs)}"] : Array.Empty<string>(),
            .. pair.Both(cell => PerMiB(cell, Metrics.DeviceWriteRequests)) is var (few, many)
                ? [$"the device gets {Number(many)} write requests per MiB instead of {Number(few)}"] : Array.Empty<string>(),
            .. pair.Both(cell => PerMiB(cell, Metrics.DeviceWriteBytes)) is var (less, more)
                ? [$"and writes {Number(more / MiB)} MiB for it instead of {Number(less / MiB)}"] : Array.Empty<string>(),
        ];
        return parts.Length == 0 ? string.Empty : $". Not preallocated, {string.Join(", ", parts)}";
    }

    private static double? PerMiB(CellRecord cell, Metric metric) =>
        cell[metric] is { } value && cell[Metrics.BytesWritten] is { Median: > 0 } bytes ? value.Median / (bytes.Median / MiB) : null;

    private static string Number(double value) => DisplayNumber.Of(value, halfWidth: 0);
}
