namespace Landspeed.Copying;

/// <summary>What happens to a file that already has the target's name and differs from the source.</summary>
public enum OverwriteRule
{
    /// <summary>It stays, and the copy is refused.</summary>
    Never,

    /// <summary>It is replaced when its content was changed before the source's; else it stays, and counts as skipped.</summary>
    Older,

    /// <summary>It is replaced, in one step, once the copy is complete.</summary>
    Always,
}
