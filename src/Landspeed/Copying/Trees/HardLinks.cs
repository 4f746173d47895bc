using Landspeed.Copying.Identity;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// Tracks files that have several names in the source, and decides which name is copied and which are linked.
/// </summary>
/// <remarks>
/// Thread-safe. Keeps a file only until all its names have been found, and keeps no directory open for it.
/// </remarks>
internal sealed class HardLinks
{
    private readonly Dictionary<LinkKey, LinkGroup> _groups = [];
    private readonly Dictionary<DeviceNumber, bool> _takesLinks = [];
    private readonly HashSet<DeviceNumber> _refusals = [];
    private readonly Lock _turn = new();

    /// <summary>Whether a file system of the target supports hard links, or null if not known yet.</summary>
    internal bool? TakesLinks(DeviceNumber device)
    {
        lock (_turn)
        {
            return _takesLinks.TryGetValue(device, out bool takes) ? takes : null;
        }
    }

    /// <summary>Determines once whether a file system supports hard links.</summary>
    internal bool Learn(DeviceNumber device, Func<bool> find)
    {
        lock (_turn)
        {
            if (!_takesLinks.TryGetValue(device, out bool takes))
            {
                takes = find();
                _takesLinks.Add(device, takes);
            }

            return takes;
        }
    }

    /// <summary>True if no file with too many names has been reported yet for this file system.</summary>
    internal bool IsFirstRefusal(DeviceNumber device)
    {
        lock (_turn)
        {
            return _refusals.Add(device);
        }
    }

