namespace Landspeed.Engine;

/// <summary>Ends a wait of an engine's owner from another thread: the one thing that others may do to an engine.</summary>
/// <remarks>Made by <see cref="IIoEngine.CreateWaker"/>; belongs to the engine and ends with it.</remarks>
public interface IEngineWaker
{
    /// <summary>
    /// Makes a <see cref="IIoEngine.Reap"/> that waits, or else the next one that would, return with what is there,
    /// perhaps nothing. Several calls may count as one.
    /// </summary>
    /// <remarks>
    /// Thread-safe; one system call where the owner may be asleep; no allocation. Not during or after the engine's
    /// disposal.
    /// </remarks>
    void Wake();
}
