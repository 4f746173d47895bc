using Landspeed.Files.Unpublished;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// The directories of a fill: reached one by one from the directory that is held open, and each only if it is the one
/// that was created.
/// </summary>
/// <remarks>For use by one thread. Keeps the directories open that lead to the last one.</remarks>
internal sealed class FillTree : IDisposable
{
    private readonly FillDirectory _root;
    private readonly Dictionary<int, OwnDirectory> _directories;
    private readonly Dictionary<(int Parent, FilePath Name), int> _ids = [];
    private readonly List<(int Id, SafeFileHandle Handle)> _open = [];

    /// <summary>Initialises the tree of a journal.</summary>
    /// <param name="root">The directory that contains it; owned by the caller.</param>
    /// <param name="content">The existing directories.</param>
    internal FillTree(FillDirectory root, FilledEntries content)
    {
        _root = root;
        _directories = content.Directories.ToDictionary(directory => directory.Id);
    }

    /// <summary>Number of directories created.</summary>
    internal int Count => _directories.Count;

    /// <summary>Opens a directory.</summary>
    /// <param name="id">Its number.</param>
    /// <param name="handle">Valid until the next call; owned by the tree.</param>
    /// <param name="problem">Why it cannot be opened, or is not confirmed as ours; null if it is open, or if nothing
    /// has its name.</param>
    /// <returns>Whether it is open.</returns>
    internal bool TryOpen(int id, out SafeFileHandle handle, out string? problem)
    {
        List<OwnDirectory> way = Way(id);
        int known = 0;
        SafeFileHandle above = _root.Handle;
        while (known < way.Count && known < _open.Count && _open[known].Id == way[known].Id && IsStill(above, way[known]))
        {
            above = _open[known].Handle;
            known++;
        }

        Close(known);
        handle = known == 0 ? _root.Handle : _open[known - 1].Handle;
        problem = null;
        foreach (OwnDirectory next in way.Skip(known))
        {
            NativeResult opened = NativePlatform.Trees.Open(handle, next.Name, EntryOpening.Directory, 0, out SafeFileHandle? below);
            bool isOurs = opened.Succeeded && OwnMark.IsOn(below!, FileKind.Directory, out FileStatus status) && OwnIdentity.Of(status) == next.Identity;
            if (!isOurs)
            {
                below?.Dispose();
                problem = NativePlatform.Trees.Status(handle, next.Name, out _).Error.Kind == NativeErrorKind.NotFound
                    ? null : $"{PathOf(next.Id).Display} is no longer the directory that was made: {(opened.Failed ? opened.Error.ToString() : "another one has its name")}";
                return false;
            }

            _open.Add((next.Id, below!));
            handle = below!;
        }

        return true;
    }

    /// <summary>Opens the last directory of a path, and creates the missing ones.</summary>
    /// <param name="names">The names from the top down.</param>
    /// <param name="journal">Records what is created.</param>
    /// <returns>Its number; it can be opened.</returns>
    /// <exception cref="NativeIOException">It cannot be created.</exception>
    /// <exception cref="ExperimentException">What is there is not what was created.</exception>
    internal int Make(IEnumerable<FilePath> names, FillJournal journal)
    {
        int id = 0;
        foreach (FilePath name in names)
        {
            id = _ids.TryGetValue((id, name), out int known) ? known : Make(id, name, journal);
        }

        return id;
    }

    /// <summary>Returns the path of a directory, for messages.</summary>
    internal FilePath PathOf(int id) => Way(id).Aggregate(_root.Path, (path, directory) => path.Join(directory.Name));

    /// <summary>Opens a directory that must exist.</summary>
    /// <exception cref="ExperimentException">It is not the one that was created.</exception>
    internal SafeFileHandle Open(int id) => TryOpen(id, out SafeFileHandle handle, out string? problem)
        ? handle : throw new ExperimentException(Outcome.Failed, problem ?? $"{PathOf(id).Display} is no longer the directory that was made: it is gone");

    /// <summary>Closes the open directories.</summary>
    public void Dispose() => Close(0);

    private int Make(int parent, FilePath name, FillJournal journal)
    {
        SafeFileHandle above = Open(parent);
        var intended = new OwnDirectory(_directories.Count + 1, parent, name, FilePath.FromText($".{TemporaryNames.NewRun()}"), null);
        FilePath path = PathOf(parent).Join(name);
        journal.NoteIntended(intended);
        Require(NativePlatform.Trees.CreateDirectory(above, intended.FirstName, FilePermissions.OwnDirectory), path);
        NativeResult opened = NativePlatform.Trees.Open(above, intended.FirstName, EntryOpening.Directory, 0, out SafeFileHandle? handle);
        using (handle)
        {
            Require(opened, path);
            OwnDirectory made = intended with { Identity = OwnMark.Set(handle!, path) };
            journal.NoteMade(made);
            NativeResult named = NativePlatform.Trees.Rename(above, intended.FirstName, above, name, RenameRule.MustBeFree);
            if (named.Failed)
            {
                NativePlatform.Trees.RemoveDirectory(above, intended.FirstName);
                Require(named, path);
            }

            _directories.Add(made.Id, made);
            _ids.Add((parent, name), made.Id);
            return made.Id;
        }
    }

    private static bool IsStill(SafeFileHandle above, OwnDirectory directory) =>
        NativePlatform.Trees.Status(above, directory.Name, out FileStatus named).Succeeded && OwnIdentity.Of(named) == directory.Identity;

    private List<OwnDirectory> Way(int id)
    {
        List<OwnDirectory> way = [];
        for (; id != 0; id = way[^1].Parent)
        {
            way.Add(_directories[id]);
        }

        way.Reverse();
        return way;
    }

    private void Close(int from)
    {
        for (int index = _open.Count - 1; index >= from; index--)
        {
            _open[index].Handle.Dispose();
            _open.RemoveAt(index);
        }
    }

    private static void Require(NativeResult result, FilePath path)
    {
        if (result.Failed)
        {
            throw new NativeIOException("make the directory", path, result.Error);
        }
    }
}
