namespace Landspeed.Experiments.Load;

/// <summary>
/// Where the next request goes: an ordinal within one worker's part of the file, which counts requests, or, if they
/// have several sizes, grains.
/// </summary>
/// <remarks>For use by one thread.</remarks>
internal interface IOffsetSequence
{
    /// <summary>
    /// Returns the ordinal at which the next request begins, 0 to those in the part - its length. No allocation.
    /// </summary>
    /// <param name="length">Ordinals that it takes, 1 to those in the part.</param>
    long Next(long length);
}
