using Landspeed.Results;

namespace Landspeed.Reporting.Words;

/// <summary>What was done to the page cache, and what came of it, in a few words of a title.</summary>
internal static class CacheWords
{
    /// <summary>What is said below numbers that were to be the device's, and are not.</summary>
    public const string OfMemory = "These are rates of memory, not of the device.";

    /// <summary>Of reads before which the file was dropped.</summary>
    /// <param name="common">The verdict of most; null: none was measured yet.</param>
    public static string AfterDrop(Verdict? common) => common switch
    {
        Verdict.Cache => "still cached after the drop",
        Verdict.Mixed => "partly cached after the drop",
        _ => "dropped from the page cache before",
    };

    /// <summary>Of files that are read, worked on and written again, each with a verdict of its own.</summary>
    /// <param name="cells">All cells; those not measured do not count.</param>
    public static string FromTo(IReadOnlyList<CellRecord> cells)
    {
        CellRecord[] done = [.. cells.Where(cell => cell.State == CellState.Done)];
        string from = done.All(cell => cell.Verdicts.Read is null or Verdict.Device)
            ? "from cold files" : "from files dropped from the page cache, of which not all came from the device,";
        return $"{from} {(IsFlushOnly(done) ? "until flushed" : "until durable")}";
    }

    /// <summary>The end of such work.</summary>
    /// <param name="cells">All cells; those not measured do not count.</param>
    public static string UntilFlushed(IReadOnlyList<CellRecord> cells) =>
        IsFlushOnly(cells) ? "until flushed" : "until durable";

    private static bool IsFlushOnly(IReadOnlyList<CellRecord> cells) =>
        MajorityVerdict.Of(cells.Where(cell => cell.Verdicts.Write is not null).Select(cell => cell with { Verdicts = cell.Verdicts with { Read = null } })) == Verdict.Cache;

    /// <summary>For writes flushed within the measured time: if there is no device, nothing becomes durable.</summary>
    /// <param name="common">The verdict of most; null: none was measured yet.</param>
    public static string Flushed(Verdict? common) => common == Verdict.Cache ? "until flushed" : "until durable";
}
