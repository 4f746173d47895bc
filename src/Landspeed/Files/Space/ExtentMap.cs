using System.Diagnostics.CodeAnalysis;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Files.Space;

/// <summary>How a file's bytes are mapped to the device at one moment.</summary>
/// <remarks>Immutable and thread-safe.</remarks>
internal sealed class ExtentMap
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

    /// <summary>Length of the file in bytes when the map was read.</summary>
    public long Length { get; }

    /// <summary>Bytes mapped after the file's end: rounding to blocks, and reservations that keep the length.</summary>
    public long BeyondEndBytes { get; }

    /// <summary>
    /// The mappings in file order, including holes: they cover 0 to <see cref="Length"/> without gap or overlap.
    /// </summary>
    public IReadOnlyList<FileExtent> Extents => _extents;

    /// <summary>
    /// Number of physically contiguous runs, counted as filefrag does: extents that are adjacent in the file form one
    /// run if they are adjacent on the device, or as far apart there as in the file, so that a hole does not end a run.
    /// Inline data and data without an address are not counted. A compressed piece continues a run if it begins within
    /// the previous one's length.
    /// </summary>
    public int FragmentCount => _runLengths.Length;

    /// <summary>Median of the runs' mapped bytes, the lower of two; 0 if there is no run.</summary>
    public long MedianRunLength => _runLengths.Length == 0 ? 0 : _runLengths[(_runLengths.Length - 1) / 2];

    /// <summary>Reads the map.</summary>
    /// <param name="file">An open file; owned by the caller.</param>
    /// <param name="query">
    /// What to do with dirty data, which may have no address yet or may be hidden by a reservation.
    /// </param>
    /// <param name="map">The map, or null if the file system does not report it.</param>
    /// <param name="reason">Why there is no map, or null if there is one.</param>
    /// <returns>True if the map was read.</returns>
    /// <exception cref="NativeIOException">
    /// Another system error occurred, for example while writing dirty data back.
    /// </exception>
    /// <exception cref="ObjectDisposedException">The file is closed.</exception>
    /// <remarks>
    /// One system call per 1,000 extents. If the file changes at the same time, the map shows no single moment. Source:
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

        reason = $"{file.FileSystemName} does not report where its files are stored ({error.InParentheses})";
        return false;
    }

    /// <summary>Adds up the bytes of a range by state.</summary>
    /// <param name="offset">First byte, 0 or more.</param>
    /// <param name="length">Bytes, 0 or more; bytes after the file's end do not count.</param>
    /// <returns>The bytes by state.</returns>
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

    /// <summary>Builds a map from what the file system reported.</summary>
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
/// <param name="Offset">File offset of the first byte.</param>
/// <param name="Length">Bytes, 1 or more.</param>
/// <param name="PhysicalOffset">
/// Device offset of the first byte, or null for holes, inline data and data without an address.
/// </param>
/// <param name="State">What is stored in this range.</param>
/// <param name="Properties">Special properties.</param>
internal readonly record struct FileExtent(
    long Offset, long Length, long? PhysicalOffset, ExtentState State, ExtentProperties Properties)
{
    /// <summary>File offset after the last byte.</summary>
    public long End => Offset + Length;
}

/// <summary>What is stored in a range of a file.</summary>
internal enum ExtentState
{
    /// <summary>Data on the device.</summary>
    Written,

    /// <summary>Blocks reserved but never written: reads as zeros without accessing the device.</summary>
    Unwritten,

    /// <summary>No blocks: reads as zeros without accessing the device.</summary>
    Hole,

    /// <summary>Data in the page cache that has no address on the device yet.</summary>
    DelayedAllocation,
}

/// <summary>Special properties of an extent.</summary>
[Flags]
internal enum ExtentProperties
{
    /// <summary>No special properties.</summary>
    None = 0,

    /// <summary>Other files, or other ranges of this one, use the same blocks.</summary>
    Shared = 1,

    /// <summary>Compressed or encrypted: its length in the file is not its length on the device.</summary>
    Encoded = 2,

    /// <summary>
    /// The data is stored inside metadata, or in a block with other files' data; it has no blocks of its own.
    /// </summary>
    Inline = 4,
}

/// <summary>Bytes of a range by state; the first four add up to the range.</summary>
/// <param name="WrittenBytes">Data on the device.</param>
/// <param name="UnwrittenBytes">Reserved but never written.</param>
/// <param name="HoleBytes">Without blocks.</param>
/// <param name="DelayedBytes">In the page cache only.</param>
/// <param name="SharedBytes">The bytes among all these whose blocks are also used elsewhere.</param>
internal readonly record struct ExtentTotals(
    long WrittenBytes, long UnwrittenBytes, long HoleBytes, long DelayedBytes, long SharedBytes);
