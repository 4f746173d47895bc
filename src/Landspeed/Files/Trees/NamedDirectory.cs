using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Trees;

/// <summary>
/// Checks whether an open directory is still found under its name. Work below its descriptor succeeds even if the
/// directory was moved, replaced, or covered by a mount; but the result is then not visible under the name.
/// </summary>
/// <remarks>Thread-safe. The result is valid for one moment.</remarks>
internal static class NamedDirectory
{
    private static readonly FilePath s_above = FilePath.FromBytes(".."u8);

    /// <summary>True if the path by which a root was opened still leads to it.</summary>
    internal static bool IsUnderItsPath(OpenDirectory root) => IsUnderItsPath(root, out _);

    /// <summary>True if the path by which a root was opened still leads to it.</summary>
    /// <param name="root">The root.</param>
    /// <param name="error">Why its path could not be looked up; none if it could.</param>
    internal static bool IsUnderItsPath(OpenDirectory root, out NativeError error)
    {
        FileStatus named = default;
        error = NativePlatform.Files.Status(root.Handle, out FileStatus opened).Error;
        if (!error.IsError)
        {
            error = Interruptions.Retry(() => NativePlatform.Files.StatusOf(root.Path, out named)).Error;
        }

        return !error.IsError && Entries.IsSame(opened, named);
    }

    /// <summary>True if a directory has its name in its parent, or the system does not say.</summary>
    /// <param name="directory">The directory.</param>
    /// <param name="name">Its name.</param>
    /// <param name="status">Its status.</param>
    /// <param name="above">Status of its parent.</param>
    internal static bool HasItsName(OpenDirectory directory, FilePath name, in FileStatus status, in FileStatus above)
    {
        if (Entries.TryOpen(new DirectoryEntry(directory, s_above), EntryOpening.Identify, out SafeFileHandle? handle).IsError)
        {
            return true;
        }

        using (handle)
        {
            if (NativePlatform.Files.Status(handle!, out FileStatus parent).Failed)
            {
                return true;
            }

            NativeError error = NativePlatform.Trees.Status(handle!, name, out FileStatus named).Error;
            return Entries.IsSame(parent, above)
                && (error.IsError ? error.Kind != NativeErrorKind.NotFound : Entries.IsSame(named, status));
        }
    }

    /// <summary>
    /// Describes, as a clause, where a directory is that has lost its name, so that the user can find it.
    /// </summary>
    internal static string Whereabouts(OpenDirectory directory)
    {
        if (NativePlatform.Files.Status(directory.Handle, out FileStatus status).Failed)
        {
            return "where it is now cannot be found out";
        }

        string number = FormattableString.Invariant(
            $"device {status.Device.Major}:{status.Device.Minor}, inode {status.Inode}");
        FilePath? path = NativePlatform.Trees.NameOf(directory.Handle);
        bool isThere = path is not null && NativePlatform.Files.StatusOf(path, out FileStatus named).Succeeded
            && Entries.IsSame(named, status);
        return isThere ? $"it is {path!.Display} now ({number})"
            : status.LinkCount == 0 ? "it was removed"
            : $"it lies hidden, perhaps beneath something mounted over it ({number})";
    }
}
