using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Whether the rate became steady, and when.</summary>
internal static class SteadyWords
{
    /// <summary>
    /// For example <c>steady after 42.0 s: 512 MB/s</c>, the rise or fall, the difference of its rounds.
    /// </summary>
    /// <param name="cell">The cell, whose steady rate is that of all its runs.</param>
    /// <param name="steady">The last window of the run that is shown.</param>
    public static IReadOnlyList<MarkedText> Of(CellRecord cell, SteadyRecord steady)
    {
        if (!steady.IsSteady)
        {
            return [new MarkedText($"not steady after {After(steady)}", Mark.Warning)];
        }

        string rate = cell[Metrics.ThroughputSteady] is { } all
            ? Format.Throughput(all) : Format.Throughput(steady.BytesPerS);
        return
        [
            new MarkedText($"steady after {After(steady)}: {rate}", Mark.Number),
            $"{(steady.ChangePct < 0 ? "falling" : "rising")} by {Format.Percent(Math.Abs(steady.ChangePct ?? 0))} "
                + $"in {Format.Duration(steady.DurationNs)}",
            $"rounds differ by {Format.Percent(steady.RangePct ?? 0)}",
        ];
    }

    private static string After(SteadyRecord steady) => Format.Duration(steady.StartNs + steady.DurationNs);
}
