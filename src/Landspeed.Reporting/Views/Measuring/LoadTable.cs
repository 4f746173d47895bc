using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views.Measuring;

/// <summary>The times of requests that start at a rate: what who asks waits, and what of it is whose.</summary>
internal static class LoadTable
{
    /// <summary>Makes it.</summary>
    /// <param name="run">A run at a rate.</param>
    /// <param name="which">Which run, for the title.</param>
    internal static ReportTable Of(RunRecord run, string which)
    {
        (string Name, string Meaning, LatencyRecord? Times)[] rows =
        [
            ("response", "due to done", run.Response), ("service", "started to done", run.Latency),
            ("lateness", "due to started", run.Lateness),
        ];
        rows = [.. rows.Where(row => row.Times is not null)];
        return TimesTable.Of(
            $"Times at a rate{which}",
            $"Response = lateness + service, {Format.Count(rows.Max(row => row.Times!.Count), "request")}. "
                + "A request is due by the clock, whatever became of earlier ones.",
            ["time", "from"],
            [.. rows.Select(row => ((IReadOnlyList<ReportCell>)[row.Name, row.Meaning], row.Times!))]);
    }
}
