namespace Landspeed.Results.Extents;

/// <summary>
/// The extents of one or more files, and the runs that they form. An extent is one mapping that the file system
/// reports; a run consists of extents that follow each other both in the file and on the device.
/// </summary>
public sealed record ExtentsTotalsRecord
{
    /// <summary>Bytes in the file.</summary>
    public required long LengthBytes { get; init; }

    /// <summary>Mappings that the file system reported; holes do not count.</summary>
    public required long Extents { get; init; }

    /// <summary>Data on the device.</summary>
    public required ExtentAmountRecord Data { get; init; }

    /// <summary>Reserved but never written: reads as zeros without touching the device.</summary>
    public required ExtentAmountRecord Unwritten { get; init; }

    /// <summary>Ranges without blocks: read as zeros without touching the device.</summary>
    public required ExtentAmountRecord Holes { get; init; }

    /// <summary>Data in the page cache that has no address on the device yet.</summary>
    public required ExtentAmountRecord Delayed { get; init; }

    /// <summary>Data inside metadata, or in a block with other files' data.</summary>
    public required ExtentAmountRecord Inline { get; init; }

    /// <summary>Mappings, or parts of them, after the end of the file; they belong to no run.</summary>
    public required ExtentAmountRecord BeyondEnd { get; init; }

    /// <summary>Of all these within the file, blocks that other files, or other ranges of the file, also use.</summary>
    public required ExtentAmountRecord Shared { get; init; }

    /// <summary>
    /// Of all these within the file, compressed or encrypted: the sizes are those in the file; on the device they
    /// differ.
    /// </summary>
    public required ExtentAmountRecord Encoded { get; init; }

    /// <summary>The runs, and their bytes in the file.</summary>
    public required SizesRecord Runs { get; init; }

    /// <summary>Runs that start further on the device than the previous one ended, and how far.</summary>
    public required SizesRecord Forward { get; init; }

    /// <summary>Runs that start before the end of the previous one, and how far back.</summary>
    public required SizesRecord Backward { get; init; }

    /// <summary>
    /// Median of all distances, in either direction, at most 0.8 % too small, or null if there are none.
    /// </summary>
    public long? DistanceMedianBytes { get; init; }

    /// <summary>
    /// Runs that hold data: the number of places on the device to visit to read the file once from start to end.
    /// </summary>
    public required long ReadRuns { get; init; }

    /// <summary><see cref="ReadRuns"/> per GiB of data, or null if there is no data on the device.</summary>
    public double? SeeksPerGib { get; init; }
}

/// <summary>Extents of one kind.</summary>
/// <param name="Extents">Number of extents.</param>
/// <param name="Bytes">Their bytes in the file.</param>
public sealed record ExtentAmountRecord(long Extents, long Bytes);

/// <summary>Lengths or distances, and their distribution.</summary>
public sealed record SizesRecord
{
    /// <summary>Number of values.</summary>
    public required long Count { get; init; }

    /// <summary>Their sum.</summary>
    public required long Bytes { get; init; }

    /// <summary>The smallest, or null if there are none.</summary>
    public long? SmallestBytes { get; init; }

    /// <summary>The median, the lower one of two, at most 0.8 % too small, or null if there are none.</summary>
    public long? MedianBytes { get; init; }

    /// <summary>The largest, or null if there are none.</summary>
    public long? LargestBytes { get; init; }

    /// <summary>Number of values from each power of two to the next, smallest first; empty bins are left out.</summary>
    public IReadOnlyList<SizeBinRecord> Bins { get => field ?? []; init; }
}

/// <summary>Lengths or distances from a power of two to just below the next.</summary>
/// <param name="FromBytes">The power of two.</param>
/// <param name="Count">Number of values.</param>
/// <param name="Bytes">Their sum.</param>
public sealed record SizeBinRecord(long FromBytes, long Count, long Bytes);
