using System.Collections.Concurrent;
using Landspeed.Files.Trees;
using Landspeed.Files.Unpublished;
using Landspeed.Platform;

namespace Landspeed.Copying.Identity;

/// <summary>
/// Detects whether the target's file system cuts off the ends of names, so that a file would get another name: FAT and
/// exFAT cut off dots, Windows servers also spaces.
/// </summary>
/// <remarks>Tested once with a temporary file of ours, and only when a name ends like that. Thread-safe.</remarks>
/// <param name="root">The target.</param>
/// <param name="device">Its device; nothing is known of other devices below it.</param>
/// <param name="names">The run's temporary names in the target.</param>
internal sealed class NameEnds(OpenDirectory root, DeviceNumber device, RunNames names)
{
    private readonly ConcurrentDictionary<byte, bool> _cutOff = [];

    /// <summary>Checks whether the end of a name is cut off.</summary>
    /// <param name="target">The device of its directory.</param>
    /// <param name="name">The name.</param>
    internal bool IsCutOff(DeviceNumber target, FilePath name) =>
        name.Bytes is [.., (byte)'.' or (byte)' '] && target == device && _cutOff.GetOrAdd(name.Bytes[^1], Asked);

    private bool Asked(byte end) =>
        names.SharedClaim() is { } ours
            && NativePlatform.Trees.Status(root.Handle, FilePath.FromBytes([.. ours.Bytes, end]), out _).Succeeded;
}
