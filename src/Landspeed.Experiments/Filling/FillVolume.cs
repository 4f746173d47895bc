using System.Diagnostics;
using Landspeed.Experiments.Statistics;
using Landspeed.Experiments.Workfiles;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Results.Extents;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// The volume that is filled, which is queried repeatedly. XFS and Btrfs free deleted blocks some time later.
/// </summary>
/// <param name="handle">A directory of it, owned by the caller.</param>
/// <param name="device">Its device.</param>
/// <param name="path">The directory's path, for messages.</param>
/// <param name="before">Its state before the fill.</param>
internal sealed class FillVolume(SafeFileHandle handle, DeviceNumber device, FilePath path, VolumeUse before)
{
    private const int PollMs = 20;
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(3);

    /// <summary>Its state before the first file.</summary>
    internal VolumeUse Before => before;

    /// <summary>Returns its current state.</summary>
    internal VolumeUse Now() => VolumeUse.Of(handle, path);

    /// <summary>Returns its state after the file system has written its delayed data.</summary>
    internal VolumeUse Flushed()
    {
        NativePlatform.Files.FlushFileSystem(handle);
        return Now();
    }

    /// <summary>Waits some seconds until the file system has freed what was deleted.</summary>
    /// <param name="ownBytes">Number of our bytes.</param>
    /// <param name="stop">Ends the wait.</param>
    /// <returns>The state of the volume then.</returns>
    internal VolumeUse Settle(long ownBytes, CancellationToken stop)
    {
        long expected = before.AvailableBytes - ownBytes - (before.CapacityBytes / 200);
        VolumeUse now = Flushed();
        for (long start = Stopwatch.GetTimestamp();
             now.AvailableBytes < expected && Stopwatch.GetElapsedTime(start) < s_patience && !stop.WaitHandle.WaitOne(PollMs);
             now = Now())
        {
        }

        return now;
    }

    /// <summary>Reads the unused ranges.</summary>
    /// <returns>The ranges, or null with the reason if the file system does not report them.</returns>
    internal (SizesRecord? Free, string? Reason) FreeSpace()
    {
        var sizes = new SizeDistribution();
        NativeError error = FreeSpaceReader.Read(handle, device, range => sizes.Record(range.Length), CancellationToken.None, out long length);
        return error.IsError ? (null, $"the file system does not report its free space ({error.InParentheses})")
            : length == 0 ? (null, "the file system reported nothing about its device")
            : (sizes.ToRecord(), null);
    }
}
