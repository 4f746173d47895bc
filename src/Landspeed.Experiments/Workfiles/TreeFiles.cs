using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>Finds the regular files below a directory; symbolic links are not followed.</summary>
internal sealed class TreeFiles : ITreeVisitor
{
    private readonly DirectoryListing _listing = new();
    private readonly TreeDescent _descent;
    private readonly Action<FilePath, string?> _found;

    private TreeFiles(TreeDescent descent, Action<FilePath, string?> found) => (_descent, _found) = (descent, found);

    /// <summary>Visits the files.</summary>
    /// <param name="directory">Where to start.</param>
    /// <param name="found">Receives each name relative to the directory, and the reason why a directory of that name
    /// cannot be read; null for a file.</param>
    /// <param name="stop">Ends it early, without an error.</param>
    /// <exception cref="NativeIOException">The directory itself cannot be opened.</exception>
    internal static void Visit(FilePath directory, Action<FilePath, string?> found, CancellationToken stop)
    {
        using OpenDirectory root = OpenDirectory.Root(directory);
        FileStatus status = Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromBytes("."u8)));
        using var descent = new TreeDescent(root, status);
        new TreeWalker(new TreeFiles(descent, found), descent, null, stop).Run();
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        OpenDirectory above = _descent.Current;
        NativeError error = _descent.Enter(name);
        if (error.IsError)
        {
            _found(above.PathBelowRootOf(name), $"cannot open the directory: {error}");
        }

        return !error.IsError;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        OpenDirectory directory = _descent.Current;
        NativeError error = _listing.ForEachEntry(directory, (name, kind) =>
        {
            if (kind == FileKind.Regular)
            {
                _found(directory.PathBelowRootOf(name), null);
            }
            else if (kind == FileKind.Directory)
            {
                below.Enqueue(name);
            }

            return true;
        });
        if (error.IsError)
        {
            throw new NativeIOException("list the directory", directory.Path, error);
        }
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        _found(side.Current.PathBelowRoot, $"cannot return to the directory, because one below it was moved: {error}");
        return true;
    }

    /// <summary>Returns a name without the <c>./</c> that <c>find</c> puts before it.</summary>
    internal static FilePath Plain(FilePath name)
    {
        ReadOnlySpan<byte> bytes = name.Bytes;
        while (bytes.Length > 2 && bytes.StartsWith("./"u8))
        {
            bytes = bytes[2..].TrimStart((byte)'/');
        }

        return bytes.IsEmpty ? name : FilePath.FromBytes(bytes);
    }

    /// <summary>Returns the names in an open directory, as far as it can be read.</summary>
    internal static IReadOnlyList<FilePath> Names(SafeFileHandle directory)
    {
        List<FilePath> names = [];

        // Not disposed: the descriptor remains owned by the caller.
        OpenDirectory open = OpenDirectory.Root(FilePath.FromBytes("."u8), directory);
        new DirectoryListing().ForEach(open, (name, _) =>
        {
            names.Add(FilePath.FromBytes(name));
            return true;
        });
        return names;
    }
}
