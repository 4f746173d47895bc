using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// What removing the source must know and the trees do not show: identities of files that had been changed shortly before
/// they were read, and names of what was not copied. Few, in most trees.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecentSources
{
    private readonly Dictionary<(DeviceNumber Device, ulong Inode), FileTime> _changes = [];
    private readonly HashSet<Hash128> _kept = [];
    private readonly Lock _turn = new();

    /// <summary>Keeps that an entry was not copied.</summary>
    internal void Keep(FilePath below)
    {
        lock (_turn)
        {
            _kept.Add(Xxh3.Hash128(below.Bytes));
        }
    }

    /// <summary>Whether an entry was not copied.</summary>
    internal bool IsKept(FilePath below)
    {
        lock (_turn)
        {
            return _kept.Count > 0 && _kept.Contains(Xxh3.Hash128(below.Bytes));
        }
    }

    /// <summary>Keeps when a source was changed last when it was read.</summary>
    internal void Remember(in FileStatus status)
    {
        lock (_turn)
        {
            _changes[(status.Device, status.Inode)] = status.Changed;
        }
    }

    /// <summary>Whether it was changed at that time and not since.</summary>
    internal bool IsUnchanged(in FileStatus status)
    {
        lock (_turn)
        {
            return _changes.TryGetValue((status.Device, status.Inode), out FileTime changed) && changed == status.Changed;
        }
    }
}
