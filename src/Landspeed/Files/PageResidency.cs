using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files;

/// <summary>Reports how much of a file is in the page cache, or why that is unknown.</summary>
/// <remarks>Thread-safe. Does not change the cache.</remarks>
internal static class PageResidency
{
    // 256 MiB of file: 65,536 results of one byte each, small enough to stay out of the large object heap.
    private const long WindowLength = 256L * 1024 * 1024;

    private const string MappingIsTruthful = "mapping is only truthful for files that this user may write and read";

    /// <summary>Measures the residency of a range.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; bytes after the file's end do not count.</param>
    /// <returns>
    /// The bytes, with pages cut at the range's ends, or why they are unknown: for a file that the user neither owns
    /// nor may write, the kernel reports nothing, and mincore would even report everything as resident.
    /// </returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative.</exception>
    /// <exception cref="NativeIOException">Another system error occurred.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// Two system calls and 0.1 ms per GiB; before Linux 6.5, four calls per 256 MiB and 5 ms per GiB. Source:
    /// cachestat in Linux mm/filemap.c; mincore(2).
    /// </remarks>
    public static Residency Measure(StorageFile file, long offset, long length)
    {
        ArgumentNullException.ThrowIfNull(file);
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        length = Math.Min(length, file.Length - offset);
        if (length <= 0)
        {
            return new Residency(ResidencyMethod.CacheStatistics, 0, 0, 0, null);
        }

        NativeResult result = NativePlatform.Files.CachedPages(
            file.Handle, offset, length, out CachedPageCounts counts);
        if (result.Succeeded && FileSystemNames.ShowsFilesBelow(file.FileSystemName))
        {
            string below = $"{file.FileSystemName} has no pages of its own";
            return MayMap(file) ? MeasureByMapping(file, offset, length, below)
                : Residency.Unknown($"{below}, and {MappingIsTruthful}");
        }

        if (result.Succeeded)
        {
            return new Residency(
                ResidencyMethod.CacheStatistics,
                Bytes(counts.Cached, length),
                Bytes(counts.Dirty, length),
                Bytes(counts.Writeback, length),
                null);
        }

        return result.Error.Kind switch
        {
            NativeErrorKind.NotPermitted or NativeErrorKind.AccessDenied =>
                Residency.Unknown(
                    $"the file is neither owned nor writable by this user ({result.Error.InParentheses})"),
            NativeErrorKind.NotSupported when MayMap(file) =>
                MeasureByMapping(file, offset, length, result.Error.ToString()),
            NativeErrorKind.NotSupported =>
                Residency.Unknown(
                    $"the kernel has no page cache statistics ({result.Error.InParentheses}), and {MappingIsTruthful}"),
            _ => throw new NativeIOException("ask the page cache about", file.Path, result.Error, offset, length),
        };
    }

    /// <summary>Measures as needed before Linux 6.5 and on overlays; the range must be within the file.</summary>
    internal static Residency MeasureByMapping(StorageFile file, long offset, long length, string missing)
    {
        long pageSize = NativePlatform.Memory.PageSize;
        byte[] answers = new byte[WindowLength / pageSize];
        long end = offset + length;
        long pages = 0;
        for (long start = Alignment.AlignDown(offset, pageSize); start < end; start += WindowLength)
        {
            NativeResult result = CountPages(file.Handle, start, Math.Min(WindowLength, end - start), answers);
            if (result.Failed)
            {
                return Residency.Unknown($"the file cannot be mapped ({result.Error.InParentheses})");
            }

            pages += result.Value;
        }

        return new Residency(
            ResidencyMethod.Mapping,
            Bytes(pages, length),
            null,
            null,
            $"the mapping does not show which pages are dirty ({missing})");
    }

    private static NativeResult CountPages(SafeFileHandle handle, long start, long length, byte[] answers)
    {
        IMemoryCalls memory = NativePlatform.Memory;
        NativeResult mapped = memory.MapFile(handle, start, length, out nint address);
        if (mapped.Failed)
        {
            return mapped;
        }

        try
        {
            int count = (int)((length + memory.PageSize - 1) / memory.PageSize);
            NativeResult asked = memory.Residency(address, length, answers);
            return asked.Failed ? asked : new NativeResult(count - CountEven(answers.AsSpan(0, count)));
        }
        finally
        {
            memory.Unmap(address, length);
        }
    }

    // Only bit 0 of a result is defined.
    private static int CountEven(ReadOnlySpan<byte> answers)
    {
        int even = 0;
        foreach (byte answer in answers)
        {
            even += ~answer & 1;
        }

        return even;
    }

    private static bool MayMap(StorageFile file) =>
        file.CanRead && (file.CanWrite || Environment.IsPrivilegedProcess);

    private static long Bytes(long pages, long length) => Math.Min(pages * NativePlatform.Memory.PageSize, length);
}

/// <summary>How much of a file's range was in the page cache at one moment.</summary>
/// <param name="Method">How it was measured.</param>
/// <param name="ResidentBytes">Bytes in the page cache, in whole pages, or null if unknown.</param>
/// <param name="DirtyBytes">
/// The changed bytes among these that are not being written to the device yet, or null if unknown.
/// </param>
/// <param name="WritebackBytes">The bytes among these that are being written to the device, or null if unknown.</param>
/// <param name="UnknownReason">Why something is unknown, or null if nothing is.</param>
internal readonly record struct Residency(
    ResidencyMethod Method, long? ResidentBytes, long? DirtyBytes, long? WritebackBytes, string? UnknownReason)
{
    /// <summary>True if the resident bytes are known.</summary>
    public bool IsKnown => ResidentBytes is not null;

    internal static Residency Unknown(string reason) => new(ResidencyMethod.None, null, null, null, reason);
}

/// <summary>How page residency was measured.</summary>
internal enum ResidencyMethod
{
    /// <summary>Not measured; the reason is given beside it.</summary>
    None,

    /// <summary>The page cache's own statistics (cachestat, Linux 6.5).</summary>
    CacheStatistics,

    /// <summary>Mapping the file and querying each page (mincore); does not show dirty pages.</summary>
    Mapping,
}
