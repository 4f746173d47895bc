using Landspeed.Quantities;

namespace Landspeed.Copying;

/// <summary>What went wrong with one entry.</summary>
public sealed record CopyProblem
{
    internal CopyProblem(CopyProblemKind kind, FilePath path, string message, ByteRange? range = null) =>
        (Kind, Path, Message, Range) = (kind, path, message, range);

    /// <summary>Its kind.</summary>
    public CopyProblemKind Kind { get; internal init; }

    /// <summary>The entry, as a path that the user can use.</summary>
    public FilePath Path { get; internal init; }

    /// <summary>What failed, on which entry, why, and what to try: a sentence without a full stop.</summary>
    public string Message { get; internal init; }

    /// <summary>The first affected byte of the file, or null if it is not known.</summary>
    public long? Offset => Range?.Offset;

    /// <summary>The number of affected bytes, or null if it is not known.</summary>
    public long? Length => Range?.Length;

    /// <summary>The affected bytes, or null if they are not known.</summary>
    internal ByteRange? Range { get; init; }
}

/// <summary>The kinds of problem.</summary>
public enum CopyProblemKind
{
    /// <summary>Not touched: the name already exists, or a rule forbids the copy.</summary>
    /// <remarks>Choose another target, or allow what the message says is refused.</remarks>
    Refused,

    /// <summary>Not copied because it was not requested: a FIFO, a socket, a device, a mounted directory.</summary>
    /// <remarks>Nothing, unless the copy needs it: then request it.</remarks>
    Skipped,

    /// <summary>Copied, but something other than the content could not be preserved.</summary>
    /// <remarks>Copy as root, or to a file system that can keep it.</remarks>
    NotPreserved,

    /// <summary>A system call was refused or failed.</summary>
    /// <remarks>
    /// Remove the cause that the message gives, and copy again; what is complete is not copied twice.
    /// </remarks>
    Failed,

    /// <summary>The source changed while it was read.</summary>
    /// <remarks>Copy again when nothing writes to the source.</remarks>
    SourceChanged,

    /// <summary>No space is left, or the quota is used up.</summary>
    /// <remarks>Free some space, or raise the quota, and copy again.</remarks>
    OutOfSpace,

    /// <summary>The medium returned something other than what was written.</summary>
    /// <remarks>Do not trust the medium: check it and its cable or driver, and copy to another one.</remarks>
    Mismatch,

    /// <summary>Reading a source failed, and succeeded when it was repeated, or was repeated in vain.</summary>
    /// <remarks>Do not rely on the source's medium or server: look for the cause before there are more.</remarks>
    Retried,
}

/// <summary>Reports a copy that failed, how it ended and why. The target is unchanged.</summary>
public sealed class CopyException : IOException
{
    /// <summary>Creates the exception from the outcome and its problem; the cause is null if a rule refused.</summary>
    internal CopyException(CopyOutcome outcome, CopyProblem problem, Exception? cause = null)
        : base(problem.Message, cause)
    {
        Outcome = outcome;
        Problem = problem;

        // HResult is set as .NET's own file classes set it, so that a handler for a full disk also handles our
        // exception.
        HResult = cause is NativeIOException { Error: { IsError: true } error } ? error.Code : HResult;
    }

    /// <summary>How the copy ended.</summary>
    public CopyOutcome Outcome { get; }

    /// <summary>What went wrong.</summary>
    public CopyProblem Problem { get; }
}
