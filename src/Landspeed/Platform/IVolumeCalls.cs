using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>
/// The system's calls that make a device from a file, and mount the file system on it. All of them need root.
/// </summary>
/// <remarks>
/// One system call per method, without policy and without exceptions for what the system refuses. Thread-safe. Source:
/// loop(4), mount(2), umount(2).
/// </remarks>
internal interface IVolumeCalls
{
    /// <summary>Finds a loop device without a file; another process may take it at any time.</summary>
    /// <returns>Its number; or the error.</returns>
    NativeResult FindFreeLoop();

    /// <summary>Opens a loop device.</summary>
    /// <param name="number">From <see cref="FindFreeLoop"/>.</param>
    /// <param name="device">The open device, owned by the caller, or null on failure.</param>
    /// <param name="name">Its name in the file system.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenLoop(int number, out SafeFileHandle? device, out FilePath name);

    /// <summary>
    /// Attaches a file that is read and written without the page cache; it is detached with the last user of the
    /// device.
    /// </summary>
    /// <param name="device">A free loop device.</param>
    /// <param name="image">Open for reading and writing; not needed afterwards.</param>
    /// <param name="sectorSize">
    /// Sector size in bytes: 512 to 4,096, a multiple of what direct I/O on the file needs.
    /// </param>
    /// <returns>0, or the error; busy if another process was faster.</returns>
    NativeResult AttachLoop(SafeFileHandle device, SafeFileHandle image, int sectorSize);

    /// <summary>Checks whether a loop device accesses its file without the page cache.</summary>
    /// <param name="device">A device with an attached file.</param>
    /// <returns>1 if it does, 0 if it does not; or the error.</returns>
    NativeResult IsLoopDirect(SafeFileHandle device);

    /// <summary>Mounts a file system.</summary>
    /// <param name="device">Name of its device.</param>
    /// <param name="directory">The mount point.</param>
    /// <param name="type">Its type, for example <c>ext4</c>.</param>
    /// <param name="options">Options of the file system, comma separated; may be empty.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Mount(FilePath device, FilePath directory, string type, string options);

    /// <summary>Unmounts the file system mounted at a directory.</summary>
    /// <param name="directory">The directory; a symbolic link is not followed.</param>
    /// <param name="isLazy">True to remove the name at once, and the rest with the last open file.</param>
    /// <returns>0, or the error; busy if files are open.</returns>
    NativeResult Unmount(FilePath directory, bool isLazy);
}
