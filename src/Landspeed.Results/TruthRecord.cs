namespace Landspeed.Results;

/// <summary>The truth verdict and its evidence. Fields are null if they cannot be determined here.</summary>
public sealed record TruthRecord
{
    /// <summary>The verdict.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>The reason, in one sentence with the numbers.</summary>
    public required string Reason { get; init; }

    /// <summary>Bytes that the application moved.</summary>
    public required long AppBytes { get; init; }

    /// <summary>Bytes that the device moved for us within the timed window.</summary>
    public long? DeviceBytes { get; init; }

    /// <summary>Device bytes / application bytes × 100; above 100: read-ahead, metadata.</summary>
    public double? DeviceSharePct { get; init; }

    /// <summary>Bytes that the device moved for other processes in that time, in the same direction.</summary>
    public long? ForeignDeviceBytes { get; init; }

    /// <summary>Share of the range in the page cache before the run.</summary>
    public double? ResidentBeforePct { get; init; }

    /// <summary>Share of the range in the page cache after the run.</summary>
    public double? ResidentAfterPct { get; init; }

    /// <summary>Share of the range that was reserved but never written, before the run.</summary>
    public double? UnwrittenPct { get; init; }

    /// <summary>Share of the range without blocks, before the run.</summary>
    public double? HolePct { get; init; }

    /// <summary>Physically contiguous runs of the file before the run.</summary>
    public int? FragmentsBefore { get; init; }

    /// <summary>Physically contiguous runs of the file after the run.</summary>
    public int? FragmentsAfter { get; init; }

    /// <summary>Sources that could be read: <c>process_io</c>, <c>block_device</c>, <c>server</c>, <c>residency</c>, <c>extents</c>.</summary>
    public required IReadOnlyList<string> Sources { get; init; }
}

/// <summary>Where the bytes of a number came from or went.</summary>
/// <remarks>The remarks of each say what to do; docs/notes.md shows them.</remarks>
public enum Verdict
{
    /// <summary>At least 95 % came from or went to the device within the timed window.</summary>
    /// <remarks>Nothing: the number is the device's.</remarks>
    Device,

    /// <summary>
    /// The page cache: the read was answered from it, or the write ended before the device had the data.
    /// </summary>
    /// <remarks>
    /// Start cold with <c>--cold</c>, or bypass the page cache with <c>--mode direct</c>; for writes add
    /// <c>--flush end</c>.
    /// </remarks>
    Cache,

    /// <summary>At most 5 % came from the device, because nothing was ever written there.</summary>
    /// <remarks>Write the file first: <c>landspeed measure FILE --extend --size 1G</c>.</remarks>
    Hole,

    /// <summary>Only some of the bytes came from or went to the device; the reason has the shares.</summary>
    /// <remarks>Start cold with <c>--cold</c>, or bypass the page cache with <c>--mode direct</c>.</remarks>
    Mixed,

    /// <summary>The device's bytes cannot be counted here, for example on a network file system.</summary>
    /// <remarks>Measure on a file system of a local disk; the reason is beside the verdict.</remarks>
    Unknown,
}
