using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>
/// A directory that is opened for single names in it. One that may be searched but not read (mode 711) serves as well:
/// only listing its names needs more.
/// </summary>
/// <remarks>Safe for all threads.</remarks>
internal static class HoldingDirectory
{
    private static readonly FilePath s_itself = FilePath.FromBytes("."u8);

    /// <summary>Opens it; symbolic links are followed.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller; null on failure.</param>
    /// <param name="isReadable">Whether its names can be listed.</param>
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

    /// <summary>Opens it only for names in it; the right to search it is needed when they are used.</summary>
    /// <param name="path">The directory.</param>
    /// <param name="handle">The open directory, owned by the caller; null on failure.</param>
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
    /// <param name="isReadable">Whether it was opened to be read.</param>
    /// <returns>0, or the error.</returns>
    /// <remarks>
    /// The system flushes no directory that is not open for reading. But a file without a name can be made in it,
    /// wherever names can be made or removed, and the whole file system can be flushed by any file on it.
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
