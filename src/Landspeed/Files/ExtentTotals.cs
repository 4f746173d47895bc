namespace Landspeed.Files;

/// <summary>Bytes of a range by what lies behind them; the first four add up to the range.</summary>
/// <param name="WrittenBytes">Data on the device.</param>
/// <param name="UnwrittenBytes">Reserved and never written.</param>
/// <param name="HoleBytes">Without blocks.</param>
/// <param name="DelayedBytes">In the page cache only.</param>
/// <param name="SharedBytes">Of all these, in blocks that are used elsewhere too.</param>
public readonly record struct ExtentTotals(
    long WrittenBytes, long UnwrittenBytes, long HoleBytes, long DelayedBytes, long SharedBytes);
