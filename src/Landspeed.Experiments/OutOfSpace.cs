namespace Landspeed.Experiments;

/// <summary>Tells a full volume from other failures of .NET's files.</summary>
public static class OutOfSpace
{
    // errno of Linux, which .NET hands on in HResult: EFBIG (ulimit -f), ENOSPC, EDQUOT.
    private const int FileTooLarge = 27;
    private const int NoSpace = 28;
    private const int NoQuota = 122;

    /// <summary>How a command ends that failed so.</summary>
    /// <param name="failure">What .NET threw.</param>
    /// <returns>Out of space, or failed.</returns>
    public static Outcome OutcomeOf(Exception failure)
    {
        ArgumentNullException.ThrowIfNull(failure);
        return failure is IOException { HResult: NoSpace or NoQuota or FileTooLarge } ? Outcome.OutOfSpace : Outcome.Failed;
    }
}
