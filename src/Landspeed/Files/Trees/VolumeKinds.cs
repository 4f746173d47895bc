using System.Collections.Concurrent;
using Landspeed.Platform;

namespace Landspeed.Files.Trees;

/// <summary>The kinds of file systems of directories; queried once per file system.</summary>
/// <remarks>Thread-safe.</remarks>
internal sealed class VolumeKinds
{
    private readonly ConcurrentDictionary<DeviceNumber, string> _names = [];

    /// <summary>Returns the name of a file system, as in <see cref="FileSystemNames"/>.</summary>
    /// <param name="directory">A directory on it.</param>
    /// <param name="device">Its device.</param>
    /// <returns>Empty if the system does not say.</returns>
    internal string Of(OpenDirectory directory, DeviceNumber device)
    {
        if (!_names.TryGetValue(device, out string? name))
        {
            name = FileSystemNames.Of(directory.Handle) ?? string.Empty;
            _names.TryAdd(device, name);
        }

        return name;
    }

    /// <summary>True if the file system of a device is known to have inode numbers of its own.</summary>
    /// <param name="device">A device; nothing is known of one for which <see cref="Of"/> was not called.</param>
    internal bool HasOwnInodes(DeviceNumber device) =>
        _names.TryGetValue(device, out string? name) && FileSystemNames.HasOwnInodes(name);

    /// <summary>Does the same after querying what is not known yet.</summary>
    internal bool HasOwnInodes(OpenDirectory directory, DeviceNumber device) =>
        FileSystemNames.HasOwnInodes(Of(directory, device));
}
