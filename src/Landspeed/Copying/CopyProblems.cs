using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>What an error of the system means to a copy.</summary>
internal static class CopyProblems
{
    /// <summary>The problem that an exception is.</summary>
    /// <param name="failure">What was thrown.</param>
    /// <param name="path">The entry that it is about.</param>
    internal static CopyProblem Of(Exception failure, FilePath path) => failure switch
    {
        CopyException copy => copy.Problem,
        NativeIOException native => new CopyProblem(KindOf(native.Error), path, native.Message.TrimEnd('.')),
        IOException or UnauthorizedAccessException =>
            new CopyProblem(CopyProblemKind.Failed, path, failure.Message.TrimEnd('.')),
        _ => new CopyProblem(
            CopyProblemKind.Failed,
            path,
            $"{path.Display} could not be copied, because of a mistake in Landspeed; please report it: "
                + $"{failure.GetType().Name}: {failure.Message.TrimEnd('.')}"),
    };

    /// <summary>Whether an exception fails the entry that was dealt with, and the others go on.</summary>
    internal static bool IsOfTheEntry(Exception failure) =>
        failure is not (OutOfMemoryException or ListenerException or OperationCanceledException);

    /// <summary>The problem that a refused call is.</summary>
    /// <param name="operation">A verb phrase, for example <c>create</c>.</param>
    /// <param name="path">The entry.</param>
    /// <param name="error">The system's error.</param>
    /// <param name="hint">What to try, a full sentence, or null.</param>
    internal static CopyProblem Of(string operation, FilePath path, NativeError error, string? hint = null) =>
        Of(new NativeIOException(operation, path, error, hint: hint), path);

    /// <summary>What is said of a source that is not removed, because it is more than its copy.</summary>
    internal static CopyProblem StaysForItsAttributes(FilePath source) => new(
        CopyProblemKind.Failed,
        source,
        $"{source.Display} was not removed, because its copy lacks extended attributes of it");

    /// <summary>How a copy ends in which this happened.</summary>
    internal static CopyOutcome OutcomeOf(CopyProblemKind kind) => kind switch
    {
        CopyProblemKind.Skipped or CopyProblemKind.NotPreserved => CopyOutcome.Done,
        CopyProblemKind.Refused => CopyOutcome.Refused,
        CopyProblemKind.Failed => CopyOutcome.Failed,
        CopyProblemKind.SourceChanged => CopyOutcome.SourceChanged,
        CopyProblemKind.OutOfSpace => CopyOutcome.OutOfSpace,
        CopyProblemKind.Mismatch => CopyOutcome.Mismatch,
        _ => throw new ArgumentOutOfRangeException(nameof(kind), kind, "not a kind"),
    };

    private static CopyProblemKind KindOf(NativeError error) => error.Kind switch
    {
        NativeErrorKind.NoSpace or NativeErrorKind.QuotaExceeded => CopyProblemKind.OutOfSpace,
        NativeErrorKind.AlreadyExists => CopyProblemKind.Refused,
        _ => CopyProblemKind.Failed,
    };
}
