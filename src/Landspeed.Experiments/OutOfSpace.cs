namespace Landspeed.Experiments;

/// <summary>Distinguishes a full volume from other failures.</summary>
public static class OutOfSpace
{
    /// <summary>Returns how a command ends after a failure.</summary>
    /// <param name="failure">The exception of .NET or the platform.</param>
    /// <returns>Out of space if a volume or a quota is used up; otherwise failed.</returns>
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
