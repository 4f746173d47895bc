using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>One of the two entries that are compared.</summary>
/// <param name="Directory">Its directory.</param>
/// <param name="Name">Its name in the directory.</param>
/// <param name="Status">Its status before it was read.</param>
/// <param name="Handle">The entry, open; null if it is neither a file nor a directory.</param>
internal readonly record struct PairSide(
    OpenDirectory Directory, FilePath Name, FileStatus Status, SafeFileHandle? Handle)
{
    /// <summary>The entry.</summary>
    internal DirectoryEntry Entry => new(Directory, Name);

    /// <summary>Returns what happened to an open file since its status was asked, or null if nothing did.</summary>
    /// <exception cref="NativeIOException">The system does not report its status.</exception>
    internal string? Change()
    {
        FileStatus now = Entries.Status(Handle!, Entry);

        // The time of change cannot be set back. Adding or removing a name also changes it, and not the content.
        bool isSame = now.Length == Status.Length && now.Modified == Status.Modified
            && (now.Changed == Status.Changed || now.LinkCount != Status.LinkCount);
        return !isSame ? "was written to" : now.LinkCount == 0 ? "was removed or replaced" : null;
    }
}
