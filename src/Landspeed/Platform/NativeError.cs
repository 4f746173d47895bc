namespace Landspeed.Platform;

/// <summary>An error code of the operating system: a value, so that the hot path can carry it.</summary>
/// <param name="Code">The system's code (errno on Linux), 0 for none; never negative.</param>
public readonly record struct NativeError(int Code)
{
    // No system's number: Linux ends at 4,095, Windows' own errors below 16,000.
    private const int NoProgressCode = 0x1_0000;

    /// <summary>No error.</summary>
    public static NativeError None => default;

    /// <summary>A transfer that moves no bytes although the system reports no error: a write of 0 bytes.</summary>
    public static NativeError NoProgress => new(NoProgressCode);

    /// <summary>Whether there is an error.</summary>
    public bool IsError => Code != 0;

    /// <summary>What it means, independent of the operating system.</summary>
    public NativeErrorKind Kind => Code == NoProgressCode ? NativeErrorKind.NoProgress : LinuxErrors.KindOf(Code);

    /// <summary>The system's name of the code, for example <c>ENOSPC</c>; <c>errno 4711</c> when unknown.</summary>
    public string Name => Code == NoProgressCode ? "no progress" : LinuxErrors.NameOf(Code);

    /// <summary>What it means in words, lower case, without a full stop.</summary>
    public string Description => Code == NoProgressCode
        ? "the system moved no bytes and reported no error" : LinuxErrors.DescriptionOf(Code);

    /// <summary>The first error of a kind, for tests and simulated engines.</summary>
    /// <param name="kind">Any kind.</param>
    /// <returns>The error; <see cref="None"/> for <see cref="NativeErrorKind.None"/>.</returns>
    public static NativeError Of(NativeErrorKind kind) =>
        kind == NativeErrorKind.NoProgress ? NoProgress : new(LinuxErrors.CodeOf(kind));

    /// <summary>The error behind an exception of .NET's own file classes.</summary>
    /// <param name="failure">What FileStream or RandomAccess threw.</param>
    /// <param name="error">The system's error; that of a failing device where the exception carries none.</param>
    /// <returns>Whether the exception carries an error of the system.</returns>
    /// <remarks>
    /// Source: dotnet/runtime, Interop.GetExceptionForIoErrno: an IOException keeps the system's code as its HResult, a
    /// missing permission has it within, and a file that would become too large is an argument called "value", which is
    /// not said.
    /// </remarks>
    public static bool TryFrom(Exception failure, out NativeError error)
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

    /// <summary>Meaning and name, for example <c>no space left on the volume (ENOSPC)</c>.</summary>
    public override string ToString() => IsError ? $"{Description} ({Name})" : "no error";
}
