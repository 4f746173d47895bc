using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Workfiles;

/// <summary>
/// How much of a volume is in use, counted as df does: what only root may allocate is neither used nor available.
/// </summary>
/// <param name="CapacityBytes">Bytes used and available together.</param>
/// <param name="UsedBytes">Bytes used.</param>
/// <param name="Files">Files that can still be created, or 0 if the file system does not count them.</param>
/// <param name="BlockBytes">Bytes that the file system allocates at a time.</param>
internal readonly record struct VolumeUse(long CapacityBytes, long UsedBytes, long Files, long BlockBytes)
{
    /// <summary>Bytes available.</summary>
    internal long AvailableBytes => CapacityBytes - UsedBytes;

    /// <summary>Share used.</summary>
    internal double UsedPct => CapacityBytes > 0 ? 100.0 * UsedBytes / CapacityBytes : 100;

    /// <summary>Queries the system.</summary>
    /// <param name="handle">An open file or directory of the volume.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <exception cref="NativeIOException">The system does not report it.</exception>
    internal static VolumeUse Of(SafeFileHandle handle, FilePath path)
    {
        NativeResult asked = NativePlatform.Files.Volume(handle, out VolumeStatus volume);
        if (asked.Failed)
        {
            throw new NativeIOException("ask the volume of", path, asked.Error);
        }

        long used = Math.Max(0, volume.TotalBytes - volume.FreeBytes);
        return new VolumeUse(used + volume.AvailableBytes, used, volume.AvailableFiles, Math.Max(1, volume.BlockSize));
    }

    /// <summary>Returns the use after some bytes are freed.</summary>
    internal VolumeUse Without(long bytes) => this with { UsedBytes = Math.Max(0, UsedBytes - bytes) };
}
