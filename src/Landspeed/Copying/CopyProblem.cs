using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Copying;

/// <summary>What went wrong with one entry.</summary>
/// <param name="Kind">What kind of problem.</param>
/// <param name="Path">The entry it is about, as a path that the user can use.</param>
/// <param name="Message">What failed, on what, why, and what to try: a sentence without a full stop at its end.</param>
/// <param name="Range">The bytes concerned, where that is known.</param>
public sealed record CopyProblem(CopyProblemKind Kind, FilePath Path, string Message, ByteRange? Range = null);

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

/// <summary>A copy that did not come about: says how it ended and why. The target is as it was.</summary>
public sealed class CopyException : IOException
{
    /// <summary>Describes the failure.</summary>
    /// <param name="outcome">How the copy ended.</param>
    /// <param name="problem">What went wrong.</param>
    /// <param name="cause">What the system or the platform said; null where a rule refused.</param>
    public CopyException(CopyOutcome outcome, CopyProblem problem, Exception? cause = null)
        : base(problem?.Message, cause)
    {
        ArgumentNullException.ThrowIfNull(problem);
        Outcome = outcome;
        Problem = problem;

        // As .NET's own file classes do, so that a handler for a full disk handles ours too.
        HResult = cause is NativeIOException { Error: { IsError: true } error } ? error.Code : HResult;
    }

    /// <summary>How the copy ended.</summary>
    public CopyOutcome Outcome { get; }

    /// <summary>What went wrong.</summary>
    public CopyProblem Problem { get; }
}
