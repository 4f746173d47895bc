using System.Collections.Concurrent;
using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>Which file system directories lie on; asked once for each.</summary>
/// <remarks>Safe for all threads.</remarks>
internal sealed class VolumeKinds
{
    private readonly ConcurrentDictionary<DeviceNumber, string> _names = [];

    /// <summary>The name of a file system, as in <see cref="FileSystemNames"/>.</summary>
    /// <param name="directory">A directory on it.</param>
    /// <param name="device">Its device.</param>
    /// <returns>Empty when the system does not say.</returns>
    internal string Of(OpenDirectory directory, DeviceNumber device)
    {
        if (!_names.TryGetValue(device, out string? name))
        {
            name = FileSystemNames.Of(directory.Handle) ?? string.Empty;
            _names.TryAdd(device, name);
        }

        return name;
    }

    /// <summary>Whether the file system of a device is known to have inode numbers of its own.</summary>
    /// <param name="device">A device; of one that <see cref="Of"/> was not asked about nothing is known.</param>
    internal bool HasOwnInodes(DeviceNumber device) =>
        _names.TryGetValue(device, out string? name) && FileSystemNames.HasOwnInodes(name);

    /// <summary>The same, and finds out what is not known yet.</summary>
    internal bool HasOwnInodes(OpenDirectory directory, DeviceNumber device) =>
        FileSystemNames.HasOwnInodes(Of(directory, device));
}
