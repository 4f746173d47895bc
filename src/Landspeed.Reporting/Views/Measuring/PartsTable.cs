using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>Requests that were made at the same time, apart: reads and writes, or those of each size.</summary>
internal static class PartsTable
{
    /// <summary>Makes those that a run has.</summary>
    /// <param name="run">The run.</param>
    /// <param name="which">Which run, for the titles.</param>
    internal static IEnumerable<ReportTable> Of(RunRecord run, string which)
    {
        if (run.Mix is { } mix)
        {
            yield return Of(run, $"Reads and writes{which}", Directions(mix));
        }

        if (run.Sizes.Count > 0)
        {
            yield return Of(run, $"Request sizes{which}", Sizes(run.Sizes));
        }
    }

    /// <summary>The two directions and what they are called.</summary>
    internal static IEnumerable<(string Name, RequestPartRecord Of)> Directions(MixRecord mix) =>
        [("reads", mix.Reads), ("writes", mix.Writes)];

    /// <summary>The sizes and what they are called.</summary>
    internal static IEnumerable<(string Name, RequestPartRecord Of)> Sizes(IReadOnlyList<RequestPartRecord> sizes) =>
        sizes.Select(size => (Format.ExactSize(size.RequestSizeBytes ?? 0), size));

    /// <summary>The times of one: what who asks waits.</summary>
    internal static LatencyRecord? Times(RequestPartRecord part, bool isAtRate) =>
        isAtRate ? part.Response : part.Latency;

    private static ReportTable Of(RunRecord run, string title, IEnumerable<(string Name, RequestPartRecord Of)> parts)
    {
        bool isAtRate = run.Response is not null;
        (string Name, RequestPartRecord Of)[] all = [.. parts];
        bool hasDue = all.All(part => part.Of.Offered is not null);
        double dueSeconds = (run[Metrics.RequestsOffered] ?? 0) / (run[Metrics.OfferedRate] ?? 1);
        double seconds = Math.Max(1, run[Metrics.Elapsed] ?? 0) / 1e9;
        return TimesTable.Of(
            title,
            (isAtRate ? "Response times: from due to done" : "Times from submission to completion")
                + (run[Metrics.ElapsedToDurable] is null ? "." : "; rates until return."),
            ["requests", .. hasDue ? ["due/s"] : Array.Empty<string>(), "req/s", "rate"],
            [.. all.Select(part => (Row(part, seconds, dueSeconds), Times(part.Of, isAtRate)))]);
    }

    private static IReadOnlyList<ReportCell> Row(
        (string Name, RequestPartRecord Of) part, double seconds, double dueSeconds) =>
    [
        part.Name,
        .. part.Of.Offered is { } due ? [Format.Rate(due / dueSeconds)] : Array.Empty<ReportCell>(),
        Format.Rate(part.Of.Requests / seconds),
        Format.Throughput(part.Of.Bytes / seconds),
    ];
}
