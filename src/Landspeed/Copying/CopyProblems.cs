namespace Landspeed.Copying;

/// <summary>Translates system errors into problems and outcomes of a copy.</summary>
internal static class CopyProblems
{
    /// <summary>Makes a problem from an exception.</summary>
    /// <param name="failure">The exception.</param>
    /// <param name="path">The affected entry.</param>
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

    /// <summary>True if an exception fails only the current entry and the copy goes on.</summary>
    internal static bool IsOfTheEntry(Exception failure) =>
        failure is not (OutOfMemoryException or ListenerException or OperationCanceledException);

    /// <summary>Makes a problem from a refused system call.</summary>
    /// <param name="operation">A verb phrase, for example <c>create</c>.</param>
    /// <param name="path">The entry.</param>
    /// <param name="error">The system's error.</param>
    /// <param name="hint">What to try, a full sentence, or null.</param>
    internal static CopyProblem Of(string operation, FilePath path, NativeError error, string? hint = null) =>
        Of(new NativeIOException(operation, path, error, hint: hint), path);

    /// <summary>The problem of a source that is not removed, because its copy lacks some of its attributes.</summary>
    internal static CopyProblem StaysForItsAttributes(FilePath source) => new(
        CopyProblemKind.Failed,
        source,
        $"{source.Display} was not removed, because its copy lacks extended attributes of it");

    /// <summary>The outcome of a copy in which this kind of problem occurred.</summary>
    internal static CopyOutcome OutcomeOf(CopyProblemKind kind) => kind switch
    {
        CopyProblemKind.Skipped or CopyProblemKind.NotPreserved or CopyProblemKind.Retried => CopyOutcome.Done,
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
