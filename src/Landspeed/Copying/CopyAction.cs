namespace Landspeed.Copying;

/// <summary>What was done with one entry, or would be.</summary>
public enum CopyAction
{
    /// <summary>A file's bytes were copied.</summary>
    Copied,

    /// <summary>A file was made that shares the source's blocks.</summary>
    Reflinked,

    /// <summary>The target has the same length and time already.</summary>
    UpToDate,

    /// <summary>A directory was made.</summary>
    DirectoryMade,

    /// <summary>A symbolic link was made.</summary>
    LinkMade,

    /// <summary>A further name of a file already copied was made.</summary>
    HardLinkMade,

    /// <summary>A FIFO, socket or device node was made.</summary>
    SpecialMade,

    /// <summary>An entry of the target that the source lacks was removed.</summary>
    Removed,

    /// <summary>Left alone: see the problem, or the target is newer.</summary>
    Skipped,

    /// <summary>Not done: see the problem.</summary>
    Failed,
}
