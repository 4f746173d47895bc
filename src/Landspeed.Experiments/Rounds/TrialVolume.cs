using Landspeed.Experiments.Host;
using Landspeed.Platform;

namespace Landspeed.Experiments.Rounds;

/// <summary>A volume that trials move bytes from or to.</summary>
/// <param name="Device">The block device below it.</param>
/// <param name="IsInMemory">Whether its file system, or the device below, keeps its bytes in memory only.</param>
internal sealed record TrialVolume(BlockDeviceLocation Device, bool IsInMemory)
{
    /// <summary>Looks where a file or directory lies.</summary>
    /// <param name="path">The file or directory.</param>
    /// <param name="fileSystem">The type of its file system; null: unknown.</param>
    internal static TrialVolume Of(FilePath path, string? fileSystem)
    {
        BlockDeviceLocation device = BlockDeviceLocator.Find(path);
        return new TrialVolume(device, device.IsInMemory || fileSystem is "tmpfs" or "ramfs");
    }
}
