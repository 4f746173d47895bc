namespace Landspeed.Experiments.Results;

/// <summary>Where the bytes of a number came from or went.</summary>
public enum Verdict
{
    /// <summary>At least 95 % came from or went to the device within the timed window.</summary>
    Device,

    /// <summary>The page cache: read from it, or ended before the device had the data.</summary>
    Cache,

    /// <summary>At most 5 % from the device, because nothing was ever written there.</summary>
    Hole,

    /// <summary>In between.</summary>
    Mixed,

    /// <summary>No counters here.</summary>
    Unknown,
}
