using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>The result of a command that runs once.</summary>
internal static class SingleRun
{
    /// <summary>Returns a document with one cell.</summary>
    internal static ResultDocument Document(
        (string Kind, string? Variant) kind,
        DateTimeOffset startedAt,
        (HostRecord Host, IReadOnlyList<PlaceRecord> Places) where,
        IReadOnlyDictionary<string, string> options,
        RunRecord run) => new()
        {
            Kind = kind.Kind,
            Variant = kind.Variant,
            Tool = ProductVersion.Tool,
            StartedAt = startedAt,
            Partial = run.Partial,
            Hosts = [where.Host],
            Places = where.Places,
            Setup = new SetupRecord { Options = options },
            Cells = [Cell(run)],
        };

    private static CellRecord Cell(RunRecord run) => new()
    {
        Name = run.Cell,
        State = CellState.Done,
        Verdicts = new VerdictsRecord(run.Reads?.Verdict, run.Writes?.Verdict),
        Metrics = run.Metrics.ToDictionary(
            metric => metric.Key, metric => MedianInterval.Of([metric.Value]), StringComparer.Ordinal),
        Runs = [run],
    };
}
