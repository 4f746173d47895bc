using System.Runtime.ExceptionServices;

namespace Landspeed.Copying;

/// <summary>A listener to progress or events threw: the run ends, and no file has failed.</summary>
/// <param name="thrown">The listener's exception.</param>
internal sealed class ListenerException(Exception thrown) : Exception(thrown.Message, thrown)
{
    /// <summary>The listener's exception.</summary>
    internal Exception Thrown { get; } = thrown;

    /// <summary>Makes a copy; an exception of the caller's listener reaches the caller as it was thrown.</summary>
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
