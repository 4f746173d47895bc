using Landspeed.Experiments.Judging;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments.Filling;

/// <summary>Draws conclusions from the runs of free space and of new files. Pure functions of the cells.</summary>
internal static class FillConclusions
{
    // A device accepts up to 512 KiB per request, so a file in pieces of twice that needs no more requests than a
    // contiguous one.
    private const double HardlyTornBytes = 1 << 20;

    /// <summary>Returns the conclusions.</summary>
    internal static IReadOnlyList<ConclusionRecord> Of(IReadOnlyList<CellRecord> cells) =>
        cells is [var cell] ? [.. new[] { FreeSpace(cell), NewFiles(cell), Preallocation(cell) }.OfType<ConclusionRecord>()] : [];

    private static ConclusionRecord? FreeSpace(CellRecord cell) =>
        Value(cell, Metrics.FreeRunsAfter) is not { } after || Value(cell, Metrics.FreeRunsBefore) is not { } before ? null
            : ConclusionCodes.FillFreeSpace.Says(
                $"The free space is in {AmountText.Count(after, "run")}; before the fill it was in {AmountText.Count(before)}.");

    private static ConclusionRecord? NewFiles(CellRecord cell)
    {
        if (Value(cell, Metrics.ProbeRuns) is not { } appended || Value(cell, Metrics.ReservedProbeRuns) is not { } reserved
            || Value(cell, Metrics.ProbeRunsBefore) is not { } appendedBefore || Value(cell, Metrics.ReservedProbeRunsBefore) is not { } reservedBefore
            || Value(cell, Metrics.ProbeBytes) is not { } bytes)
        {
            return null;
        }

        bool isFiles = cell.Name == FillCase.Cell;
        long most = Math.Max(appended, reserved);
        double piece = (double)bytes / Math.Max(1, most);
        string seen = $"a new file of {Display(bytes)} is stored in {AmountText.Count(appended, "run")} when it is appended and in {AmountText.Count(reserved)} when its "
            + $"blocks are reserved first; before the fill in {AmountText.Count(appendedBefore)} and {AmountText.Count(reservedBefore)}";
        return most <= Math.Max(appendedBefore, reservedBefore)
            ? ConclusionCodes.FillNotTorn.Says($"New files are not affected: {seen}.{(isFiles ? " To fragment free space punch holes (--hole-size 64K)." : string.Empty)}")
            : piece >= HardlyTornBytes
            ? ConclusionCodes.FillHardlyTorn.Says(
                $"New files are barely affected: {seen}. Pieces of {Display((long)piece)} on average need no more requests than a whole file{(isFiles ? "; to fragment free space punch holes (--hole-size 64K)" : string.Empty)}.")
            : ConclusionCodes.FillTorn.Says($"New files are fragmented: {seen}. The average piece is {Display((long)piece)}.");
    }

    // Stated only if it matters: both counts of a volume that is fragmented.
    private static ConclusionRecord? Preallocation(CellRecord cell)
    {
        if (Value(cell, Metrics.ProbeRuns) is not { } appended || Value(cell, Metrics.ReservedProbeRuns) is not { } reserved
            || Value(cell, Metrics.ProbeBytes) is not { } bytes || (double)bytes / Math.Max(1, Math.Max(appended, reserved)) >= HardlyTornBytes)
        {
            return null;
        }

        string counts = $"{AmountText.Count(reserved, "run")} with it and {AmountText.Count(appended)} without";
        return reserved * 2 <= appended
            ? ConclusionCodes.FillPreallocation.Says($"Reserving the blocks first helps here: {counts}.")
            : ConclusionCodes.FillPreallocation.Says($"Reserving the blocks first does not help here: {counts}.");
    }

    private static long? Value(CellRecord cell, Metric metric) => cell[metric] is { } interval ? (long)interval.Median : null;

    private static string Display(long bytes) => new ByteCount(bytes).ToDisplay();
}
