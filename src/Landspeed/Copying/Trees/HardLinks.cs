using Landspeed.Copying.Identity;
using Landspeed.Files.Trees;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Makes further names of files that have several in the source.</summary>
/// <remarks>Safe for all threads. Holds a file only until all its names were met, and no directory open for it.</remarks>
internal sealed class HardLinks
{
    private readonly Dictionary<LinkKey, LinkGroup> _groups = [];
    private readonly Dictionary<DeviceNumber, bool> _takesLinks = [];
    private readonly HashSet<DeviceNumber> _refusals = [];
    private readonly Lock _turn = new();

    /// <summary>Whether a file system of the target has hard links; null: not known yet.</summary>
    internal bool? TakesLinks(DeviceNumber device)
    {
        lock (_turn)
        {
            return _takesLinks.TryGetValue(device, out bool takes) ? takes : null;
        }
    }

    /// <summary>Finds out, once.</summary>
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

    /// <summary>Whether nothing was said of a file of this file system yet that has too many names.</summary>
    internal bool IsFirstRefusal(DeviceNumber device)
    {
        lock (_turn)
        {
            return _refusals.Add(device);
        }
    }

    /// <summary>A name of a file with several was met.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="seat">Where it belongs.</param>
    /// <param name="mostNames">
    /// How many names a file of the target can have: those after the last begin another one.
    /// </param>
    /// <param name="group">The names of the file.</param>
    /// <returns>
    /// What is to be done with this one; null: another name came first, and the seat must be asked for anew.
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

    /// <summary>The names of a file that were met; null: none was.</summary>
    internal LinkGroup? Find(in LinkKey key)
    {
        lock (_turn)
        {
            return _groups.GetValueOrDefault(key);
        }
    }

    /// <summary>A name has its content already, as far as length and times tell: others of the file may be linked to it.</summary>
    /// <param name="entry">The name.</param>
    /// <param name="seat">Where it belongs.</param>
    /// <param name="target">What it stands for in the target.</param>
    /// <returns>
    /// Whether that is what the others are linked to; false: they have something else there, which is known or on its
    /// way; null: another name came first, and the seat must be asked for anew.
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
    /// What names would be linked to has other content, or as many names as it can have: the next is copied.
    /// </summary>
    /// <returns>
    /// Names that were taken for up to date before, and are not; given out once. Empty where what they are is the
    /// content.
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

    // Another may have begun since.
    private void Remove(LinkGroup group)
    {
        if (_groups.GetValueOrDefault(group.Key) == group)
        {
            _groups.Remove(group.Key);
        }
    }
}

/// <summary>The names of one source file that has several, as far as they were met.</summary>
internal sealed class LinkGroup(LinkKey key, DirectoryPair pair, FilePath name)
{
    /// <summary>The source file.</summary>
    internal LinkKey Key { get; } = key;

    /// <summary>Where the first name is copied to.</summary>
    internal DirectoryPair Pair { get; } = pair;

    /// <summary>The first name.</summary>
    internal FilePath Name { get; } = name;

    /// <summary>What the first name's copy is; null until it has its name.</summary>
    internal FileStatus? Target { get; set; }

    /// <summary>Whether it has the content of the source: it was copied or compared, and does not only look like it.</summary>
    internal bool IsProven { get; set; } = true;

    /// <summary>Names that only looked up to date when they were met.</summary>
    internal List<(DirectoryPair Pair, FilePath Name)> Offered { get; } = [];

    /// <summary>Names that wait for that.</summary>
    internal List<TreeEntry> Waiting { get; } = [];

    /// <summary>Names that were met.</summary>
    internal int Names { get; set; } = 1;

    /// <summary>Whether the file has more names than the target's can have, and another group came before.</summary>
    internal bool IsFurther { get; init; }

    /// <summary>Names that were not met yet, as far as the file system says.</summary>
    internal long Unmet { get; set; }
}

/// <summary>Where a name belongs.</summary>
/// <param name="Key">The file.</param>
/// <param name="Known">The names of it that were met, as the name was compared with them.</param>
/// <param name="IsSure">Whether the key alone says it.</param>
internal readonly record struct LinkSeat(LinkKey Key, LinkGroup? Known, bool IsSure);

/// <summary>What is to be done with one of several names of a file.</summary>
internal enum LinkTurn
{
    /// <summary>It is the first: its content is copied.</summary>
    CopyFirst,

    /// <summary>The content is on its way under another name; who brings it makes the link.</summary>
    Wait,

    /// <summary>The content is there under another name: a link is made.</summary>
    Link,

    /// <summary>It becomes a file of its own, since the target has no hard links.</summary>
    Alone,
}
