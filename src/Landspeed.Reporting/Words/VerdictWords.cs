using Landspeed.Results;

namespace Landspeed.Reporting.Words;

/// <summary>A verdict in a few words.</summary>
internal static class VerdictWords
{
    /// <summary>The sign beside a number whose verdict is not that of most: its first letter, or a question mark.</summary>
    public static string Letter(Verdict verdict) => verdict == Verdict.Unknown ? "?" : verdict.ToWord()[..1];

    /// <summary>The verdict of what was read and of what was written.</summary>
    public static string Of(VerdictsRecord verdicts) =>
        string.Join(" / ", new[] { verdicts.Read, verdicts.Write }.OfType<Verdict>().Select(verdict => verdict.ToWord()));

    /// <summary>With its main evidence, for example <c>device (100.0 % of 12.1 GB came from vda)</c>.</summary>
    public static string Of(RunRecord run, TruthRecord truth)
    {
        if (truth.DeviceSharePct is not { } share)
        {
            string why = truth.AppBytes == 0 || run.Mix is not null ? truth.Reason : "no device counters";
            return $"{truth.Verdict.ToWord()} ({why})";
        }

        string moved = truth == run.Reads ? "came from" : "went to";
        return $"{truth.Verdict.ToWord()} ({Format.Percent(share)} of {Format.Moved(truth.AppBytes)} {moved} {run.Device?.Name ?? "the device"})";
    }
}

/// <summary>Where the bytes of cells that only read, or only wrote, came from or went.</summary>
internal static class MajorityVerdict
{
    /// <summary>Of one cell.</summary>
    public static Verdict Of(CellRecord cell) => cell.Verdicts.Read ?? cell.Verdicts.Write ?? Verdict.Unknown;

    /// <summary>The one that most measured cells share; null: none is measured.</summary>
    public static Verdict? Of(IEnumerable<CellRecord> cells) => cells
        .Where(cell => cell.State == CellState.Done)
        .GroupBy(Of)
        .OrderByDescending(group => group.Count()).ThenBy(group => group.Key)
        .Select(group => (Verdict?)group.Key).FirstOrDefault();

    /// <summary>The measured cells that share it: only they compare with each other.</summary>
    public static IEnumerable<CellRecord> Sharing(IReadOnlyList<CellRecord> cells) =>
        cells.Where(cell => cell.State == CellState.Done && Of(cell) == Of(cells));
}
