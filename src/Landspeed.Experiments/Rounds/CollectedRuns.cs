using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Rounds;

/// <summary>Keeps track of which runs of an experiment have been made, and of the current state of its cells.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed class CollectedRuns
{
    private readonly ResultDocument _preview;
    private readonly IExperiment _experiment;
    private readonly CellRecord[] _cells;
    private readonly Dictionary<string, int> _indexOf;
    private readonly Dictionary<string, SortedList<int, RunRecord>> _runs;
    private readonly HashSet<string> _failed = new(StringComparer.Ordinal);

    /// <summary>Initialises the collection.</summary>
    /// <param name="preview">The experiment before its first run.</param>
    /// <param name="runs">Runs made earlier; runs of unknown cells or rounds, and repeated ones, are ignored.</param>
    /// <param name="experiment">Computes curves and conclusions from the cells.</param>
    internal CollectedRuns(ResultDocument preview, IEnumerable<RunRecord> runs, IExperiment experiment)
    {
        _preview = preview;
        _experiment = experiment;
        _cells = [.. preview.Cells];
        _indexOf = Enumerable.Range(0, _cells.Length).ToDictionary(index => _cells[index].Name, StringComparer.Ordinal);
        Names = [.. _cells.Where(cell => cell.State != CellState.Skipped).Select(cell => cell.Name)];
        _runs = Names.ToDictionary(name => name, _ => new SortedList<int, RunRecord>(), StringComparer.Ordinal);
        foreach (RunRecord run in runs.Where(IsExpected))
        {
            Add(run);
        }
    }

    /// <summary>The cells that are run, in the order of the document.</summary>
    internal string[] Names { get; }

    /// <summary>All cells in their current state.</summary>
    internal IReadOnlyList<CellRecord> Cells => [.. _cells];

    /// <summary>Number of runs made.</summary>
    internal int DoneRuns => _runs.Values.Sum(runs => runs.Count);

    /// <summary>Number of runs of the whole experiment: a cell that failed gets no more.</summary>
    internal int TotalRuns => _runs.Sum(cell => _failed.Contains(cell.Key) ? cell.Value.Count : _preview.Setup.Rounds);

    /// <summary>Whether no run is missing, and none was stopped.</summary>
    internal bool IsComplete => DoneRuns == TotalRuns && !_runs.Values.Any(runs => runs.Values.Any(run => run.Partial));

    // Creating a data set is not repeated to measure the variation of the time.
    private bool IsSingleWork => _cells.Length == 1 && _preview.Setup.Rounds == 1;

    /// <summary>Tells whether a run is unnecessary: it was made, or its cell has failed.</summary>
    internal bool Has(string cell, int round) => _failed.Contains(cell) || _runs[cell].ContainsKey(round);

    /// <summary>Returns a cell in its current state.</summary>
    internal CellRecord Cell(string name) => _cells[_indexOf[name]];

    /// <summary>Adds a run.</summary>
    internal void Add(RunRecord run)
    {
        _runs[run.Cell].Add(run.Round, run);
        if (run.Failure is not null)
        {
            _failed.Add(run.Cell);
        }

        int index = _indexOf[run.Cell];
        CellRecord cell = CellSummary.Of(_preview.Cells[index], [.. _runs[run.Cell].Values]);
        _cells[index] = IsSingleWork
            ? cell with { Findings = [.. cell.Findings.Where(finding => finding.Code != FindingCodes.FewRuns.Name)] }
            : cell;
    }

    /// <summary>Returns the experiment in its current state.</summary>
    internal ResultDocument Document() => _preview with
    {
        Partial = !IsComplete,
        Cells = _experiment.Compare(Cells),
        Curves = _experiment.Curves(_cells),
        Conclusions = _experiment.Conclude(_cells),
        Findings = [.. new[] { FindingRules.DebugBuild(), FindingRules.BusyMachine(_preview.Hosts[0]) }.OfType<FindingRecord>()],
    };

    private bool IsExpected(RunRecord run) =>
        run is { Cell: not null, Metrics: not null, Findings: not null } && (run.Metrics.Count > 0 || run.Failure is not null) && _runs.ContainsKey(run.Cell)
        && run.Round >= 0 && run.Round < _preview.Setup.Rounds && !Has(run.Cell, run.Round);
}
