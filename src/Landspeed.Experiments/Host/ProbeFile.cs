using System.Globalization;
using System.Runtime.InteropServices;
using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Host;

/// <summary>A file for trying things. Its name is removed before the first try, so that nothing remains.</summary>
/// <remarks>For use by one thread.</remarks>
internal sealed unsafe class ProbeFile : IDisposable
{
    // 65,536 bytes: a multiple of every alignment and block size in use.
    private const int Length = 1 << 16;

    // 4,096 bytes: a page, the least that a file system writes back.
    private const int DurableLength = 1 << 12;
    private readonly SafeFileHandle _handle;
    private readonly void* _memory;

    private ProbeFile(SafeFileHandle handle, FileStatus status)
    {
        _handle = handle;
        Status = status;
        _memory = NativeMemory.AlignedAlloc(Length, Length);
        NativeMemory.Clear(_memory, Length);
    }

    /// <summary>The file's status as the system reports it.</summary>
    internal FileStatus Status { get; }

    /// <summary>Returns a name that does not exist, for a file whose name is removed at once.</summary>
    /// <param name="directory">The directory for it.</param>
    internal static FilePath NameIn(FilePath directory) => directory.Join(FilePath.FromText(string.Create(
        CultureInfo.InvariantCulture, $".landspeed-probe-{NativePlatform.Host.RandomNumber():x16}")));

    /// <summary>Creates a probe file.</summary>
    /// <param name="directory">The directory for it.</param>
    /// <param name="probe">The file, or null if it cannot be created.</param>
    /// <returns>0, or the error.</returns>
    internal static NativeResult Create(FilePath directory, out ProbeFile? probe)
    {
        probe = null;
        FilePath name = NameIn(directory);
        NativeResult result = NativePlatform.Files.Open(
            name, FileAccessKind.ReadWrite, FileCreation.CreateNew, out SafeFileHandle? handle);
        if (handle is null)
        {
            return result;
        }

        NativePlatform.Files.Remove(name);
        result = NativePlatform.Files.Status(handle, out FileStatus status);
        probe = new ProbeFile(handle, status);
        return result;
    }

    /// <summary>Writes bypassing the page cache, then makes the file buffered again.</summary>
    internal NativeResult WriteDirect()
    {
        NativeResult result = NativePlatform.Files.EnableDirect(_handle);
        result = result.Failed ? result : Write(TransferFlags.None);
        NativePlatform.Files.DisableDirect(_handle);
        return result;
    }

    /// <summary>Writes, and requests that the pages be dropped afterwards.</summary>
    internal NativeResult WriteUncached() => Write(TransferFlags.Uncached);

    /// <summary>Writes 4 KiB at the start, and waits until they are durable.</summary>
    internal NativeResult WriteDurably()
    {
        NativeResult result = Interruptions.Retry(() =>
            NativePlatform.Files.Write(_handle, (nint)_memory, DurableLength, 0, TransferFlags.None));
        return result.Failed ? result : Interruptions.Retry(() => NativePlatform.Files.FlushData(_handle));
    }

    internal NativeResult CountCachedPages() => NativePlatform.Files.CachedPages(_handle, 0, 0, out _);

    internal NativeResult ReadExtents()
    {
        Span<NativeExtent> extents = stackalloc NativeExtent[1];
        return NativePlatform.Files.Extents(_handle, 0, extents, ExtentQuery.AsIs);
    }

    /// <summary>Sets an attribute like the one that our files carry.</summary>
    internal NativeResult SetAttribute() =>
        NativePlatform.Trees.SetAttribute(_handle, FilePath.FromText("user.landspeed.probe"), "1"u8);

    /// <summary>Releases the file and its memory.</summary>
    public void Dispose()
    {
        _handle.Dispose();
        NativeMemory.AlignedFree(_memory);
    }

    private NativeResult Write(TransferFlags flags) =>
        NativePlatform.Files.Write(_handle, (nint)_memory, Length, 0, flags);
}
