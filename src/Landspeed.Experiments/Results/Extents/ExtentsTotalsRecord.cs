namespace Landspeed.Experiments.Results.Extents;

/// <summary>
/// Extents, and the runs that they form, of a file or of many. An extent is one mapping that the file system reports; a run is made of
/// extents that follow each other in the file and on the device.
/// </summary>
public sealed record ExtentsTotalsRecord
{
    /// <summary>Bytes in the file.</summary>
    public required long LengthBytes { get; init; }

    /// <summary>Mappings that the file system reported; holes are none.</summary>
    public required long Extents { get; init; }

    /// <summary>Data on the device.</summary>
    public required ExtentAmountRecord Data { get; init; }

    /// <summary>Reserved and never written: reads as zeros without touching the device.</summary>
    public required ExtentAmountRecord Unwritten { get; init; }

    /// <summary>Ranges without blocks: read as zeros without touching the device.</summary>
    public required ExtentAmountRecord Holes { get; init; }

    /// <summary>Data in the page cache that has no address on the device yet.</summary>
    public required ExtentAmountRecord Delayed { get; init; }

    /// <summary>Data inside metadata, or in a block with other files' data.</summary>
    public required ExtentAmountRecord Inline { get; init; }

    /// <summary>Mappings, or parts of them, after the end of the file; in no run.</summary>
    public required ExtentAmountRecord BeyondEnd { get; init; }

    /// <summary>Of all these within the file, blocks that other files, or other ranges of the file, use too.</summary>
    public required ExtentAmountRecord Shared { get; init; }

    /// <summary>Of all these within the file, compressed or encrypted: the bytes are those in the file, on the device they are others.</summary>
    public required ExtentAmountRecord Encoded { get; init; }

    /// <summary>The runs, and their bytes in the file.</summary>
    public required SizesRecord Runs { get; init; }

    /// <summary>Runs that begin further on the device than the one before ended, and how far.</summary>
    public required SizesRecord Forward { get; init; }

    /// <summary>Runs that begin before the end of the one before, and how far back.</summary>
    public required SizesRecord Backward { get; init; }

    /// <summary>Median of all distances, in either direction, at most 0.8 % too small; null: there are none.</summary>
    public long? DistanceMedianBytes { get; init; }

    /// <summary>Runs that hold data: where the device must go to read the file once from beginning to end.</summary>
    public required long ReadRuns { get; init; }

    /// <summary><see cref="ReadRuns"/> for each GiB of data; null: there is no data on the device.</summary>
    public double? SeeksPerGib { get; init; }
}

/// <summary>Extents of one kind.</summary>
/// <param name="Extents">How many.</param>
/// <param name="Bytes">Their bytes in the file.</param>
public sealed record ExtentAmountRecord(long Extents, long Bytes);

/// <summary>Some lengths or distances, and how they are distributed.</summary>
public sealed record SizesRecord
{
    /// <summary>How many.</summary>
    public required long Count { get; init; }

    /// <summary>Their sum.</summary>
    public required long Bytes { get; init; }

    /// <summary>The smallest; null: there are none.</summary>
    public long? SmallestBytes { get; init; }

    /// <summary>The median, the lower one of two, at most 0.8 % too small; null: there are none.</summary>
    public long? MedianBytes { get; init; }

    /// <summary>The largest; null: there are none.</summary>
    public long? LargestBytes { get; init; }

    /// <summary>How many lie between each power of two and the next, smallest first; those without any are left out.</summary>
    public IReadOnlyList<SizeBinRecord> Bins { get => field ?? []; init; }
}

/// <summary>Lengths or distances from a power of two to just below the next.</summary>
/// <param name="FromBytes">The power of two.</param>
/// <param name="Count">How many.</param>
/// <param name="Bytes">Their sum.</param>
public sealed record SizeBinRecord(long FromBytes, long Count, long Bytes);
