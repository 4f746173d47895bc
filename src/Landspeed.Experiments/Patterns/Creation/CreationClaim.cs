using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Creation;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Creation;

/// <summary>
/// Judges whether the finding of 2004 on preallocation (SetLength) holds: about 13 % on a fragmented volume; a pure
/// function of the cells.
/// </summary>
internal static class CreationClaim
{
    /// <summary>Returns the sentence without a full stop, or null if no measurement answers it.</summary>
    internal static string? Of(IReadOnlyList<CreationLine> lines)
    {
        string state = lines.Any(line => line.State == CreationLabels.Fragmented) ? CreationLabels.Fragmented : CreationLabels.AsIs;
        CreationLine? none = CreationConclusions.Find(lines, state, CreationLabels.None);
        if (none is null || CreationPair.Of(none, CreationConclusions.Find(lines, state, CreationLabels.Length)) is not { } length)
        {
            return null;
        }

        string judged = length.Difference.Kind switch
        {
            DifferenceKind.More => $"confirmed here, with {length.Gain}",
            DifferenceKind.Less => $"refuted here, where it costs {length.Loss}",
            DifferenceKind.Equal => Invariant($"refuted here, where it changes nothing within {Difference.EqualPct} %"),
            _ => "inconclusive after these runs",
        };
        return $"That setting the length first gains about 13 % on a fragmented volume, finding 2 of 2004, is {judged}{(state == CreationLabels.AsIs ? Free(none) : string.Empty)}";
    }

    // For a volume that was not fragmented intentionally: the reader can see what it is.
    private static string Free(CreationLine line) => line.Cells.First()[Metrics.FreeRuns] is { } runs
        && line.Cells.First()[Metrics.FreeRunMedian] is { } median
        ? $"; the free space of this volume is in {AmountText.Count((long)runs.Median, "run")} with a median of {AmountText.Size((long)median.Median)}, "
            + "and --image compares with a volume that is fragmented on purpose"
        : "; the fragmentation of this volume is unknown";
}
