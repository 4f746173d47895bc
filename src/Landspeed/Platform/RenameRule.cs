namespace Landspeed.Platform;

/// <summary>What renaming does to an entry that already has the new name.</summary>
public enum RenameRule
{
    /// <summary>It is replaced, in one step.</summary>
    Replace,

    /// <summary>It stays, and renaming fails with already-exists.</summary>
    MustBeFree,

    /// <summary>The two change names, in one step.</summary>
    Exchange,
}
