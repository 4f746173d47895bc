namespace Landspeed.Engine;

/// <summary>How long a simulated fault lasts.</summary>
public enum FaultExtent
{
    /// <summary>One request.</summary>
    Once,

    /// <summary>The request and all after it: a full volume, a dead device.</summary>
    Permanent,
}
