using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Reads and writes that were made at the same time, apart.</summary>
internal static class MixTable
{
    /// <summary>Makes it.</summary>
    /// <param name="run">The run.</param>
    /// <param name="mix">Its two directions.</param>
    /// <param name="which">Which run, for the title.</param>
    internal static ReportTable Of(RunRecord run, MixRecord mix, string which)
    {
        bool isAtRate = run.Response is not null;
        double seconds = Math.Max(1, run[Metrics.Elapsed] ?? 0) / 1e9;
        return TimesTable.Of(
            $"Reads and writes{which}",
            (isAtRate ? "Response times: from due to done" : "Times from submission to completion")
                + (run[Metrics.ElapsedToDurable] is null ? "." : "; rates until return."),
            ["requests", "req/s", "rate"],
            [
                .. Directions(mix).Select(direction => (Row(direction, seconds), Times(direction.Of, isAtRate))),
            ]);
    }

    /// <summary>The two directions and what they are called.</summary>
    internal static IEnumerable<(string Name, DirectionRecord Of)> Directions(MixRecord mix) =>
        [("reads", mix.Reads), ("writes", mix.Writes)];

    /// <summary>The times of one: what who asks waits.</summary>
    internal static LatencyRecord? Times(DirectionRecord direction, bool isAtRate) =>
        isAtRate ? direction.Response : direction.Latency;

    private static IReadOnlyList<ReportCell> Row((string Name, DirectionRecord Of) direction, double seconds) =>
    [
        direction.Name, Format.Rate(direction.Of.Requests / seconds), Format.Throughput(direction.Of.Bytes / seconds),
    ];
}
