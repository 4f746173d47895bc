namespace Landspeed.Files;

/// <summary>What lies behind a range of a file.</summary>
public enum ExtentState
{
    /// <summary>Data on the device.</summary>
    Written,

    /// <summary>Blocks reserved and never written: reads as zeros without touching the device.</summary>
    Unwritten,

    /// <summary>No blocks: reads as zeros without touching the device.</summary>
    Hole,

    /// <summary>Data in the page cache that has no place on the device yet.</summary>
    DelayedAllocation,
}
