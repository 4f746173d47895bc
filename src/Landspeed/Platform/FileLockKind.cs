namespace Landspeed.Platform;

/// <summary>What a lock on a whole file leaves to others.</summary>
public enum FileLockKind
{
    /// <summary>Others may hold shared locks.</summary>
    Shared,

    /// <summary>Nobody else may hold a lock.</summary>
    Exclusive,
}
