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
    /// <param name="run">The run that is shown.</param>
    /// <param name="steady">Its last window.</param>
    public static IReadOnlyList<MarkedText> Of(CellRecord cell, RunRecord run, SteadyRecord steady)
    {
        if (!steady.IsSteady)
        {
            return [new MarkedText($"not steady after {Format.Duration(run[Metrics.Elapsed] ?? 0)}", Mark.Warning)];
        }

        string rate = cell[Metrics.ThroughputSteady] is { } all
            ? Format.Throughput(all) : Format.Throughput(steady.BytesPerS);
        return
        [
            new MarkedText(
                $"steady after {Format.Duration(steady.StartNs + steady.DurationNs)}: {rate}", Mark.Number),
            $"{(steady.ChangePct < 0 ? "falling" : "rising")} by {Format.Percent(Math.Abs(steady.ChangePct ?? 0))} "
                + $"in {Format.Duration(steady.DurationNs)}",
            $"rounds differ by {Format.Percent(steady.RangePct ?? 0)}",
        ];
    }
}
