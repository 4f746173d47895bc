using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Which runs of a sweep are made, and what its cells look like by now.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class CellLedger
{
    private readonly SweepDocument _preview;
    private readonly SweepCellRecord[] _cells;
    private readonly Dictionary<string, int> _indexOf;
    private readonly Dictionary<string, SortedList<int, SweepRunRecord>> _runs = new(StringComparer.Ordinal);
    private readonly HashSet<string> _failed = new(StringComparer.Ordinal);

    /// <summary>Opens it.</summary>
    /// <param name="preview">The sweep before its first run.</param>
    /// <param name="runs">Runs that were made earlier; those of unknown cells and rounds and repeated ones are passed over.</param>
    internal CellLedger(SweepDocument preview, IEnumerable<SweepRunRecord> runs)
    {
        _preview = preview;
        _cells = [.. preview.Cells];
        _indexOf = Enumerable.Range(0, _cells.Length).ToDictionary(index => _cells[index].Name, StringComparer.Ordinal);
        foreach (SweepRunRecord run in runs.Where(run => Expects(run) && !Has(run.Cell, run.Round)))
        {
            Enter(run);
        }

        foreach (string cell in _runs.Keys)
        {
            SumUp(cell);
        }
    }

    /// <summary>Runs made.</summary>
    internal int DoneRuns => _runs.Values.Sum(runs => runs.Count);

    /// <summary>Runs of the whole sweep: a cell that failed gets no more.</summary>
    internal int TotalRuns => _cells.Where(cell => cell.State != CellState.Skipped).Sum(cell =>
        cell.State == CellState.Failed ? _runs[cell.Name].Count : _preview.Setup.Repetitions);

    /// <summary>Whether no run is missing.</summary>
    internal bool IsComplete => DoneRuns == TotalRuns;

    /// <summary>All cells as they are now.</summary>
    internal IReadOnlyList<SweepCellRecord> Cells => [.. _cells];

    /// <summary>Whether a run need not be made: it was made, or its cell has failed.</summary>
    internal bool Has(string cell, int round) =>
        _failed.Contains(cell)
        || (_runs.TryGetValue(cell, out SortedList<int, SweepRunRecord>? runs) && runs.ContainsKey(round));

    /// <summary>Runs of a cell that are still to be made.</summary>
    internal int Missing(string cell) =>
        Enumerable.Range(0, _preview.Setup.Repetitions).Count(round => !Has(cell, round));

    private bool Expects(SweepRunRecord run) =>
        run.Cell is not null
        && _indexOf.ContainsKey(run.Cell)
        && run.Round >= 0
        && run.Round < _preview.Setup.Repetitions
        && (run.Run is null) != (run.Failure is null);

    /// <summary>Enters a run.</summary>
    internal void Add(SweepRunRecord run)
    {
        Enter(run);
        SumUp(run.Cell);
    }

    private void Enter(SweepRunRecord run)
    {
        if (!_runs.TryGetValue(run.Cell, out SortedList<int, SweepRunRecord>? runs))
        {
            _runs.Add(run.Cell, runs = []);
        }

        runs.Add(run.Round, run);
        if (run.Failure is not null)
        {
            _failed.Add(run.Cell);
        }
    }

    private void SumUp(string cell)
    {
        IList<SweepRunRecord> runs = _runs[cell].Values;
        int index = _indexOf[cell];
        SweepCellRecord empty = _preview.Cells[index];
        MeasurementRecord[] made = [.. runs.Select(one => one.Run).OfType<MeasurementRecord>()];
        string? failure = runs.Select(one => one.Failure).FirstOrDefault(one => one is not null);
        _cells[index] = failure is null
            ? CellSummary.Of(empty, made)
            : empty with { State = CellState.Failed, Reason = failure, Runs = made };
    }

    /// <summary>The sweep as it is now.</summary>
    internal SweepDocument Document()
    {
        IReadOnlyList<CurveRecord> curves = CurveAnalysis.Of(_cells);
        return _preview with
        {
            Partial = !IsComplete,
            Cells = Cells,
            Curves = curves,
            Advice = SweepAdvice.From(_cells, curves),
            Findings = SweepFindings.Of(_preview),
        };
    }
}
