namespace Landspeed.Streams;

/// <summary>Whether an operation may wait until the engine's thread is awake for another reason.</summary>
internal enum Urgency
{
    /// <summary>Somebody waits for it, or the device would run dry: wake the thread.</summary>
    AtOnce,

    /// <summary>Enough is in flight: the next completion is soon enough. Saves a system call and two thread switches.</summary>
    WithNextCompletion,
}
