using System.Globalization;
using Landspeed.Results.Pairs;

namespace Landspeed.Reporting.Words;

/// <summary>Says in words what a comparison of two files or directories found about one entry.</summary>
public static class PairWords
{
    /// <summary>Returns one line for each difference, without the name of the entry.</summary>
    /// <param name="entry">The entry.</param>
    /// <returns>At least one line.</returns>
    public static IEnumerable<string> Of(PairEntryRecord entry)
    {
        ArgumentNullException.ThrowIfNull(entry);
        return entry.State switch
        {
            PairState.Same => ["same"],
            PairState.OnlyInA => ["only in A"],
            PairState.OnlyInB => ["only in B"],
            PairState.Unreadable => [$"cannot be read: {entry.Message}"],
            PairState.Changed => [$"changed while it was read: {entry.Message}"],
            _ => entry.Differences.Select(Of),
        };
    }

    private static string Of(PairDifferenceRecord found) => found.What switch
    {
        PairAspect.Kind => $"{found.A} in A, {found.B} in B",
        PairAspect.Content => string.Create(
            CultureInfo.InvariantCulture, $"content differs at byte {found.OffsetBytes}"),
        PairAspect.LinkTarget => $"link target {found.A}, {found.B}",
        PairAspect.Attribute => $"attribute {found.Name} {Side(found) ?? "differs"}",
        PairAspect.HardLink => $"hard link to {found.Name} {Side(found)}",
        _ => $"{found.What.ToString().ToLowerInvariant()} {found.A}, {found.B}",
    };

    private static string? Side(PairDifferenceRecord found) =>
        found.OnlyIn is { } side ? $"only in {side.ToUpperInvariant()}" : null;
}
