using System.Diagnostics.CodeAnalysis;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Space;

/// <summary>How a file's bytes are mapped to the device, at one moment.</summary>
/// <remarks>Immutable and safe for all threads.</remarks>
public sealed class ExtentMap
{
    private readonly FileExtent[] _extents;
    private readonly long[] _runLengths;

    private ExtentMap(FileExtent[] extents, long length, long beyondEndBytes)
    {
        _extents = extents;
        Length = length;
        BeyondEndBytes = beyondEndBytes;
        _runLengths = RunLengths(extents);
    }

    /// <summary>Bytes in the file when it was read.</summary>
    public long Length { get; }

    /// <summary>Bytes mapped after the file's end, rounding to blocks and reservations that keep the
    /// length.</summary>
    public long BeyondEndBytes { get; }

    /// <summary>The mappings in file order, holes included: they cover 0 to <see cref="Length"/> without gap
    /// or overlap.</summary>
    public IReadOnlyList<FileExtent> Extents => _extents;

    /// <summary>
    /// Physically contiguous runs, as filefrag counts them: neighbours in the file that are neighbours on the device,
    /// or as far apart there as in the file, are one run, so a hole is no break. Inline data and data without an address
    /// count nothing. Compressed pieces continue a run when the next begins within the previous one's length.
    /// </summary>
    public int FragmentCount => _runLengths.Length;

    /// <summary>Median of the runs' mapped bytes, the lower one of two; 0 where there is no run.</summary>
    public long MedianRunLength => _runLengths.Length == 0 ? 0 : _runLengths[(_runLengths.Length - 1) / 2];

    /// <summary>Reads the map.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <param name="query">What happens to dirty data, which may have no address yet, or hide behind a
    /// reservation.</param>
    /// <param name="map">The map; null where the file system does not report it.</param>
    /// <param name="reason">Why there is no map; null where there is one.</param>
    /// <returns>Whether there is a map.</returns>
    /// <exception cref="NativeIOException">The system failed otherwise, for example while writing dirty data
    /// back.</exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call per 1,000 extents. A file that changes meanwhile gives a map of no single moment. Source:
    /// Linux Documentation/filesystems/fiemap.rst.
    /// </remarks>
    public static bool TryRead(
        StorageFile file,
        ExtentQuery query,
        [NotNullWhen(true)] out ExtentMap? map,
        [NotNullWhen(false)] out string? reason)
    {
        ArgumentNullException.ThrowIfNull(file);
        long length = file.Length;
        List<NativeExtent> extents = [];
        NativeError error = ReadAll(file.Handle, query, extents);
        map = null;
        reason = null;
        if (!error.IsError)
        {
            map = Build(extents, length);
            return true;
        }

        if (error.Kind != NativeErrorKind.NotSupported)
        {
            throw new NativeIOException("read the extents of", file.Path, error);
        }

        reason = $"{file.FileSystemName} does not report where its files lie ({error.Description})";
        return false;
    }

    /// <summary>Adds up a range.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; what lies after the file's end counts nothing.</param>
    /// <returns>The bytes by what lies behind them.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Offset or length is negative.</exception>
    public ExtentTotals Totals(long offset, long length)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(offset);
        ArgumentOutOfRangeException.ThrowIfNegative(length);
        long end = length > long.MaxValue - offset ? long.MaxValue : offset + length;
        Span<long> byState = stackalloc long[4];
        byState.Clear();
        long shared = 0;
        foreach (ref readonly FileExtent extent in _extents.AsSpan())
        {
            long bytes = Math.Max(0, Math.Min(extent.End, end) - Math.Max(extent.Offset, offset));
            byState[(int)extent.State] += bytes;
            shared += (extent.Properties & ExtentProperties.Shared) != 0 ? bytes : 0;
        }

