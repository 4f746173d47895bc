using Landspeed.Experiments.Judging;
using Landspeed.Results;
using static System.FormattableString;

namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>States how many times as fast reading in order is as reading in random order; a pure function.</summary>
internal static class OrderAdvice
{
    // The request size of the comparison in the report of 2004.
    private const long UsualBytes = 8 << 10;

    // A smaller record costs the device a whole page, in either order.
    private const long PageBytes = 4 << 10;

    // One system call for each record, so that only the order differs, and the read-ahead that it allows.
    private static readonly string[] s_plain = ["read-write", "randomaccess", "filestream-0"];

    /// <summary>Returns the sentence.</summary>
    /// <param name="reads">Cells of reads from the device, with a rate, in both orders.</param>
    /// <returns>Nothing if no API has both orders with records of 4 KiB or more.</returns>
    /// <remarks>
    /// A part of the records, in random order, has the rate of all; otherwise there would be no number for a device
    /// that seeks.
    /// </remarks>
    internal static IEnumerable<ConclusionRecord> Of(IEnumerable<CellRecord> reads)
    {
        CellRecord[] large = [.. reads.Where(cell => SizeOf(cell) >= PageBytes)];
        (CellRecord InOrder, CellRecord Random)[] pairs =
        [
            .. from one in large.Where(cell => cell.Labels[ApiLabels.OrderAxis] == "sequential")
               join other in large.Where(cell => cell.Labels[ApiLabels.OrderAxis] == "random")
                   on (ApiOf(one), SizeOf(one)) equals (ApiOf(other), SizeOf(other))
               orderby SizeOf(one) == UsualBytes ? 0 : SizeOf(one), Preference(one)
               select (one, other),
        ];
        return pairs.Take(1).Select(pair => ConclusionCodes.SequentialToRandom.Says(Text(pair.InOrder, pair.Random)));
    }

    private static string Text(CellRecord inOrder, CellRecord random)
    {
        (IntervalRecord fast, IntervalRecord slow) = (inOrder[Metrics.Throughput]!, random[Metrics.Throughput]!);
        var difference = Difference.Of(fast, slow);
        string size = inOrder.Labels[ApiLabels.SizeAxis];
        string rates = $"{RateRanking.WordsOf(inOrder)} and {RateRanking.WordsOf(random)} from the device, "
            + $"with {ApiOf(inOrder)}{Cut("sequential", inOrder)}{Cut("random", random)}";
        return difference.Kind switch
        {
            DifferenceKind.Inconclusive =>
                $"Whether the order of reads of {size} matters is {difference.Inconclusive}. The rates are {rates}.",
            DifferenceKind.Equal => Invariant(
                $"Sequential reads of {size} are as fast as random ones, within {Difference.EqualPct} %: {rates}."),
            _ => $"Sequential reads of {size} are {AmountText.Times(difference.Ratio)} times as fast as random ones"
                + $"{Range(fast, slow)}: {rates}.",
        };
    }

    private static string Cut(string order, CellRecord cell) => ApiLabels.CutAtPct(cell) is not { } share ? string.Empty
        : $"; the time limit ended the {order} ones after {FindingRules.Share(share)} of them";

    // The ends of the intervals: the ratio of the medians is hardly ever outside.
    private static string Range(IntervalRecord fast, IntervalRecord slow) => fast.Runs == 1 || slow.Runs == 1
        ? string.Empty : $" ({AmountText.Times(fast.Low / slow.High)} to {AmountText.Times(fast.High / slow.Low)})";

    private static int Preference(CellRecord cell) =>
        Array.IndexOf(s_plain, ApiOf(cell)) is >= 0 and var place ? place : s_plain.Length;

    private static long? SizeOf(CellRecord cell) => ApiLabels.RecordSize(cell);

    private static string ApiOf(CellRecord cell) => cell.Labels[ApiLabels.ApiAxis];
}
