namespace Landspeed.Experiments.Load;

/// <summary>Where the next request goes: an ordinal of whole requests within one worker's part of the file.</summary>
/// <remarks>For use by one thread.</remarks>
internal interface IOffsetSequence
{
    /// <summary>
    /// Returns the next request's ordinal, 0 to the number of requests in the part - 1. No allocation.
    /// </summary>
    long Next();
}
