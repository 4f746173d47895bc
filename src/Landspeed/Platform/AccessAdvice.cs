namespace Landspeed.Platform;

/// <summary>What a program tells the page cache about a range (posix_fadvise).</summary>
public enum AccessAdvice
{
    /// <summary>Nothing special.</summary>
    Normal,

    /// <summary>Random order: no read-ahead.</summary>
    Random,

    /// <summary>Sequential order: a larger read-ahead window.</summary>
    Sequential,

    /// <summary>Fetch the range now.</summary>
    WillNeed,

    /// <summary>Drop the clean pages of the range.</summary>
    DontNeed,

    /// <summary>The range is used once.</summary>
    NoReuse,
}
