using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Sweeping;

namespace Landspeed.Experiments.Trials;

/// <summary>Which runs of an experiment are made, and what its cells look like by now.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class ExperimentLedger
{
    private readonly ExperimentDocument _preview;
    private readonly Func<IReadOnlyList<ExperimentCellRecord>, IReadOnlyList<AdviceRecord>> _conclude;
    private readonly ExperimentCellRecord[] _cells;
    private readonly Dictionary<string, int> _indexOf;
    private readonly RunLedger<TrialRunRecord> _runs;

    /// <summary>Opens it.</summary>
    /// <param name="preview">The experiment before its first run.</param>
    /// <param name="runs">Runs that were made earlier; those of unknown cells and rounds and repeated ones are passed over.</param>
    /// <param name="conclude">Draws conclusions from the cells.</param>
    internal ExperimentLedger(
        ExperimentDocument preview,
        IEnumerable<TrialRunRecord> runs,
        Func<IReadOnlyList<ExperimentCellRecord>, IReadOnlyList<AdviceRecord>> conclude)
    {
        _preview = preview;
        _conclude = conclude;
        _cells = [.. preview.Cells];
        _indexOf = Enumerable.Range(0, _cells.Length).ToDictionary(index => _cells[index].Name, StringComparer.Ordinal);
        _runs = new RunLedger<TrialRunRecord>(Names, preview.Setup.Repetitions);
        foreach (TrialRunRecord run in runs.Where(run => _runs.Expects(run.Cell, run.Round)))
        {
            Add(run);
        }
    }

    /// <summary>The cells that are run, in the order of the document.</summary>
    internal string[] Names => [.. _preview.Cells.Where(cell => cell.State != CellState.Skipped).Select(cell => cell.Name)];

    /// <summary>Runs made.</summary>
    internal int DoneRuns => _runs.DoneRuns;

    /// <summary>Runs of the whole experiment: a cell that failed gets no more.</summary>
    internal int TotalRuns => _runs.TotalRuns;

    /// <summary>Whether no run is missing.</summary>
    internal bool IsComplete => _runs.IsComplete;

    // Nobody makes a data set twice to learn how far the times differ.
    private bool IsSingleWork => _cells.Length == 1 && _preview.Setup.Repetitions == 1;

    /// <summary>Whether a run need not be made: it was made, or its cell has failed.</summary>
    internal bool Has(string cell, int round) => _runs.Has(cell, round);

    /// <summary>A cell as it is now.</summary>
    internal ExperimentCellRecord Cell(string name) => _cells[_indexOf[name]];

    /// <summary>Enters a run.</summary>
    internal void Add(TrialRunRecord run)
    {
        _runs.Enter(run.Cell, run.Round, run, failed: run.Failure is not null);
        int index = _indexOf[run.Cell];
        ExperimentCellRecord cell = TrialSummary.Of(_preview.Cells[index], _runs.Of(run.Cell));
        _cells[index] = IsSingleWork
            ? cell with { Findings = [.. cell.Findings.Where(finding => finding.Code != "few_runs")] }
            : cell;
    }

    /// <summary>The experiment as it is now.</summary>
    internal ExperimentDocument Document() => _preview with
    {
        Partial = !IsComplete,
        Cells = [.. _cells],
        Conclusions = _conclude(_cells),
        Findings = [.. new[] { FindingRules.DebugBuild(), RunFindings.BusyMachine(_preview.Host) }.OfType<FindingRecord>()],
    };
}
