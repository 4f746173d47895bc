using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Volumes;

/// <summary>A file as a block device, read and written without the page cache.</summary>
/// <remarks>
/// The file stays attached until this is disposed and nothing on the device is mounted any more: a process that dies
/// leaves no device behind. For use by one thread. Needs root. Source: loop(4).
/// </remarks>
internal sealed class LoopDevice : IDisposable
{
    // The kernel accepts no other sector sizes for a loop device.
    private const int LeastSector = 512;
    private const int LargestSector = 4096;
    private const int MostAttempts = 64;

    private const string NeedsNodes = "Loop devices need root and their device nodes, which containers rarely have.";

    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(1);

    private readonly SafeFileHandle _device;

    private LoopDevice(SafeFileHandle device, FilePath name) => (_device, Name) = (device, name);

    /// <summary>Its name, for example <c>/dev/loop0</c>.</summary>
    internal FilePath Name { get; }

    /// <summary>Attaches a file to a free device.</summary>
    /// <param name="image">The image, open for reading and writing; owned by the caller, who may close it.</param>
    /// <exception cref="NativeIOException">
    /// The system call failed, or the device would access the file through the page cache; nothing is attached.
    /// </exception>
    internal static LoopDevice Attach(StorageFile image)
    {
        int sector = Math.Clamp(Math.Max(image.Geometry.OffsetAlignment, image.Geometry.ReadOffsetAlignment), LeastSector, LargestSector);
        for (int attempt = 1; ; attempt++)
        {
            NativeResult free = Interruptions.Retry(NativePlatform.Volumes.FindFreeLoop);
            Require(free, "find a free loop device for", image.Path, NeedsNodes);
            NativeResult opened = NativePlatform.Volumes.OpenLoop((int)free.Value, out SafeFileHandle? device, out FilePath name);
            Require(opened, "open", name, NeedsNodes);
            NativeResult attached = Interruptions.Retry(() => NativePlatform.Volumes.AttachLoop(device!, image.Handle, sector));
            if (attached.Succeeded && NativePlatform.Volumes.IsLoopDirect(device!).Value == 1)
            {
                return new LoopDevice(device!, name);
            }

            device!.Dispose();
            if (attached.Succeeded)
            {
                throw new NativeIOException(
                    "attach to a loop device", image.Path, NativeError.Of(NativeErrorKind.NotSupported), hint: "Its file system has no direct I/O, so everything would pass the page cache twice.");
            }

            // Another process may have been faster, again and again.
            if (attached.Error.Kind != NativeErrorKind.Busy || attempt == MostAttempts)
            {
                Require(attached, "attach to a loop device", image.Path, hint: null);
            }
        }
    }

    /// <summary>Mounts the device's file system.</summary>
    /// <param name="directory">The mount point.</param>
    /// <param name="type">Its type, for example <c>ext4</c>.</param>
    /// <param name="options">Options of the file system, comma separated; may be empty.</param>
    /// <exception cref="NativeIOException">The system call failed.</exception>
    internal void Mount(FilePath directory, string type, string options) => Require(
        Interruptions.Retry(() => NativePlatform.Volumes.Mount(Name, directory, type, options)),
        $"mount {type} of {Name.Display} at", directory, "The kernel may not know this file system, or lack the right to mount.");

    /// <summary>Unmounts the loop device of a file; anything else mounted there stays.</summary>
    /// <param name="directory">The mount point.</param>
    /// <param name="image">The file.</param>
    /// <remarks>
    /// May be called from any thread. If files are still open, the rest of the volume is released when they are closed.
    /// </remarks>
    internal static void Unmount(FilePath directory, FilePath image)
    {
        if (!NativePlatform.Files.StatusOf(image, out FileStatus file).Succeeded
            || !NativePlatform.Files.StatusOf(directory, out FileStatus root).Succeeded
            || NativePlatform.Host.LoopDeviceOn(file) is not { } loop)
        {
            return;
        }

        VolumeFacts volume = NativePlatform.Host.Volume(root, directory.Text);
        if (volume.Device.Name == loop
            && !SpinWait.SpinUntil(() => NativePlatform.Volumes.Unmount(directory, isLazy: false).Error.Kind != NativeErrorKind.Busy, s_patience))
        {
            NativePlatform.Volumes.Unmount(directory, isLazy: true);
        }
    }

    /// <summary>Releases the device; what is mounted stays.</summary>
    public void Dispose() => _device.Dispose();

    private static void Require(NativeResult result, string operation, FilePath path, string? hint)
    {
        if (result.Failed)
        {
            throw new NativeIOException(operation, path, result.Error, hint: hint);
        }
    }
}
