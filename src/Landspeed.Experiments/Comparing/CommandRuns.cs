using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Judging;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;

namespace Landspeed.Experiments.Comparing;

/// <summary>
/// The runs of one command, as one result: for one of our verbs its cells, where each run gives one value; for any
/// other command its elapsed time and CPU time.
/// </summary>
internal sealed class CommandRuns
{
    private const string Cell = "command";

    private readonly List<RunRecord> _wholes = [];
    private readonly List<ResultDocument> _documents = [];

    /// <summary>Adds a run.</summary>
    /// <param name="end">How it ended.</param>
    /// <param name="document">Its result, or null if it has none.</param>
    /// <param name="startedAt">When it started.</param>
    internal void Add(ChildEnd end, ResultDocument? document, DateTimeOffset startedAt)
    {
        _wholes.Add(new RunRecord
        {
            Cell = Cell,
            Round = _wholes.Count,
            StartedAtMs = startedAt.ToUnixTimeMilliseconds(),
            Metrics = Metrics.Of(
                (Metrics.Elapsed, end.ElapsedNs), (Metrics.Cpu, end.Times.TotalNs), (Metrics.CpuUser, end.Times.UserNs), (Metrics.CpuSystem, end.Times.SystemNs)),
        });
        if (document is not null)
        {
            _documents.Add(document);
        }
    }

    /// <summary>Whether each run has a result with cells.</summary>
    internal bool HasResults => _documents.Count == _wholes.Count && _documents.TrueForAll(document => document.Cells.Any(cell => cell.State == CellState.Done));

    /// <summary>The verb that made the results.</summary>
    internal string Kind => _documents[0].Kind;

    /// <summary>
    /// Combines the results of all runs into one: the median of a cell in one run is one value, because the runs within
    /// it are not independent of each other.
    /// </summary>
    internal ResultDocument OfResults()
    {
        ResultDocument first = _documents[0];
        return first with
        {
            Setup = first.Setup with { Rounds = _documents.Count },
            Curves = [],
            Conclusions = [],
            Cells = [.. first.Cells.Select(cell => Merged(cell, [.. _documents.Select(document => document.Cells.FirstOrDefault(other => other.Name == cell.Name))]))],
        };
    }

    /// <summary>Returns the runs as those of a command that reports nothing about itself.</summary>
    /// <param name="place">Where they were run.</param>
    /// <param name="now">The time of day.</param>
    internal ResultDocument OfWholes(FilePath place, DateTimeOffset now) => ResultPreview.Of(
        (ResultKinds.Command, null),
        EnvironmentProbe.Place(PlaceRoles.Directory, place),
        new SetupRecord { Rounds = _wholes.Count },
        [CellSummary.Of(ResultPreview.Cell(Cell, []), _wholes)],
        now);

    private static CellRecord Merged(CellRecord cell, CellRecord?[] cells)
    {
        CellRecord[] done = [.. cells.OfType<CellRecord>().Where(one => one.State == CellState.Done && one.Runs.Count > 0)];
        if (cell.State == CellState.Done && done.Length < cells.Length)
        {
            return cell with
            {
                State = CellState.Skipped,
                Reason = FormattableString.Invariant($"measured in {done.Length} of {cells.Length} runs"),
                Metrics = new Dictionary<string, IntervalRecord>(),
                Findings = [],
                Runs = [],
            };
        }

        CellRecord empty = cell with { Metrics = new Dictionary<string, IntervalRecord>(), Findings = [], Runs = [] };
        return done.Length < cells.Length ? cell : CellSummary.Of(empty, [.. done.Select(Value)]);
    }

    private static RunRecord Value(CellRecord cell, int round) => cell.Runs[(cell.Runs.Count - 1) / 2] with
    {
        Round = round,
        Metrics = cell.Metrics.ToDictionary(metric => metric.Key, metric => metric.Value.Median, StringComparer.Ordinal),
    };
}
