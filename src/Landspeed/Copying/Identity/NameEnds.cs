using System.Collections.Concurrent;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Identity;

/// <summary>
/// Whether the target's file system cuts off how names end, so that a file would get another name than its own: FAT and
/// exFAT do with dots, servers of Windows with spaces, too.
/// </summary>
/// <remarks>
/// Asks once, with the name of a file of ours, and only when a name ends like that. Safe for all threads.
/// </remarks>
/// <param name="root">The target.</param>
/// <param name="device">Its device; of others below it nothing is known.</param>
/// <param name="names">Where the run has a file of ours in the target.</param>
internal sealed class NameEnds(OpenDirectory root, DeviceNumber device, RunNames names)
{
    private readonly ConcurrentDictionary<byte, bool> _cutOff = [];

    /// <summary>Whether the end of a name is cut off.</summary>
    /// <param name="target">The device of its directory.</param>
    /// <param name="name">The name.</param>
    internal bool IsCutOff(DeviceNumber target, FilePath name) =>
        name.Bytes is [.., (byte)'.' or (byte)' '] && target == device && _cutOff.GetOrAdd(name.Bytes[^1], Asked);

    private bool Asked(byte end) =>
        names.SharedClaim() is { } ours
            && NativePlatform.Trees.Status(root.Handle, FilePath.FromBytes([.. ours.Bytes, end]), out _).Succeeded;
}
