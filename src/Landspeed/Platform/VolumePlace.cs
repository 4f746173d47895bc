namespace Landspeed.Platform;

/// <summary>A directory's place on its volume: bind mounts show one place under several names.</summary>
/// <param name="Volume">The volume, by the number in the mount table.</param>
/// <param name="Path">The path from the volume's own root; empty for the root itself.</param>
internal readonly record struct VolumePlace(DeviceNumber Volume, string Path)
{
    /// <summary>True if it is the other place or is below it.</summary>
    internal bool IsWithin(VolumePlace other) =>
        Volume == other.Volume && (Path == other.Path || Path.StartsWith($"{other.Path}/", StringComparison.Ordinal));
}
