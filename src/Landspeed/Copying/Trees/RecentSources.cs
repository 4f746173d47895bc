using System.Runtime.InteropServices;
using Landspeed.Hashing;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>
/// What removing the source must know and the trees do not show: identities of files that had been changed shortly before
/// they were read, and names of what was not copied: few, in most trees; and which directory was copied into which.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecentSources
{
    private readonly Dictionary<(DeviceNumber Device, ulong Inode), FileTime> _changes = [];
    private readonly HashSet<Hash128> _kept = [];
    private readonly HashSet<Hash128> _pairs = [];
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

    /// <summary>Whether hosts that number devices differently copied: then only inodes count.</summary>
    internal bool SpansHosts { get; set; }

    /// <summary>All pairs of directories that were copied, 16 bytes each.</summary>
    internal byte[] Pairs()
    {
        lock (_turn)
        {
            return MemoryMarshal.AsBytes(_pairs.ToArray().AsSpan()).ToArray();
        }
    }

    /// <summary>Adds pairs that another rank copied.</summary>
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

    /// <summary>Keeps that a directory was copied into another.</summary>
    internal void RememberPair(in FileStatus source, in FileStatus target)
    {
        lock (_turn)
        {
            _pairs.Add(PairOf(source, target));
        }
    }

    /// <summary>Whether a directory was copied into another: others may have got their names since.</summary>
    internal bool IsPair(in FileStatus source, in FileStatus target)
    {
        lock (_turn)
        {
            return _pairs.Contains(PairOf(source, target));
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

    private Hash128 PairOf(in FileStatus source, in FileStatus target)
    {
        ReadOnlySpan<ulong> numbers = [Number(source.Device), source.Inode, Number(target.Device), target.Inode];
        return Xxh3.Hash128(MemoryMarshal.AsBytes(numbers));
    }

    private ulong Number(DeviceNumber device) => SpansHosts ? 0 : ((ulong)device.Major << 32) | device.Minor;
}