        return new ExtentTotals(
            byState[(int)ExtentState.Written],
            byState[(int)ExtentState.Unwritten],
            byState[(int)ExtentState.Hole],
            byState[(int)ExtentState.DelayedAllocation],
            shared);
    }

    /// <summary>Makes a map of what the file system reported.</summary>
    internal static ExtentMap Build(IEnumerable<NativeExtent> reported, long length)
    {
        var extents = new List<FileExtent>();
        var cover = new ExtentCover();
        cover.Start(length);
        foreach (NativeExtent native in reported)
        {
            (bool hasHole, bool hasExtent) = cover.Add(native, out FileExtent hole, out FileExtent extent);
            if (hasHole)
            {
                extents.Add(hole);
            }

            if (hasExtent)
            {
                extents.Add(extent);
            }
        }

        if (cover.End(out FileExtent last))
        {
            extents.Add(last);
        }

        return new ExtentMap([.. extents], length, cover.BeyondEndBytes);
    }

    private static NativeError ReadAll(SafeFileHandle handle, ExtentQuery query, List<NativeExtent> extents)
    {
        var reader = new ExtentReader();
        reader.Start(handle, query);
        while (true)
        {
            NativeError error = reader.Next(out ReadOnlySpan<NativeExtent> some);
            if (error.IsError || some.IsEmpty)
            {
                return error;
            }

            extents.AddRange(some);
        }
    }

    private static long[] RunLengths(ReadOnlySpan<FileExtent> extents)
    {
        var lengths = new List<long>();
        var runs = new FragmentRuns();
        foreach (ref readonly FileExtent extent in extents)
        {
            RunStep step = runs.Add(extent);
            if (step.StartsRun)
            {
                lengths.Add(extent.Length);
            }
            else if (step.IsMapped)
            {
                lengths[^1] += extent.Length;
            }
        }

        lengths.Sort();
        return [.. lengths];
    }
}

/// <summary>One mapping as the file system reports it, or a hole between two.</summary>
/// <param name="Offset">First byte in the file.</param>
/// <param name="Length">Bytes, 1 or more.</param>
/// <param name="PhysicalOffset">First byte on the device; null for holes, inline data and data without a
/// place.</param>
/// <param name="State">What lies behind it.</param>
/// <param name="Properties">What is special.</param>
public readonly record struct FileExtent(
    long Offset, long Length, long? PhysicalOffset, ExtentState State, ExtentProperties Properties)
{
    /// <summary>First byte after it in the file.</summary>
    public long End => Offset + Length;
}

/// <summary>What lies behind a range of a file.</summary>
public enum ExtentState
{
    /// <summary>Data on the device.</summary>
    Written,

    /// <summary>Blocks reserved and never written: reads as zeros without touching the device.</summary>
    Unwritten,

    /// <summary>No blocks: reads as zeros without touching the device.</summary>
    Hole,

    /// <summary>Data in the page cache that has no address on the device yet.</summary>
    DelayedAllocation,
}

/// <summary>What is special about an extent.</summary>
[Flags]
public enum ExtentProperties
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Other files, or other ranges of this one, use the same blocks.</summary>
    Shared = 1,

    /// <summary>Compressed or encrypted: its length in the file is not its length on the device.</summary>
    Encoded = 2,

    /// <summary>The data lies inside metadata, or in a block with other files' data; it has no blocks of its
    /// own.</summary>
    Inline = 4,
}

/// <summary>Bytes of a range by what lies behind them; the first four add up to the range.</summary>
/// <param name="WrittenBytes">Data on the device.</param>
/// <param name="UnwrittenBytes">Reserved and never written.</param>
/// <param name="HoleBytes">Without blocks.</param>
/// <param name="DelayedBytes">In the page cache only.</param>
/// <param name="SharedBytes">Of all these, in blocks that are used elsewhere too.</param>
public readonly record struct ExtentTotals(
    long WrittenBytes, long UnwrittenBytes, long HoleBytes, long DelayedBytes, long SharedBytes);
