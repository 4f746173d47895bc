using Landspeed.Platform;

namespace Landspeed.Copying;

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
