using Landspeed.Platform;

namespace Landspeed.Copying;

/// <summary>Identities of sources that had been changed shortly before they were read; few, in most trees.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class RecentSources
{
    private readonly Dictionary<(DeviceNumber Device, ulong Inode), Int128> _changes = [];
    private readonly Lock _turn = new();

    /// <summary>Keeps when a source was changed last when it was read.</summary>
    internal void Remember(in FileStatus status)
    {
        lock (_turn)
        {
            _changes[(status.Device, status.Inode)] = status.ChangedNs;
        }
    }

    /// <summary>Whether it was changed at that time and not since.</summary>
    internal bool IsUnchanged(in FileStatus status)
    {
        lock (_turn)
        {
            return _changes.TryGetValue((status.Device, status.Inode), out Int128 changed) && changed == status.ChangedNs;
        }
    }
}
