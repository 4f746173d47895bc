namespace Landspeed.Experiments.Results;

/// <summary>How far a cell of a sweep got.</summary>
public enum CellState
{
    /// <summary>No run yet.</summary>
    Pending,

    /// <summary>One run or more.</summary>
    Done,

    /// <summary>Cannot be measured here; the reason is beside it.</summary>
    Skipped,

    /// <summary>A run failed; the reason is beside it.</summary>
    Failed,
}
