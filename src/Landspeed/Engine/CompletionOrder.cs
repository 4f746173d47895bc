namespace Landspeed.Engine;

/// <summary>In which order a <see cref="SimulatedEngine"/> returns requests that have ended.</summary>
public enum CompletionOrder
{
    /// <summary>As they were queued.</summary>
    Queued,

    /// <summary>Drawn from the seed.</summary>
    Random,
}
