using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Publication;

/// <summary>Gives something complete its final name.</summary>
internal static class Replacement
{
    /// <summary>Refuses what would leave a temporary name for ever.</summary>
    /// <exception cref="NativeIOException">No name of the directory can be changed.</exception>
    internal static void RequirePossible(DirectoryEntry final)
    {
        if (final.Directory.IsAppendOnly)
        {
            throw new NativeIOException(
                "replace",
                final.Path,
                NativeError.Of(NativeErrorKind.NotPermitted),
                hint: "Its directory is append-only (chattr +a).");
        }
    }

    /// <summary>Renames within a directory; what fails leaves neither the temporary name nor a changed final one.</summary>
    /// <exception cref="NativeIOException">It cannot be renamed; the temporary name is gone.</exception>
    internal static void Publish(DirectoryEntry temporary, DirectoryEntry final, RenameRule rule)
    {
        NativeResult renamed = FinalName.Give(temporary.Directory.Handle, temporary.Name, final.Name, rule);
        if (renamed.Failed)
        {
            NativePlatform.Trees.Remove(temporary.Directory.Handle, temporary.Name);
            throw new NativeIOException(
                "give its name to", final.Path, renamed.Error, hint: RefusedNames.Hint(renamed.Error));
        }
    }
}
