using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// A directory opened for access to individual names in it. One that may be searched but not read (mode 711) suffices;
/// only listing its names needs more.
/// </summary>
/// <remarks>Thread-safe.</remarks>
internal static class HoldingDirectory
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);

    /// <summary>Opens the directory; symbolic links are followed.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller, or null on failure.</param>
    /// <param name="isReadable">True if its names can be listed.</param>
    /// <returns>0, or the error.</returns>
    internal static NativeResult Open(FilePath path, out SafeFileHandle? handle, out bool isReadable)
    {
        SafeFileHandle? opened = null;
        NativeResult result = Interruptions.Retry(() => NativePlatform.Trees.OpenDirectory(path, out opened));
        isReadable = result.Succeeded;
        if (result.Error.Kind == NativeErrorKind.AccessDenied)
        {
            result = Interruptions.Retry(() => NativePlatform.Trees.OpenForNames(path, out opened));
        }

        handle = opened;
        return result;
    }

    /// <summary>
    /// Opens the directory only for names in it; the permission to search it is needed when they are used.
    /// </summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller, or null on failure.</param>
    /// <returns>0, or the error.</returns>
    internal static NativeResult Open(FilePath path, out SafeFileHandle? handle)
    {
        SafeFileHandle? opened = null;
        NativeResult result = Interruptions.Retry(() => NativePlatform.Trees.OpenForNames(path, out opened));
        handle = opened;
        return result;
    }

    /// <summary>Waits until the names in it are durable.</summary>
    /// <param name="handle">From <see cref="Open(FilePath, out SafeFileHandle?, out bool)"/>.</param>
    /// <param name="isReadable">True if it was opened for reading.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// The system flushes only directories that are open for reading. But wherever names can be created or removed, a
    /// file without a name can be created, and any file can be used to flush the whole file system.
    /// </remarks>
    internal static NativeResult Flush(SafeFileHandle handle, bool isReadable)
    {
        if (isReadable)
        {
            return Interruptions.Retry(() => NativePlatform.Files.FlushAll(handle));
        }

        SafeFileHandle? file = null;
        NativeResult made = Interruptions.Retry(() => NativePlatform.Trees.Open(
            handle, s_itself, EntryOpening.CreateUnnamed, FilePermissions.OwnFile, out file));
        using (file)
        {
            return made.Failed ? made : Interruptions.Retry(() => NativePlatform.Files.FlushFileSystem(file!));
        }
    }
}
