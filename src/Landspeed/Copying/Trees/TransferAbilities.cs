using System.Collections.Concurrent;
using Landspeed.Platform;

namespace Landspeed.Copying.Trees;

/// <summary>What file systems turned out not to be able to do, so that it is not tried a million times.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class TransferAbilities
{
    private readonly ConcurrentDictionary<(DeviceNumber Source, DeviceNumber Target), bool> _sharing = new();
    private volatile bool _readsCache;

    /// <summary>Whether reads are dropped from the page cache again (Linux 6.14, most file systems).</summary>
    internal TransferFlags Reading => _readsCache ? TransferFlags.None : TransferFlags.Uncached;

    internal void CannotReadUncached() => _readsCache = true;

    /// <summary>Whether blocks can be shared, as far as is known.</summary>
    internal bool MayShare(DeviceNumber source, DeviceNumber target) =>
        source == target && _sharing.GetValueOrDefault((source, target), true);

    internal void CannotShare(DeviceNumber source, DeviceNumber target) => _sharing[(source, target)] = false;
}
