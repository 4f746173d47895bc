using System.Runtime.InteropServices;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// Remembers what removing the source needs and the trees do not show: the identities of files changed shortly before
/// they were read, the names of entries that were not copied (few in most trees), and which directory was copied into
/// which.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class RecentSources
{
    private readonly Dictionary<(DeviceNumber Device, ulong Inode), FileTime> _changes = [];
    private readonly HashSet<Hash128> _kept = [];
    private readonly HashSet<Hash128> _pairs = [];
    private readonly Lock _turn = new();

    /// <summary>Records that an entry was not copied.</summary>
    internal void Keep(FilePath below)
    {
        lock (_turn)
        {
            _kept.Add(Xxh3.Hash128(below.Bytes));
        }
    }

    /// <summary>True if an entry was not copied.</summary>
    internal bool IsKept(FilePath below)
    {
        lock (_turn)
        {
            return _kept.Count > 0 && _kept.Contains(Xxh3.Hash128(below.Bytes));
        }
    }

    /// <summary>True if hosts that number devices differently took part; then only inodes count.</summary>
    internal bool SpansHosts { get; set; }

    /// <summary>Returns all pairs of directories that were copied, 16 bytes each.</summary>
    internal byte[] Pairs()
    {
        lock (_turn)
        {
            return MemoryMarshal.AsBytes(_pairs.ToArray().AsSpan()).ToArray();
        }
    }

    /// <summary>Adds the pairs that another rank copied.</summary>
    internal void AddPairs(ReadOnlySpan<byte> pairs)
    {
        lock (_turn)
        {
            foreach (Hash128 pair in MemoryMarshal.Cast<byte, Hash128>(pairs))
            {
                _pairs.Add(pair);
            }
        }
    }

    /// <summary>Records that a directory was copied into another.</summary>
    internal void RememberPair(in FileStatus source, in FileStatus target)
    {
        lock (_turn)
        {
            _pairs.Add(PairOf(source, target));
        }
    }

    /// <summary>True if a directory was copied into another; other directories may have their names by now.</summary>
    internal bool IsPair(in FileStatus source, in FileStatus target)
    {
        lock (_turn)
        {
            return _pairs.Contains(PairOf(source, target));
        }
    }

    /// <summary>Records when a source that was read had last been changed.</summary>
    internal void Remember(in FileStatus status)
    {
        lock (_turn)
        {
            _changes[(status.Device, status.Inode)] = status.Changed;
        }
    }

    /// <summary>True if it was changed at that time and not since.</summary>
    internal bool IsUnchanged(in FileStatus status)
    {
        lock (_turn)
        {
            return _changes.TryGetValue((status.Device, status.Inode), out FileTime changed) && changed == status.Changed;
        }
    }

    private Hash128 PairOf(in FileStatus source, in FileStatus target)
    {
        ReadOnlySpan<ulong> numbers = [Number(source.Device), source.Inode, Number(target.Device), target.Inode];
        return Xxh3.Hash128(MemoryMarshal.AsBytes(numbers));
    }

    private ulong Number(DeviceNumber device) => SpansHosts ? 0 : ((ulong)device.Major << 32) | device.Minor;
}
