using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Makes further names of files that have several in the source.</summary>
/// <remarks>Safe for all threads. Holds a file only until all its names were met, and no directory open for it.</remarks>
internal sealed class HardLinks
{
    private readonly Dictionary<(DeviceNumber Device, ulong Inode), LinkGroup> _groups = [];
    private readonly Lock _turn = new();

    /// <summary>A name of a file with several was met.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="group">The names of the file.</param>
    /// <returns>What is to be done with this one.</returns>
    internal LinkTurn Join(TreeEntry entry, out LinkGroup group)
    {
        lock (_turn)
        {
            var key = (entry.Source.Device, entry.Source.Inode);
            if (!_groups.TryGetValue(key, out LinkGroup? known))
            {
                group = new LinkGroup(key, entry.Pair, entry.Name) { Unmet = entry.Source.LinkCount - 1 };
                _groups.Add(key, group);
                entry.Group = group;
                return LinkTurn.CopyFirst;
            }

            group = known;
            group.Unmet--;
            if (group.Target is null)
            {
                group.Waiting.Add(entry);
                return LinkTurn.Wait;
            }

            Forget(group);
            return LinkTurn.Link;
        }
    }

    /// <summary>A name has its content already, as far as length and times tell: others of the file may be linked to it.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="target">What it stands for in the target.</param>
    /// <returns>Whether that is what the others are linked to; false: they have something else there, which is known or on its way.</returns>
    internal bool TryOffer(TreeEntry entry, in FileStatus target)
    {
        lock (_turn)
        {
            var key = (entry.Source.Device, entry.Source.Inode);
            if (!_groups.TryGetValue(key, out LinkGroup? known))
            {
                _groups.Add(key, new LinkGroup(key, entry.Pair, entry.Name) { Target = target, IsProven = false, Unmet = entry.Source.LinkCount - 1 });
                return true;
            }

            if (known.Target is not { } there || !Entries.IsSame(there, target))
            {
                return false;
            }

            known.Unmet--;
            Forget(known);
            return true;
        }
    }

    /// <summary>What names would be linked to has other content: the next name is copied.</summary>
    internal void GiveUp(LinkGroup group)
    {
        lock (_turn)
        {
            if (_groups.TryGetValue(group.Key, out LinkGroup? known) && known == group)
            {
                _groups.Remove(group.Key);
            }
        }
    }

    /// <summary>The first name has its place, or has failed.</summary>
    /// <param name="group">The names.</param>
    /// <param name="target">What the copy is; null when there is none.</param>
    /// <returns>The names that waited; null target: they fail too, and the next one met is copied anew.</returns>
    internal IReadOnlyList<TreeEntry> Settle(LinkGroup group, FileStatus? target)
    {
        lock (_turn)
        {
            group.Target = target;
            TreeEntry[] waiting = [.. group.Waiting];
            group.Waiting.Clear();
            if (target is null)
            {
                _groups.Remove(group.Key);
            }
            else
            {
                Forget(group);
            }

            return waiting;
        }
    }

    private void Forget(LinkGroup group)
    {
        if (group.Unmet <= 0)
        {
            _groups.Remove(group.Key);
        }
    }
}

/// <summary>The names of one source file that has several, as far as they were met.</summary>
internal sealed class LinkGroup((DeviceNumber Device, ulong Inode) key, DirectoryPair pair, FilePath name)
{
    /// <summary>The source file.</summary>
    internal (DeviceNumber Device, ulong Inode) Key { get; } = key;

    /// <summary>Where the first name is copied to.</summary>
    internal DirectoryPair Pair { get; } = pair;

    /// <summary>The first name.</summary>
    internal FilePath Name { get; } = name;

    /// <summary>What the first name's copy is; null until it has its name.</summary>
    internal FileStatus? Target { get; set; }

    /// <summary>Whether it has the content of the source: it was copied or compared, and does not only look like it.</summary>
    internal bool IsProven { get; set; } = true;

    /// <summary>Names that wait for that.</summary>
    internal List<TreeEntry> Waiting { get; } = [];

    /// <summary>Names that were not met yet, as far as the file system says.</summary>
    internal long Unmet { get; set; }
}

/// <summary>What is to be done with one of several names of a file.</summary>
internal enum LinkTurn
{
    /// <summary>It is the first: its content is copied.</summary>
    CopyFirst,

    /// <summary>The content is on its way under another name; who brings it makes the link.</summary>
    Wait,

    /// <summary>The content is there under another name: a link is made.</summary>
    Link,
}
