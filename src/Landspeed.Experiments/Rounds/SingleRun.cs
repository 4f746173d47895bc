using Landspeed.Experiments.Judging;
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

            // Without the note that one run shows no spread: the command runs once by design.
            Cells = [Cell(run) with { Findings = [] }],
        };

    private static CellRecord Cell(RunRecord run) =>
        CellSummary.Of(new CellRecord { Name = run.Cell, State = CellState.Done }, [run]);
}
