using Microsoft.Win32.SafeHandles;

namespace Landspeed.Platform;

/// <summary>The system's calls on memory: one system call per method, no policy.</summary>
/// <remarks>Thread-safe; nothing allocates on the managed heap.</remarks>
internal interface IMemoryCalls
{
    /// <summary>Bytes of a page.</summary>
    int PageSize { get; }

    /// <summary>Bytes of a huge page, 0 where the system has none that can be asked for by advice.</summary>
    int HugePageSize { get; }

    /// <summary>Maps private memory, zeroed, not yet backed.</summary>
    /// <param name="length">Bytes, a multiple of the page size.</param>
    /// <param name="address">Start, aligned to pages; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapAnonymous(long length, out nint address);

    /// <summary>Maps a range of a file, shared, without touching it.</summary>
    /// <param name="handle">A file open for reading.</param>
    /// <param name="offset">First byte, a multiple of the page size.</param>
    /// <param name="length">Bytes, 1 or more.</param>
    /// <param name="address">Start; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapFile(SafeFileHandle handle, long offset, long length, out nint address);

    /// <summary>Maps a range of a file, shared, so that writing to the memory writes to the file.</summary>
    /// <param name="handle">A file open for reading and writing.</param>
    /// <param name="offset">First byte, a multiple of the page size.</param>
    /// <param name="length">Bytes, 1 or more; touching a page beyond the end of the file ends the process.</param>
    /// <param name="address">Start; owned by the caller until <see cref="Unmap"/>.</param>
    /// <returns>0, or the error.</returns>
    NativeResult MapFileForWriting(SafeFileHandle handle, long offset, long length, out nint address);

    /// <summary>Gives mapped memory back.</summary>
    /// <param name="address">Start of a mapping or of a page inside.</param>
    /// <param name="length">Bytes.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Unmap(nint address, long length);

    /// <summary>Advises the system about mapped memory.</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="advice">The advice.</param>
    /// <returns>0, or the error; a refused advice changes nothing.</returns>
    NativeResult Advise(nint address, long length, MemoryAdvice advice);

    /// <summary>Reports which pages of a mapping are in memory (mincore).</summary>
    /// <param name="address">Start, aligned to pages.</param>
    /// <param name="length">Bytes.</param>
    /// <param name="residency">One byte a page; bit 0 set when resident. Says all resident for a file that the user neither owns nor may write.</param>
    /// <returns>0, or the error.</returns>
    NativeResult Residency(nint address, long length, Span<byte> residency);
}

/// <summary>Advice to the system about mapped memory.</summary>
internal enum MemoryAdvice
{
    /// <summary>Back the range by huge pages where possible.</summary>
    HugePages,

    /// <summary>A child process does not get the range: a page in flight is never copied away from the device.</summary>
    ExcludeFromFork,

    /// <summary>Fault all pages in now, writable (Linux 5.14).</summary>
    Populate,
}
