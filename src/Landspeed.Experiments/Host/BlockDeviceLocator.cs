using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Finds the block device below a file.</summary>
/// <remarks>Some milliseconds. Safe for all threads.</remarks>
internal static class BlockDeviceLocator
{
    /// <summary>Finds the device of a file or directory by its name.</summary>
    /// <param name="path">An existing name; symbolic links are followed.</param>
    /// <returns>The device, or the reason why there is none.</returns>
    public static BlockDeviceLocation Find(FilePath path)
    {
        ArgumentNullException.ThrowIfNull(path);
        NativeResult result = NativePlatform.Files.StatusOf(path, out FileStatus status);
        return result.Failed
            ? new BlockDeviceLocation(null, null, $"{path.Display} cannot be examined: {result.Error}")
            : Find(status);
    }

    /// <summary>Finds the device of a file that is open or was examined earlier.</summary>
    /// <param name="status">What the system reported about the file.</param>
    /// <returns>The device, or the reason why there is none.</returns>
    public static BlockDeviceLocation Find(FileStatus status) => NativePlatform.Host.BlockDevice(status);
}
