using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Files.Unpublished;

/// <summary>
/// A file that is written beside another one, and takes its name as a whole. What a killed process leaves is removed by
/// the next replacement of the same name.
/// </summary>
internal sealed class WholeReplacement : IDisposable
{
    private WholeReplacement(UnpublishedFile part) => Part = part;

    /// <summary>The file until it has its name.</summary>
    internal UnpublishedFile Part { get; }

    /// <summary>Creates the file, empty and marked.</summary>
    /// <param name="final">The name that it will have.</param>
    /// <param name="permissions">The permission bits; the umask applies.</param>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    internal static WholeReplacement Begin(DirectoryEntry final, int permissions) => new(UnpublishedFile.Create(
        final,
        TemporaryNames.OfRun(final.Name, TemporaryNames.NewRun()),
        PartMarks.Result,
        permissions,
        FileLockKind.Shared));

    /// <summary>Removes what killed processes left of replacements of a name.</summary>
    internal static void RemoveLeft(DirectoryEntry final) => UnpublishedFile.RemoveLeft(final, PartMarks.Result);

    /// <summary>Makes the content durable and gives it the name.</summary>
    /// <exception cref="NativeIOException">The system refused; the name has its old content.</exception>
    internal void Publish()
    {
        Part.Flush();
        Part.Publish(RenameRule.Replace);
        Part.Unlock();
    }

    /// <summary>Makes the name durable, and ends what a later replacement would look for.</summary>
    /// <exception cref="NativeIOException">
    /// The flush of the directory failed: the name has the new content, which a power cut may take away again.
    /// </exception>
    internal void Settle()
    {
        try
        {
            Part.Unmark();
        }
        catch (NativeIOException)
        {
            // A mark means nothing on a file that has its name.
        }

        try
        {
            Part.FlushDirectory();
        }
        catch (NativeIOException refused)
            when (refused.Error.Kind is NativeErrorKind.InvalidArgument or NativeErrorKind.NotSupported)
        {
            // Some file systems flush no directories: the file has its name, and nothing can be done about the rest.
        }
    }

    /// <summary>Removes the file unless it has its name.</summary>
    public void Dispose() => Part.Remove();
}
