namespace Landspeed.Platform;

/// <summary>Wishes for one read or write.</summary>
[Flags]
public enum TransferFlags
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Drop the pages afterwards that this request brought into the cache (RWF_DONTCACHE, Linux 6.14).</summary>
    Uncached = 1,

    /// <summary>Complete a write only when its data is durable (RWF_DSYNC).</summary>
    DataDurable = 2,

    /// <summary>Fail with would-block instead of waiting for the device (RWF_NOWAIT).</summary>
    NoWait = 4,
}
