using System.Runtime.ExceptionServices;

namespace Landspeed.Copying;

/// <summary>
/// Carries an exception thrown by a listener to progress or events: the run ends, but no file has failed.
/// </summary>
/// <param name="thrown">The listener's exception.</param>
internal sealed class ListenerException(Exception thrown) : Exception(thrown.Message, thrown)
{
    internal Exception Thrown { get; } = thrown;

    /// <summary>Runs a copy and rethrows an exception of the caller's listener as it was thrown.</summary>
    internal static T Unwrap<T>(Func<T> copy)
    {
        try
        {
            return copy();
        }
        catch (ListenerException listener)
        {
            ExceptionDispatchInfo.Throw(listener.Thrown);
            throw;
        }
    }
}
