using System.Globalization;

namespace Landspeed.Platform;

/// <summary>The result of a native call: a value of 0 or more, or an error. Fits a register.</summary>
/// <param name="Raw">The value, or the negated error code.</param>
internal readonly record struct NativeResult(long Raw)
{
    /// <summary>True if the call failed.</summary>
    public bool Failed => Raw < 0;

    /// <summary>True if the call succeeded.</summary>
    public bool Succeeded => Raw >= 0;

    /// <summary>The value; for a transfer the number of bytes moved.</summary>
    /// <exception cref="InvalidOperationException">The call failed.</exception>
    public long Value => Raw >= 0 ? Raw : throw new InvalidOperationException($"no value: {Error}");

    /// <summary>The error, or <see cref="NativeError.None"/>.</summary>
    public NativeError Error => Raw < 0 ? new NativeError((int)-Raw) : NativeError.None;

    /// <summary>Creates a failed result.</summary>
    /// <param name="error">An error; not <see cref="NativeError.None"/>.</param>
    /// <returns>The result with that error.</returns>
    public static NativeResult Failure(NativeError error)
    {
        ArgumentOutOfRangeException.ThrowIfNegativeOrZero(error.Code, nameof(error));
        return new NativeResult(-error.Code);
    }

    /// <summary>Returns the value, or the error's name and meaning.</summary>
    public override string ToString() => Failed ? Error.ToString() : Raw.ToString(CultureInfo.InvariantCulture);
}
