using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>Calls that make a device of a file, and mount what lies on it. All of them need root.</summary>
/// <remarks>
/// One system call per method, no policy, no exception for what the machine refuses. Thread-safe. Source: loop(4), mount(2), umount(2).
/// </remarks>
internal interface IVolumeCalls
{
    /// <summary>Finds a loop device that no file is attached to; another process may take it at any time.</summary>
    /// <returns>Its number; or the error.</returns>
    NativeResult FindFreeLoop();

    /// <summary>Opens a loop device.</summary>
    /// <param name="number">From <see cref="FindFreeLoop"/>.</param>
    /// <param name="device">The open device, owned by the caller; null on failure.</param>
    /// <param name="name">Its name in the file system.</param>
    /// <returns>0, or the error.</returns>
    NativeResult OpenLoop(int number, out SafeFileHandle? device, out FilePath name);

    /// <summary>Attaches a file, to be read and written without the page cache; it is let go of with the last user of the device.</summary>
    /// <param name="device">A free loop device.</param>
    /// <param name="image">Open for reading and writing; needed no more afterwards.</param>
    /// <param name="sectorSize">Bytes of a sector: 512 to 4,096, a multiple of what direct I/O on the file needs.</param>
    /// <returns>0, or the error; busy where another process was faster.</returns>
    NativeResult AttachLoop(SafeFileHandle device, SafeFileHandle image, int sectorSize);

    /// <summary>Asks whether a loop device reads and writes its file without the page cache.</summary>
    /// <param name="device">A device with a file.</param>
    /// <returns>1 when it does, 0 when it does not; or the error.</returns>
    NativeResult IsLoopDirect(SafeFileHandle device);

    /// <summary>Mounts a file system.</summary>
    /// <param name="device">Name of the device it lies on.</param>
    /// <param name="directory">Where.</param>
    /// <param name="type">Its type, for example <c>ext4</c>.</param>
    /// <param name="options">Its own options, comma separated; may be empty.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Mount(FilePath device, FilePath directory, string type, string options);

    /// <summary>Unmounts what is mounted at a directory.</summary>
    /// <param name="directory">The directory; a symbolic link is not followed.</param>
    /// <param name="isLazy">Whether the name is taken away at once, and the rest with the last file that is open.</param>
    /// <returns>0, or the error; busy where files are open.</returns>
    NativeResult Unmount(FilePath directory, bool isLazy);
}
