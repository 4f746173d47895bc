using Landspeed.Copying.Policy;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;

namespace Landspeed.Copying.Publication;

/// <summary>Files of one run, under its temporary names.</summary>
internal static class RunFiles
{
    /// <summary>Creates a file under a temporary name.</summary>
    /// <param name="names">The run's names.</param>
    /// <param name="final">The name to give it.</param>
    /// <param name="permissions">The permission bits; the umask applies.</param>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="CopyException">
    /// The temporary name exists. Only this run uses its number, so the file system takes another entry's name for it.
    /// </exception>
    internal static UnpublishedFile Create(
        RunNames names, DirectoryEntry final, int permissions = UnpublishedFile.OwnerOnly)
    {
        try
        {
            return names.Create(final, permissions);
        }
        catch (NativeIOException taken) when (taken.Error.Kind == NativeErrorKind.AlreadyExists)
        {
            throw new CopyException(CopyOutcome.Refused, TargetPolicy.NameIsAnothers(final.Path), taken);
        }
    }
}
