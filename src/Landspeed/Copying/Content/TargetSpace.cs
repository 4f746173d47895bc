using Landspeed.Copying.Publication;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>
/// Sets a target's length and reserves its blocks before anything is written: writes beyond the end of a file wait for
/// each other, and a full volume is detected before the first byte rather than after the last.
/// </summary>
internal static class TargetSpace
{
    /// <summary>Sets the length of a target and reserves its blocks.</summary>
    /// <param name="target">The unfinished target.</param>
    /// <param name="job">Its job, for a file of at least one byte.</param>
    /// <param name="needsBlocks">True if each byte needs a block: no holes and no compression.</param>
    /// <exception cref="NativeIOException">There is no room, or the file is too large.</exception>
    internal static void Reserve(StorageFile target, FileCopyJob job, bool needsBlocks)
    {
        long length = job.SourceStatus.Length;
        SafeFileHandle handle = target.Handle;
        long needed = needsBlocks ? length : Math.Min(length, job.SourceStatus.AllocatedBytes);
        VolumeStatus volume = target.Volume();

        // Includes what is reserved for root: whether we may use that is unknown before we try.
        long available = volume.FreeBytes + target.Status().AllocatedBytes;
        if (needed > available && FileSystemNames.CountsSpace(volume))
        {
            throw new NativeIOException(
                "find room for",
                job.Target.Path,
                NativeError.Of(NativeErrorKind.NoSpace),
                length: needed,
                hint: FormattableString.Invariant($"{available} bytes are available: free some, or name another volume."));
        }

        NativeResult reserved = needsBlocks
            ? Interruptions.Retry(() => NativePlatform.Files.Reserve(handle, 0, length, SpaceReservation.SetLength))
            : Interruptions.Retry(() => NativePlatform.Files.SetLength(handle, length));
        if (reserved.Error.Kind == NativeErrorKind.NotSupported)
        {
            reserved = Interruptions.Retry(() => NativePlatform.Files.SetLength(handle, length));
        }

        if (reserved.Failed)
        {
            throw new NativeIOException(
                "reserve space for", job.Target.Path, reserved.Error, length: length, hint: HintFor(reserved.Error));
        }
    }

    private static string? HintFor(NativeError error) => error.Kind switch
    {
        NativeErrorKind.NoSpace => "Free some space, or name another volume.",
        NativeErrorKind.QuotaExceeded => "Free some space, or ask for a larger quota.",
        _ => null,
    };
}
