namespace Landspeed.Experiments.Filling;

/// <summary>The contents of a journal: the directories and files that must still exist.</summary>
internal sealed class FilledEntries
{
    private readonly SortedDictionary<int, OwnDirectory> _directories = [];
    private readonly SortedDictionary<int, OwnFile> _files = [];

    /// <summary>The directories, parents first.</summary>
    internal IReadOnlyCollection<OwnDirectory> Directories => _directories.Values;

    /// <summary>The files that were not removed, in order of creation.</summary>
    internal IReadOnlyCollection<OwnFile> Files => _files.Values;

    /// <summary>Returns a directory by its number, or null if there is none.</summary>
    internal OwnDirectory? Directory(int id) => _directories.GetValueOrDefault(id);

    /// <summary>Adds a directory that was about to be created.</summary>
    /// <returns>False if it is impossible.</returns>
    internal bool Intend(int id, int parent, FilePath? name, FilePath? firstName) =>
        name is not null && firstName is not null
        && parent >= 0 && parent < id && (parent == 0 || _directories.ContainsKey(parent))
        && _directories.TryAdd(id, new OwnDirectory(id, parent, name, firstName, null));

    /// <summary>Adds a directory that was created.</summary>
    /// <returns>False if it is impossible.</returns>
    internal bool Make(int id, OwnIdentity identity)
    {
        if (Directory(id) is not { Identity: null } intended)
        {
            return false;
        }

        _directories[id] = intended with { Identity = identity };
        return true;
    }

    /// <summary>Adds a file that was created.</summary>
    /// <returns>False if it is impossible.</returns>
    internal bool Make(int id, int directory, long length, OwnIdentity identity, FilePath? name) =>
        name is not null && (directory == 0 || Directory(directory)?.Identity is not null)
        && _files.TryAdd(id, new OwnFile(id, directory, name, length, identity));

    /// <summary>Removes a file that was removed.</summary>
    /// <returns>False if it is impossible.</returns>
    internal bool Remove(int id) => _files.Remove(id);
}
