namespace Landspeed.Copying;

/// <summary>What becomes of an entry that has the target's name already.</summary>
internal enum TargetVerdict
{
    /// <summary>Nothing has the name.</summary>
    Free,

    /// <summary>It has the source's content already.</summary>
    UpToDate,

    /// <summary>It is replaced.</summary>
    Replace,

    /// <summary>It stays, since it is newer and only older ones are replaced.</summary>
    Newer,

    /// <summary>It stays, since nothing is replaced.</summary>
    Refused,

    /// <summary>It is a directory, and is never replaced by anything else.</summary>
    IsDirectory,
}
