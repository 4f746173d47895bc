using System.Globalization;
using Landspeed.Experiments.Workfiles;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Processing;

/// <summary>
/// A directory for the results of each run, all of them in a directory of ours that is removed at the end; if results
/// are kept, it remains with those of each cell's first run.
/// </summary>
/// <remarks>
/// After a run its results are emptied instead of removed: for a minute or more, ext4 skips the inodes of removed
/// files, one by one, whenever it creates a file, and the following runs would be charged for that (with 1,000 small
/// files per run it was a third of their time). Safe for all threads.
/// </remarks>
internal sealed class ResultDirectories(FilePath parent, bool keepsNames, IEnumerable<string> toKeep)
{
    /// <summary>
    /// Maximum number of empty files that are kept, in all runs together: 1,000,000, some hundred megabytes of inodes.
    /// </summary>
    internal const long MostNames = 1_000_000;

    private readonly TrialDirectory _own = TrialDirectory.Create(parent, "process");
    private readonly Lock _turn = new();
    private readonly List<FilePath> _others = []; // names of those that are not kept
    private readonly HashSet<string> _toKeep = [.. toKeep]; // names of cells
    private bool _isAnyKept;
    private int _made;

    /// <summary>
    /// Creates a directory, and makes everything durable that is not, so that the run does not wait for it.
    /// </summary>
    /// <returns>Its path.</returns>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="ObjectDisposedException">All were removed: the process is about to end.</exception>
    internal FilePath Create()
    {
        FilePath made = _own.Make(Interlocked.Increment(ref _made).ToString(CultureInfo.InvariantCulture));
        lock (_turn)
        {
            _others.Add(made.Name);
        }

        FileSystemFlush.Of(parent);
        return made;
    }

    /// <summary>
    /// Keeps checked results under the name of their cell, if they are its first and results are kept.
    /// </summary>
    /// <param name="results">Their directory, from <see cref="Create"/>.</param>
    /// <param name="cell">Name of the cell.</param>
    /// <returns>Whether they are kept.</returns>
    /// <exception cref="NativeIOException">They cannot be given that name.</exception>
    internal bool TryKeep(FilePath results, string cell)
    {
        lock (_turn)
        {
            if (!_toKeep.Remove(cell))
            {
                return false;
            }

            _own.Rename(results.Name, cell);
            _others.Remove(results.Name);
            return _isAnyKept = true;
        }
    }

    /// <summary>Frees the space of a run's results.</summary>
    /// <param name="results">Their directory, from <see cref="Create"/>.</param>
    /// <param name="names">The files that the run has created.</param>
    internal void Empty(FilePath results, IEnumerable<FilePath> names)
    {
        if (keepsNames)
        {
            using SafeFileHandle? inside = _own.OpenBelow(results.Name);
            EmptyFiles(inside, names);
        }
        else
        {
            _own.RemoveBelow(results.Name);
        }
    }

    /// <summary>Removes everything except what is kept.</summary>
    internal void Remove()
    {
        lock (_turn)
        {
            if (!_isAnyKept)
            {
                _own.Dispose();
                return;
            }

            _others.ForEach(_own.RemoveBelow);
            _others.Clear();
            _own.Keep();
        }
    }

    // What cannot be emptied is still removed at the end. Links are not followed, and a file that has another name
    // somewhere does not belong to the run alone.
    private static void EmptyFiles(SafeFileHandle? directory, IEnumerable<FilePath> names)
    {
        foreach (FilePath name in directory is null ? [] : names)
        {
            NativePlatform.Trees.Open(directory!, name, EntryOpening.ReadWrite, 0, out SafeFileHandle? file);
            using (file)
            {
                if (file is not null
                    && NativePlatform.Files.Status(file, out FileStatus status).Succeeded
                    && status is { Kind: FileKind.Regular, LinkCount: 1 })
                {
                    NativePlatform.Files.SetLength(file, 0);
                }
            }
        }
    }
}
