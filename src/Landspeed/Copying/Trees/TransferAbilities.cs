using System.Collections.Concurrent;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>Remembers what file systems turned out not to support, so that it is not tried a million times.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class TransferAbilities
{
    private readonly ConcurrentDictionary<(DeviceNumber Source, DeviceNumber Target), bool> _sharing = new();
    private volatile bool _readsCache;

    /// <summary>
    /// The flags for reads: dropped from the page cache again where that works (XFS from Linux 6.16, ext4 from 6.17).
    /// </summary>
    internal TransferFlags Reading => _readsCache ? TransferFlags.None : TransferFlags.Uncached;

    internal void CannotReadUncached() => _readsCache = true;

    /// <summary>True if blocks can be shared, as far as is known.</summary>
    internal bool MayShare(DeviceNumber source, DeviceNumber target) =>
        source == target && _sharing.GetValueOrDefault((source, target), true);

    internal void CannotShare(DeviceNumber source, DeviceNumber target) => _sharing[(source, target)] = false;
}
