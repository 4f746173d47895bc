using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// Removes only files of ours, even while another process exchanges names in their directory: between checking a name
/// and removing it another file may get that name. So the file is first moved aside, under a name that only we use, and
/// is checked again there.
/// </summary>
/// <remarks>Safe for all threads. Three system calls more than removing the name.</remarks>
internal static class OwnRemoval
{
    private static readonly byte[] s_prefix = ".landspeed-removing-"u8.ToArray();

    /// <summary>
    /// Returns the name under which a file is checked for the last time; a killed run may leave it with this name.
    /// </summary>
    internal static FilePath Aside(FilePath name) => FilePath.FromBytes([.. s_prefix, .. name.Bytes]);

    /// <summary>Removes a file if it is ours.</summary>
    /// <param name="directory">Where it is.</param>
    /// <param name="name">Its name.</param>
    /// <param name="isOurs">Tells whether the file with a given name is ours.</param>
    /// <param name="error">Why the file still exists, under its own name; or none.</param>
    /// <returns>Whether it was ours; if false, what has the name remains, under that name.</returns>
    internal static bool TryRemove(
        SafeFileHandle directory, FilePath name, Func<FilePath, bool> isOurs, out NativeError error)
    {
        error = NativeError.None;
        if (!isOurs(name))
        {
            return false;
        }

        FilePath aside = Aside(name);
        NativeResult moved = NativePlatform.Trees.Rename(directory, name, directory, aside, RenameRule.MustBeFree);
        if (moved.Error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
        {
            // A file system that can only replace: the earlier check is all that is possible.
            error = NativePlatform.Trees.Remove(directory, name).Error;
            return true;
        }

        if (moved.Failed)
        {
            error = moved.Error;
            return moved.Error.Kind != NativeErrorKind.NotFound;
        }

        bool wasOurs = isOurs(aside);
        error = wasOurs ? NativePlatform.Trees.Remove(directory, aside).Error : NativeError.None;
        if (!wasOurs || error.IsError)
        {
            NativePlatform.Trees.Rename(directory, aside, directory, name, RenameRule.MustBeFree);
        }

        return wasOurs;
    }
}
