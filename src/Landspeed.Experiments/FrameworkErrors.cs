namespace Landspeed.Experiments;

/// <summary>
/// Describes the refusals of .NET's own file classes in the same form as ours: what failed, on what, the cause, and
/// what to try.
/// </summary>
public static class FrameworkErrors
{
    /// <summary>Returns the message of an error, whatever threw it.</summary>
    /// <param name="failure">The exception of .NET, the platform or an experiment.</param>
    public static string Message(Exception failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        if (failure is NativeIOException or ExperimentException || ErrorOf(failure) is not { } error)
        {
            return failure.Message;
        }

        return PathOf(failure) is { } path
            ? new NativeIOException("use", FilePath.FromText(path), error, hint: HintFor(error)).Message
            : failure is ArgumentException ? new NativeIOException("write a file", null, error).Message
            : failure.Message;
    }

    /// <summary>
    /// Returns the message of an error that ended work in progress: what it used existed, and no longer does.
    /// </summary>
    /// <param name="failure">The exception of .NET, the platform or an experiment.</param>
    public static string MessageMeanwhile(Exception failure) =>
        failure is NativeIOException { Hint: null, Error.Kind: NativeErrorKind.NotFound } gone
            ? new NativeIOException(gone.Operation, gone.Path, gone.Error, gone.Offset, gone.Length, HintFor(gone.Error)).Message
            : Message(failure);

    /// <summary>Returns the cause of an error alone, without a full stop, for callers that know the rest.</summary>
    /// <param name="failure">The exception of .NET or the platform.</param>
    public static string Cause(Exception failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        NativeError? error = failure is NativeIOException native ? native.Error : ErrorOf(failure);
        return error is { } known ? known.ToString() : failure.Message.TrimEnd('.');
    }

    private static NativeError? ErrorOf(Exception failure) => failure switch
    {
        FileNotFoundException or DirectoryNotFoundException => NativeError.Of(NativeErrorKind.NotFound),
        IOException { HResult: > 0 } or UnauthorizedAccessException or ArgumentOutOfRangeException =>
            NativeError.TryFrom(failure, out NativeError error) ? error : null,
        _ => null,
    };

    // .NET puts the full name between quotes, which may be part of the name itself.
    private static string? PathOf(Exception failure)
    {
        string text = failure.Message;
        (int first, int last) = (text.IndexOf('\'', StringComparison.Ordinal), text.LastIndexOf('\''));
        return last > first + 1 && text[first + 1] == '/' && !text.Contains('\0', StringComparison.Ordinal) ? text[(first + 1)..last] : null;
    }

    private static string? HintFor(NativeError error) => error.Kind switch
    {
        NativeErrorKind.NotFound =>
            "It, or a directory above it, was removed or renamed while the command ran: do not move what a running command uses, and start it again",
        NativeErrorKind.AccessDenied or NativeErrorKind.NotPermitted =>
            "Look at the permissions of it and of the directories above it, or name another path",
        NativeErrorKind.IsDirectory => "Name a file",
        NativeErrorKind.WouldBlock => "Another process uses it: wait for it, or name another one",
        _ => null,
    };
}
