using Landspeed.Platform;
using Landspeed.Quantities;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Space;

/// <summary>Reads the free ranges of a volume, if the file system reports them (ext4 and XFS).</summary>
/// <remarks>For use by one thread. Does not need root. Source: ioctl_getfsmap(2).</remarks>
internal static class FreeSpaceReader
{
    private const int RangesPerCall = 1000;

    // XFS's number for its data device if the parts of a volume have none.
    private const uint DataDevice = 1;

    /// <summary>Calls back for every free range in order; adjacent ranges are merged.</summary>
    /// <param name="handle">An open file or directory of the volume.</param>
    /// <param name="device">
    /// The volume's device; its other devices, for a journal or real-time files, are not reported.
    /// </param>
    /// <param name="found">Receives each range.</param>
    /// <param name="stop">Stops early, without an error.</param>
    /// <param name="length">Length of the device in bytes up to the end of the last used or free range.</param>
    /// <returns>None, or why it cannot be read.</returns>
    internal static NativeError Read(
        SafeFileHandle handle, DeviceNumber device, Action<ByteRange> found, CancellationToken stop, out long length)
    {
        var batch = new NativeVolumeExtent[RangesPerCall];
        NativeVolumeExtent last = default;
        var free = default(ByteRange);
        length = 0;
        while (!stop.IsCancellationRequested && (last.Flags & NativeVolumeExtentFlags.Last) == 0)
        {
            NativeResult result = Interruptions.Retry(() => NativePlatform.Files.VolumeExtents(handle, last, batch));
            if (result.Failed)
            {
                return result.Error;
            }

            if (result.Value == 0)
            {
                break;
            }

            foreach (ref readonly NativeVolumeExtent extent in batch.AsSpan(0, (int)result.Value))
            {
                if (extent.Device is { } number ? number != device : extent.DeviceCode != DataDevice)
                {
                    continue;
                }

                length = Math.Max(length, extent.PhysicalOffset + extent.Length);
                if (!extent.IsFree)
                {
                    continue;
                }

                bool touches = !free.IsEmpty && extent.PhysicalOffset == free.End;
                if (!touches && !free.IsEmpty)
                {
                    found(free);
                }

                free = touches ? new ByteRange(free.Offset, free.Length + extent.Length) : new ByteRange(extent.PhysicalOffset, extent.Length);
            }

            last = batch[(int)result.Value - 1];
        }

        if (!free.IsEmpty)
        {
            found(free);
        }

        return NativeError.None;
    }
}
