namespace Landspeed.Copying;

/// <summary>How a copy ended, the gravest last.</summary>
public enum CopyOutcome
{
    /// <summary>Everything that was asked for is durable under its name.</summary>
    Done,

    /// <summary>Refused by a rule, nothing of what was refused was touched: see the problems.</summary>
    Refused,

    /// <summary>Something failed; the rest is done.</summary>
    Failed,

    /// <summary>A source changed while it was read; its target is untouched.</summary>
    SourceChanged,

    /// <summary>No space left, or the quota is used up.</summary>
    OutOfSpace,

    /// <summary>What the medium returned differs from what was written; the target is untouched.</summary>
    Mismatch,

    /// <summary>Stopped from outside; can be continued.</summary>
    Stopped,
}
