using System.Runtime.ExceptionServices;

namespace Landspeed.Copying;

/// <summary>What somebody who listens to a copy threw. It ends the run, and is no failure of a file.</summary>
/// <param name="thrown">What was thrown.</param>
internal sealed class ListenerException(Exception thrown) : Exception(thrown.Message, thrown)
{
    /// <summary>What was thrown.</summary>
    internal Exception Thrown { get; } = thrown;

    /// <summary>Carries out what a caller asked for, who gets back what a listener of theirs threw.</summary>
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
