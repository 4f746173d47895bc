using Landspeed.Platform;

namespace Landspeed.Experiments;

/// <summary>Distinguishes a full volume from other failures.</summary>
public static class OutOfSpace
{
    /// <summary>How a command ends that failed so.</summary>
    /// <param name="failure">What .NET or the platform threw.</param>
    /// <returns>Out of space where a volume or a quota is used up; else failed.</returns>
    public static Outcome OutcomeOf(Exception failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        NativeError error = failure is NativeIOException native ? native.Error
            : NativeError.TryFrom(failure, out NativeError found) ? found : NativeError.None;
        return error.Kind is NativeErrorKind.NoSpace or NativeErrorKind.QuotaExceeded
            ? Outcome.OutOfSpace
            : Outcome.Failed;
    }
}
