using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>The mode that a file really gets.</summary>
/// <param name="Mode">The effective mode.</param>
/// <param name="Reason">Why it is not the requested one, or what of it is not proven; null when neither.</param>
/// <param name="Refusal">The error behind a refusal, else none.</param>
internal readonly record struct ModeDecision(IoMode Mode, string? Reason, NativeError Refusal)
{
    internal static ModeDecision Granted(IoMode mode, string? remark = null) =>
        new(mode, remark, NativeError.None);

    internal static ModeDecision Refused(string reason, NativeError error) => new(
        IoMode.Buffered,
        error.IsError ? $"{reason} ({error})" : reason,
        error.IsError ? error : NativeError.Of(NativeErrorKind.NotSupported));
}
