namespace Landspeed.Experiments;

/// <summary>How work ended.</summary>
public enum Outcome
{
    /// <summary>Done.</summary>
    Done,

    /// <summary>The machine refused, or failed during the work.</summary>
    Failed,

    /// <summary>What was asked for is impossible.</summary>
    Usage,

    /// <summary>Refused for safety; nothing was touched.</summary>
    Refused,

    /// <summary>Verification found a difference.</summary>
    Mismatch,

    /// <summary>The source changed while it was read.</summary>
    SourceChanged,

    /// <summary>No space left, or the quota is used up.</summary>
    OutOfSpace,

    /// <summary>Done, but with a finding that was not to be accepted.</summary>
    Finding,
}
