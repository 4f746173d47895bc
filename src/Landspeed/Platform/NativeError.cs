using Landspeed.Platform;

namespace Landspeed;

/// <summary>An error code of the operating system: a struct, so that the hot path can return it.</summary>
public readonly record struct NativeError
{
    // Not used by any system: Linux ends at 4,095, Windows' own errors are below 16,000.
    private const int NoProgressCode = 0x1_0000;

    internal NativeError(int code) => Code = code;

    /// <summary>The system's code (errno on Linux), 0 for none; never negative.</summary>
    public int Code { get; }

    /// <summary>No error.</summary>
    internal static NativeError None => default;

    /// <summary>
    /// A transfer that moves no bytes although the system reports no error, such as a write of 0 bytes.
    /// </summary>
    internal static NativeError NoProgress => new(NoProgressCode);

    /// <summary>True if there is an error.</summary>
    public bool IsError => Code != 0;

    /// <summary>
    /// True if reading or opening the same again may succeed: a failed transfer, a time-out, a stale handle.
    /// </summary>
    internal bool MayPass => LinuxErrors.MayPass(Code);

    /// <summary>True if a file server no longer knows an open file, so that it must be opened again.</summary>
    internal bool IsStale => Code == LinuxErrors.ESTALE;

    /// <summary>Its meaning, independent of the operating system.</summary>
    public NativeErrorKind Kind => Code == NoProgressCode ? NativeErrorKind.NoProgress : LinuxErrors.KindOf(Code);

    /// <summary>The system's name of the code, for example <c>ENOSPC</c>; <c>errno 4711</c> when unknown.</summary>
    public string Name => Code == NoProgressCode ? "no progress" : LinuxErrors.NameOf(Code);

    /// <summary>Its meaning in words, lower case, without a full stop.</summary>
    public string Description => Code == NoProgressCode
        ? "the system moved no bytes and reported no error" : LinuxErrors.DescriptionOf(Code);

    /// <summary>Returns the first error of a kind, for tests and simulated engines.</summary>
    /// <param name="kind">Any kind.</param>
    /// <returns>The error; <see cref="None"/> for <see cref="NativeErrorKind.None"/>.</returns>
    internal static NativeError Of(NativeErrorKind kind) =>
        kind == NativeErrorKind.NoProgress ? NoProgress : new(LinuxErrors.CodeOf(kind));

    /// <summary>Gets the error behind an exception of .NET's own file classes.</summary>
    /// <param name="failure">The exception thrown by FileStream or RandomAccess.</param>
    /// <param name="error">The system's error, or that of a failing device if the exception carries none.</param>
    /// <returns>True if the exception carries an error of the system.</returns>
    /// <remarks>
    /// Source: dotnet/runtime, Interop.GetExceptionForIoErrno: an IOException has the system's code as its HResult, and
    /// a missing permission has it in its inner exception. A file that would become too large is reported as an
    /// argument called "value" whose actual value is not given.
    /// </remarks>
    internal static bool TryFrom(Exception failure, out NativeError error)
    {
        ArgumentNullException.ThrowIfNull(failure);
        error = failure switch
        {
            IOException { HResult: > 0 and var code } => new NativeError(code),
            IOException => Of(NativeErrorKind.DeviceFailure),
            UnauthorizedAccessException { InnerException: IOException { HResult: > 0 and var code } } => new NativeError(code),
            UnauthorizedAccessException => Of(NativeErrorKind.AccessDenied),
            ArgumentOutOfRangeException { ParamName: "value", ActualValue: null } => Of(NativeErrorKind.FileTooLarge),
            _ => None,
        };
        return error.IsError;
    }

    /// <summary>Gets meaning and name for use in parentheses: <c>no space left on the volume, ENOSPC</c>.</summary>
    internal string InParentheses => $"{Description}, {Name}";

    /// <summary>Returns meaning and name, for example <c>no space left on the volume (ENOSPC)</c>.</summary>
    public override string ToString() => IsError ? $"{Description} ({Name})" : "no error";
}
