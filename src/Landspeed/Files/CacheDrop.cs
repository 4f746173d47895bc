namespace Landspeed.Files;

/// <summary>What came of dropping a file from the page cache.</summary>
/// <param name="Before">Residency of the whole file before.</param>
/// <param name="After">Residency of the whole file afterwards: what stayed.</param>
/// <param name="AttemptCount">How often the system was asked, 1 or more.</param>
public readonly record struct CacheDrop(Residency Before, Residency After, int AttemptCount)
{
    /// <summary>Whether nothing stayed; false also when that is unknown.</summary>
    public bool IsComplete => After.ResidentBytes == 0;
}
