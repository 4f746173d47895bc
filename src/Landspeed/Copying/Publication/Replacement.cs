using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Publication;

/// <summary>Gives a complete entry its final name.</summary>
internal static class Replacement
{
    /// <summary>Throws if a temporary name would remain for ever.</summary>
    /// <exception cref="NativeIOException">No name in the directory can be changed.</exception>
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

    /// <summary>
    /// Renames within a directory. On failure the temporary name is gone and the final one unchanged.
    /// </summary>
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
