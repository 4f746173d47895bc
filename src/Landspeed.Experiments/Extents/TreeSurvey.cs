using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Extents;

/// <summary>Reads where the files below a directory are stored; does not follow symbolic links.</summary>
internal sealed class TreeSurvey : ITreeVisitor
{
    private readonly FileSurvey _files;
    private readonly bool _crossesMounts;
    private readonly TreeDescent _descent;
    private readonly FileStatus _root;
    private readonly DirectoryListing _listing = new();

    private TreeSurvey(FileSurvey files, bool crossesMounts, TreeDescent descent)
    {
        (_files, _crossesMounts, _descent, _root) = (files, crossesMounts, descent, descent.Status);
    }

    /// <summary>Reads the files.</summary>
    /// <param name="directory">Where to start.</param>
    /// <param name="crossesMounts">Whether other file systems below it are entered.</param>
    /// <param name="files">Reads each file.</param>
    /// <param name="stop">Ends it early.</param>
    /// <exception cref="NativeIOException">The directory itself cannot be opened.</exception>
    internal static void Read(FilePath directory, bool crossesMounts, FileSurvey files, CancellationToken stop)
    {
        using OpenDirectory root = OpenDirectory.Root(directory);
        FileStatus status = Entries.Status(root.Handle, new DirectoryEntry(root, FilePath.FromBytes("."u8)));
        files.ReadVolume(root.Handle, status.Device, directory);
        using var descent = new TreeDescent(root, status);
        new TreeWalker(new TreeSurvey(files, crossesMounts, descent), descent, null, stop).Run();
    }

    /// <inheritdoc/>
    public bool Enter(FilePath name)
    {
        OpenDirectory above = _descent.Current;
        NativeError error = _descent.Enter(name);
        if (error.IsError)
        {
            _files.Counts.NotOpened(above.PathOf(name), "open the directory", error);
        }

        return !error.IsError;
    }

    /// <inheritdoc/>
    public void Visit(NameQueue below)
    {
        if (IsElsewhere(_descent.Status))
        {
            _files.Counts.OtherFileSystems++;
            return;
        }

        _files.Counts.Directories++;
        OpenDirectory directory = _descent.Current;
        NativeError error = _listing.ForEachEntry(directory, (name, kind) =>
        {
            switch (kind)
            {
                case FileKind.Regular:
                    Read(new DirectoryEntry(directory, name));
                    break;
                case FileKind.Directory:
                    below.Enqueue(name);
                    break;
                case FileKind.SymbolicLink:
                    _files.Counts.SymbolicLinks++;
                    break;
                default:
                    _files.Counts.SpecialFiles++;
                    break;
            }

            return !_files.IsStopped;
        });
        if (error.IsError)
        {
            _files.Counts.Failed(directory.Path, new NativeIOException("list the directory", directory.Path, error).Message);
        }
    }

    /// <inheritdoc/>
    public bool Lost(TreeDescent side, NativeError error, bool isFirst)
    {
        FilePath path = side.Current.Path;
        _files.Counts.Failed(path, $"cannot return to {path.Display}, because a directory below it was moved: {error}");
        return true;
    }

    private void Read(DirectoryEntry entry)
    {
        NativeError error = Entries.TryOpen(entry, EntryOpening.Read, out SafeFileHandle? handle);
        FileStatus status = default;
        using (handle)
        {
            error = error.IsError ? error : NativePlatform.Files.Status(handle!, out status).Error;
            if (error.IsError)
            {
                _files.Counts.NotOpened(entry.Path, "open", error);
            }
            else if (IsElsewhere(status))
            {
                _files.Counts.OtherFileSystems++;
            }
            else if (status.Kind != FileKind.Regular)
            {
                _files.Counts.SpecialFiles++; // another process replaced the file with it
            }
            else
            {
                _files.Read(handle!, status, () => entry.Path, isNamed: false);
            }
        }
    }

    private bool IsElsewhere(in FileStatus status) => !_crossesMounts && Entries.IsOtherFileSystem(status, _root);
}
