using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>The system's calls on memory: one system call per method, without policy.</summary>
/// <remarks>Thread-safe; allocates nothing on the managed heap.</remarks>
internal interface IMemoryCalls
{
    /// <summary>Page size in bytes.</summary>
    int PageSize { get; }

    /// <summary>Huge page size in bytes, or 0 if huge pages cannot be requested by advice.</summary>
    int HugePageSize { get; }

    /// <summary>Maps private, zeroed memory that is not backed yet.</summary>
    /// <param name="length">Bytes, a multiple of the page size.</param>
    /// <param name="address">Start, aligned to pages; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapAnonymous(long length, out nint address);

    /// <summary>Maps a range of a file as shared memory without touching it.</summary>
    /// <param name="handle">A file open for reading.</param>
    /// <param name="offset">First byte, a multiple of the page size.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="address">Start; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapFile(SafeFileHandle handle, long offset, long length, out nint address);

    /// <summary>Maps a range of a file as shared memory, so that writing to the memory writes to the file.</summary>
    /// <param name="handle">A file open for reading and writing.</param>
    /// <param name="offset">First byte, a multiple of the page size.</param>
    /// <param name="length">Bytes, 1 or more; touching a page beyond the end of the file ends the process.</param>
    /// <param name="address">Start; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapFileForWriting(SafeFileHandle handle, long offset, long length, out nint address);

    /// <summary>Unmaps memory.</summary>
    /// <param name="address">Start of a mapping or of a page inside it.</param>
    /// <param name="length">Bytes.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Unmap(nint address, long length);

    /// <summary>Advises the system about mapped memory.</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="advice">The advice.</param>
    /// <returns>0, or the error; refused advice changes nothing.</returns>
    NativeResult Advise(nint address, long length, MemoryAdvice advice);

    /// <summary>Reports which pages of a mapping are in memory (mincore).</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="residency">
    /// One byte per page; bit 0 is set if it is resident. For a file that the user neither owns nor may write, all
    /// pages are reported as resident.
    /// </param>
    /// <returns>0, or the error.</returns>
    NativeResult Residency(nint address, long length, Span<byte> residency);
}

/// <summary>Advice to the system about mapped memory.</summary>
internal enum MemoryAdvice
{
    /// <summary>Backs the range with huge pages where possible.</summary>
    HugePages,

    /// <summary>
    /// Excludes the range from child processes: a page in flight is never copied away from the device.
    /// </summary>
    ExcludeFromFork,

    /// <summary>Faults in all pages now, writable (Linux 5.14).</summary>
    Populate,
}
