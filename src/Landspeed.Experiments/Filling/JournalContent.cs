using Landspeed.Platform;

namespace Landspeed.Experiments.Filling;

/// <summary>What a journal says: the directories and files that must still be there.</summary>
internal sealed class JournalContent
{
    private readonly SortedDictionary<int, OwnDirectory> _directories = [];
    private readonly SortedDictionary<int, OwnFile> _files = [];

    /// <summary>The directories, those above first.</summary>
    internal IReadOnlyCollection<OwnDirectory> Directories => _directories.Values;

    /// <summary>The files that were not removed, in the order of making.</summary>
    internal IReadOnlyCollection<OwnFile> Files => _files.Values;

    /// <summary>A directory by its number; null: there is none.</summary>
    internal OwnDirectory? Directory(int id) => _directories.GetValueOrDefault(id);

    /// <summary>Takes a directory that was going to be made.</summary>
    /// <returns>False: it cannot be.</returns>
    internal bool Intend(int id, int parent, FilePath? name, FilePath? firstName) =>
        name is not null && firstName is not null
        && parent >= 0 && parent < id && (parent == 0 || _directories.ContainsKey(parent))
        && _directories.TryAdd(id, new OwnDirectory(id, parent, name, firstName, null));

    /// <summary>Takes one that was made.</summary>
    /// <returns>False: it cannot be.</returns>
    internal bool Make(int id, OwnIdentity identity)
    {
        if (Directory(id) is not { Identity: null } intended)
        {
            return false;
        }

        _directories[id] = intended with { Identity = identity };
        return true;
    }

    /// <summary>Takes a file that was made.</summary>
    /// <returns>False: it cannot be.</returns>
    internal bool Make(int id, int directory, long length, OwnIdentity identity, FilePath? name) =>
        name is not null && (directory == 0 || Directory(directory)?.Identity is not null)
        && _files.TryAdd(id, new OwnFile(id, directory, name, length, identity));

    /// <summary>Takes one that was removed.</summary>
    /// <returns>False: it cannot be.</returns>
    internal bool Remove(int id) => _files.Remove(id);
}