    /// <summary>Registers a name of a file that has several.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="seat">Its group.</param>
    /// <param name="mostNames">Maximum number of names per file on the target; later names start another group.</param>
    /// <param name="group">The names of the file.</param>
    /// <returns>
    /// What to do with this name, or null if another name came first and the seat must be determined again.
    /// </returns>
    internal LinkTurn? Join(TreeEntry entry, in LinkSeat seat, int mostNames, out LinkGroup group)
    {
        lock (_turn)
        {
            LinkKey key = seat.Key;
            LinkGroup? known = _groups.GetValueOrDefault(key);
            if (!seat.IsSure && known != seat.Known)
            {
                group = null!;
                return null;
            }

            if (known is null || known.Names >= mostNames)
            {
                long unmet = (known?.Unmet ?? entry.Source.LinkCount) - 1;
                group = new LinkGroup(key, entry.Pair, entry.Name) { Unmet = unmet, IsFurther = known is not null };
                _groups[key] = group;
                entry.Group = group;
                return LinkTurn.CopyFirst;
            }

            group = known;
            group.Names++;
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

    /// <summary>Returns the known names of a file, or null if there are none.</summary>
    internal LinkGroup? Find(in LinkKey key)
    {
        lock (_turn)
        {
            return _groups.GetValueOrDefault(key);
        }
    }

    /// <summary>
    /// Registers a name that already has its content, judging by length and times: other names of the file may be
    /// linked to it.
    /// </summary>
    /// <param name="entry">The name.</param>
    /// <param name="seat">Its group.</param>
    /// <param name="target">Status of the file it names in the target.</param>
    /// <returns>
    /// True if the other names are linked to it; false if they have another file there, known or on its way; null if
    /// another name came first and the seat must be determined again.
    /// </returns>
    internal bool? TryOffer(TreeEntry entry, in LinkSeat seat, in FileStatus target)
    {
        lock (_turn)
        {
            LinkKey key = seat.Key;
            LinkGroup? known = _groups.GetValueOrDefault(key);
            if (!seat.IsSure && known != seat.Known)
            {
                return null;
            }

            if (known is null)
            {
                var offered = new LinkGroup(key, entry.Pair, entry.Name)
                {
                    Target = target,
                    IsProven = false,
                    Unmet = entry.Source.LinkCount - 1,
                };
                offered.Offered.Add((entry.Pair, entry.Name));
                _groups.Add(key, offered);
                return true;
            }

            if (known.Target is not { } there || !Entries.IsSame(there, target))
            {
                return false;
            }

            known.Unmet--;
            if (!known.IsProven)
            {
                known.Offered.Add((entry.Pair, entry.Name));
            }

            Forget(known);
            return true;
        }
    }

    /// <summary>
    /// Gives up the file that names would be linked to, because it has other content or its maximum number of names:
    /// the next name is copied.
    /// </summary>
    /// <returns>
    /// Names that were wrongly taken for up to date, returned once. Empty if their file is the content.
    /// </returns>
    internal IReadOnlyList<(DirectoryPair Pair, FilePath Name)> GiveUp(LinkGroup group)
    {
        lock (_turn)
        {
            Remove(group);
            (DirectoryPair, FilePath)[] offered = group.IsProven ? [] : [.. group.Offered];
            group.Offered.Clear();
            return offered;
        }
    }

    /// <summary>Records that the first name has been published or has failed.</summary>
    /// <param name="group">The group.</param>
    /// <param name="target">Status of the copy, or null if there is none.</param>
    /// <returns>
    /// The names that waited. If the target is null they fail too, and the next name found is copied again.
    /// </returns>
    internal IReadOnlyList<TreeEntry> Settle(LinkGroup group, FileStatus? target)
    {
        lock (_turn)
        {
            group.Target = target;
            TreeEntry[] waiting = [.. group.Waiting];
            group.Waiting.Clear();
            if (target is null)
            {
                Remove(group);
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
            Remove(group);
        }
    }

    // Another copy may have started since.
    private void Remove(LinkGroup group)
    {
        if (_groups.GetValueOrDefault(group.Key) == group)
        {
            _groups.Remove(group.Key);
        }
    }
}

/// <summary>The names of one source file found so far.</summary>
internal sealed class LinkGroup(LinkKey key, DirectoryPair pair, FilePath name)
{
    /// <summary>The source file.</summary>
    internal LinkKey Key { get; } = key;

    /// <summary>The directories of the first name.</summary>
    internal DirectoryPair Pair { get; } = pair;

    internal FilePath Name { get; } = name;

    /// <summary>Status of the first name's copy, or null until it has its name.</summary>
    internal FileStatus? Target { get; set; }

    /// <summary>
    /// True if it has the content of the source because it was copied or compared, rather than only looking like it.
    /// </summary>
    internal bool IsProven { get; set; } = true;

    /// <summary>Names that looked up to date when they were found.</summary>
    internal List<(DirectoryPair Pair, FilePath Name)> Offered { get; } = [];

    /// <summary>Names that wait for the first name's copy.</summary>
    internal List<TreeEntry> Waiting { get; } = [];

    /// <summary>Number of names found.</summary>
    internal int Names { get; set; } = 1;

    /// <summary>
    /// True if the file has more names than a file of the target can have, and another group came before.
    /// </summary>
    internal bool IsFurther { get; init; }

    /// <summary>Names not found yet, according to the file system's link count.</summary>
    internal long Unmet { get; set; }
}

/// <summary>The group to which a name belongs.</summary>
/// <param name="Key">The file.</param>
/// <param name="Known">The names found so far with which this name was compared.</param>
/// <param name="IsSure">True if the key alone is sufficient.</param>
internal readonly record struct LinkSeat(LinkKey Key, LinkGroup? Known, bool IsSure);

/// <summary>What to do with one of several names of a file.</summary>
internal enum LinkTurn
{
    /// <summary>It is the first name: copy the content.</summary>
    CopyFirst,

    /// <summary>The content is being copied under another name; the thread that copies it makes the link.</summary>
    Wait,

    /// <summary>The content exists under another name: make a link.</summary>
    Link,

    /// <summary>Make a separate file, because the target has no hard links.</summary>
    Alone,
}
