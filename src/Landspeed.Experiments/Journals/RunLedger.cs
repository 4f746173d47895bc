namespace Landspeed.Experiments.Journals;

/// <summary>Which runs of a grid of cells are made: every cell once in each round, unless it failed.</summary>
/// <typeparam name="TRun">A run.</typeparam>
/// <remarks>For one thread.</remarks>
internal sealed class RunLedger<TRun>
{
    private readonly int _rounds;
    private readonly Dictionary<string, SortedList<int, TRun>> _runs;
    private readonly HashSet<string> _failed = new(StringComparer.Ordinal);

    /// <summary>Opens it, without a run.</summary>
    /// <param name="cells">The cells that are to be run; each name once.</param>
    /// <param name="rounds">Runs of each.</param>
    internal RunLedger(IEnumerable<string> cells, int rounds)
    {
        _rounds = rounds;
        _runs = cells.ToDictionary(cell => cell, _ => new SortedList<int, TRun>(), StringComparer.Ordinal);
    }

    /// <summary>Runs made.</summary>
    internal int DoneRuns => _runs.Values.Sum(runs => runs.Count);

    /// <summary>Runs of all cells together: one that failed gets no more.</summary>
    internal int TotalRuns => _runs.Sum(cell => _failed.Contains(cell.Key) ? cell.Value.Count : _rounds);

    /// <summary>Whether no run is missing.</summary>
    internal bool IsComplete => DoneRuns == TotalRuns;

    /// <summary>Whether there is a place for a run that is not made yet.</summary>
    internal bool Expects(string? cell, int round) =>
        cell is not null && _runs.ContainsKey(cell) && round >= 0 && round < _rounds && !Has(cell, round);

    /// <summary>Whether a run need not be made: it was made, or its cell has failed.</summary>
    internal bool Has(string cell, int round) => _failed.Contains(cell) || _runs[cell].ContainsKey(round);

    /// <summary>Runs of a cell that are still to be made.</summary>
    internal int Missing(string cell) => Enumerable.Range(0, _rounds).Count(round => !Has(cell, round));

    /// <summary>The runs of a cell, by round.</summary>
    internal IReadOnlyList<TRun> Of(string cell) => [.. _runs[cell].Values];

    /// <summary>Enters a run that is expected.</summary>
    internal void Enter(string cell, int round, TRun run, bool failed)
    {
        _runs[cell].Add(round, run);
        if (failed)
        {
            _failed.Add(cell);
        }
    }
}
