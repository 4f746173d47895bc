namespace Landspeed.Platform;

/// <summary>Where a directory lies on its volume: bind mounts show one place under several names.</summary>
/// <param name="Volume">The volume, by the number in the mount table.</param>
/// <param name="Path">The path from the volume's own root; empty for that itself.</param>
internal readonly record struct VolumePlace(DeviceNumber Volume, string Path)
{
    /// <summary>Whether it is another place or lies below that.</summary>
    internal bool IsWithin(VolumePlace other) =>
        Volume == other.Volume && (Path == other.Path || Path.StartsWith($"{other.Path}/", StringComparison.Ordinal));
}
