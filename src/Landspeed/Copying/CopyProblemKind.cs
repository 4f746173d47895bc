namespace Landspeed.Copying;

/// <summary>What went wrong with one entry.</summary>
public enum CopyProblemKind
{
    /// <summary>Not touched: something has the name already, or a rule forbids it.</summary>
    Refused,

    /// <summary>Not copied, and not asked for: a FIFO, a socket, a device, a mounted directory.</summary>
    Skipped,

    /// <summary>Copied, but something besides the content could not be kept.</summary>
    NotPreserved,

    /// <summary>The system refused, or failed.</summary>
    Failed,

    /// <summary>The source changed while it was read.</summary>
    SourceChanged,

    /// <summary>No space left, or the quota is used up.</summary>
    OutOfSpace,

    /// <summary>The medium returned something else than was written.</summary>
    Mismatch,
}
