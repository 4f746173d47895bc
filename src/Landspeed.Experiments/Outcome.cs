namespace Landspeed.Experiments;

/// <summary>How a command ended; the values are its exit codes.</summary>
public enum Outcome
{
    /// <summary>Done.</summary>
    Done = 0,

    /// <summary>The machine refused, or failed during the work.</summary>
    Failed = 1,

    /// <summary>The command line asks for something impossible.</summary>
    Usage = 2,

    /// <summary>Refused for safety; nothing was touched.</summary>
    Refused = 3,

    /// <summary>Verification found a difference.</summary>
    Mismatch = 4,

    /// <summary>The source changed while it was read.</summary>
    SourceChanged = 5,

    /// <summary>No space left, or the quota is used up.</summary>
    OutOfSpace = 6,

    /// <summary>Done, but with a finding that <c>--strict</c> does not accept.</summary>
    Finding = 7,
}
