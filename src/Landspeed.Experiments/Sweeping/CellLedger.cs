using Landspeed.Experiments.Journals;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Sweeping;

/// <summary>Which runs of a sweep are made, and what its cells look like by now.</summary>
/// <remarks>For one thread.</remarks>
internal sealed class CellLedger
{
    private readonly SweepDocument _preview;
    private readonly SweepCellRecord[] _cells;
    private readonly Dictionary<string, int> _indexOf;
    private readonly RunLedger<SweepRunRecord> _runs;

    /// <summary>Opens it.</summary>
    /// <param name="preview">The sweep before its first run.</param>
    /// <param name="runs">Runs that were made earlier; those of unknown cells and rounds and repeated ones are passed over.</param>
    internal CellLedger(SweepDocument preview, IEnumerable<SweepRunRecord> runs)
    {
        _preview = preview;
        _cells = [.. preview.Cells];
        _indexOf = Enumerable.Range(0, _cells.Length).ToDictionary(index => _cells[index].Name, StringComparer.Ordinal);
        _runs = new RunLedger<SweepRunRecord>(
            _cells.Where(cell => cell.State != CellState.Skipped).Select(cell => cell.Name), preview.Setup.Repetitions);
        foreach (SweepRunRecord run in runs.Where(run => (run.Run is null) != (run.Failure is null)))
        {
            if (_runs.Expects(run.Cell, run.Round))
            {
                Add(run);
            }
        }
    }

    /// <summary>Runs made.</summary>
    internal int DoneRuns => _runs.DoneRuns;

    /// <summary>Runs of the whole sweep: a cell that failed gets no more.</summary>
    internal int TotalRuns => _runs.TotalRuns;

    /// <summary>Whether no run is missing.</summary>
    internal bool IsComplete => _runs.IsComplete;

    /// <summary>All cells as they are now.</summary>
    internal IReadOnlyList<SweepCellRecord> Cells => [.. _cells];

    /// <summary>Whether a run need not be made: it was made, or its cell has failed.</summary>
    internal bool Has(string cell, int round) => _runs.Has(cell, round);

    /// <summary>Runs of a cell that are still to be made.</summary>
    internal int Missing(string cell) => _runs.Missing(cell);

    /// <summary>Enters a run.</summary>
    internal void Add(SweepRunRecord run)
    {
        _runs.Enter(run.Cell, run.Round, run, failed: run.Failure is not null);
        SumUp(run.Cell);
    }

    private void SumUp(string cell)
    {
        IReadOnlyList<SweepRunRecord> runs = _runs.Of(cell);
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
