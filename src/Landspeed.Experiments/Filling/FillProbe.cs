using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Filling;
using Landspeed.Files.Space;
using Landspeed.Platform;
using Landspeed.Quantities;
using Landspeed.Results.Filling;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Filling;

/// <summary>
/// Creates a file without a name, and counts its runs: appended as most programs write, and reserved at once. It
/// disappears when it is closed.
/// </summary>
/// <param name="directory">Its directory; owned by the caller.</param>
/// <param name="path">Its path, for messages.</param>
/// <param name="length">Bytes of the file, a multiple of 64 KiB.</param>
internal sealed class FillProbe(SafeFileHandle directory, FilePath path, long length)
{
    /// <summary>Bytes per write, 65,536: as most programs copy.</summary>
    internal const int WriteSize = 64 << 10;

    // A large file from a user's point of view, and half a second's work for a disk.
    private const long MostBytes = 64L << 20;

    /// <summary>
    /// Returns the bytes that two examinations write: in each the first file is written, the second only reserved.
    /// </summary>
    /// <param name="length">Bytes of the file.</param>
    internal static long WrittenBytes(long length) => 2 * length;

    /// <summary>Says what it does, for a plan.</summary>
    /// <param name="length">Bytes of the file.</param>
    internal static string Words(long length)
    {
        string size = new ByteCount(length).ToDisplay();
        return length == 0 ? "none: not enough free space"
            : $"of {size}, before and after, to count its pieces: written from start to end, then reserved at once; "
                + "it has no name and disappears";
    }

    /// <summary>Returns the size of the probe for a volume.</summary>
    /// <param name="room">Maximum number of bytes that it may occupy.</param>
    /// <returns>Bytes, or 0 if there is not enough space.</returns>
    internal static long LengthFor(long room) => Alignment.AlignDown(Math.Clamp(room, 0, MostBytes), WriteSize);

    /// <summary>Counts the runs.</summary>
    /// <param name="settle">Waits until the file system has freed the released blocks: the second file finds the same
    /// free space as the first.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>The runs, or null with the reason if they cannot be determined.</returns>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal (ProbeRecord? Probe, string? Reason) Look(Action settle, CancellationToken stop)
    {
        if (length == 0)
        {
            return (null, "there is no room for it");
        }

        try
        {
            int? appended = Runs(file => Append(file, stop), out string? reason);
            if (appended is not { } one)
            {
                return (null, reason);
            }

            settle();
            return Runs(Reserve, out reason) is { } other ? (new ProbeRecord(length, one, other), null) : (null, reason);
        }
        catch (NativeIOException refused)
        {
            return (null, refused.Message);
        }
    }

    private int? Runs(Action<SafeFileHandle> make, out string? reason)
    {
        NativeResult made = NativePlatform.Trees.Open(
            directory, FilePath.FromBytes("."u8), EntryOpening.CreateUnnamed, FilePermissions.OwnFile, out SafeFileHandle? handle);
        if (made.Failed)
        {
            throw new NativeIOException("make a file without a name in", path, made.Error);
        }

        using (handle)
        {
            make(handle!);
            using StorageFile file = StorageFile.AdoptProven(handle!, path, new StorageFileOptions { Access = FileAccessKind.ReadWrite });
            return ExtentMap.TryRead(file, ExtentQuery.WriteBackFirst, out ExtentMap? map, out reason) ? map.FragmentCount : null;
        }
    }

    private void Append(SafeFileHandle file, CancellationToken stop)
    {
        var data = new IncompressibleData(1);
        var bytes = new WholeTransfer(file, path);
        byte[] buffer = new byte[WriteSize];
        for (long offset = 0; offset < length; offset += WriteSize)
        {
            stop.ThrowIfCancellationRequested();
            data.Fill(buffer);
            bytes.Write(buffer, offset);
        }
    }

    private void Reserve(SafeFileHandle file)
    {
        NativeResult reserved = Interruptions.Retry(() => NativePlatform.Files.Reserve(file, 0, length, SpaceReservation.SetLength));
        if (reserved.Failed)
        {
            throw new NativeIOException("reserve a probe in", path, reserved.Error, 0, length);
        }
    }
}
