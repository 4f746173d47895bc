using Landspeed.Experiments.Observing;
using Landspeed.Platform;

namespace Landspeed.Experiments.Judging;

/// <summary>
/// What the counters and maps reported about one run. Fields are null if they cannot be determined here.
/// </summary>
public sealed record TruthEvidence
{
    /// <summary>Whether the bytes were read; otherwise they were written.</summary>
    public required bool IsRead { get; init; }

    /// <summary>How the bytes really used the page cache.</summary>
    public required IoMode EffectiveMode { get; init; }

    /// <summary>Bytes that the application moved.</summary>
    public required long AppBytes { get; init; }

    /// <summary>Length of the used range.</summary>
    public required long RangeBytes { get; init; }

    /// <summary>Bytes that this process fetched from or sent to devices, in the run's direction.</summary>
    public long? ProcessBytes { get; init; }

    /// <summary>Bytes that the block device moved for all processes, in the run's direction.</summary>
    public long? BlockDeviceBytes { get; init; }

    /// <summary>
    /// Bytes that the file's server sent or received for all processes on this machine, in the run's direction.
    /// </summary>
    public long? ServerBytes { get; init; }

    /// <summary>Bytes of the range that were dirty, or being written back, in the page cache after the run.</summary>
    public long? NotYetOnDeviceBytes { get; init; }

    /// <summary>Name of the block device.</summary>
    public string? DeviceName { get; init; }

    /// <summary>Why there is no block device, or no counters for it.</summary>
    public string? NoDeviceReason { get; init; }

    /// <summary>Whether the timed window ended when the data was durable.</summary>
    public bool Durable { get; init; }

    /// <summary>
    /// Whether a program or another machine serves the file, so that bytes leaving this machine do not prove that a
    /// device was used.
    /// </summary>
    public bool ServedElsewhere { get; init; }

    /// <summary>Whether the file system, or its device, keeps its data in memory.</summary>
    public bool InMemory { get; init; }

    /// <summary>Share of the range in the page cache before the run.</summary>
    public double? ResidentBeforePct { get; init; }

    /// <summary>Share of the range in the page cache after the run.</summary>
    public double? ResidentAfterPct { get; init; }

    /// <summary>Share of the range reserved but never written, before the run.</summary>
    public double? UnwrittenPct { get; init; }

    /// <summary>Share of the range without blocks, before the run.</summary>
    public double? HolePct { get; init; }

    /// <summary>Physically contiguous runs before the run.</summary>
    public int? FragmentsBefore { get; init; }

    /// <summary>Physically contiguous runs after the run.</summary>
    public int? FragmentsAfter { get; init; }

    /// <summary>Returns what is known of a place before anything is counted.</summary>
    /// <remarks>
    /// Reads: their mode is irrelevant, because the process's counter is exact for all of them. Writes: it has to be
    /// said if they bypassed the page cache.
    /// </remarks>
    internal static TruthEvidence At(BlockDeviceLocation place, bool isRead, long appBytes) => new()
    {
        IsRead = isRead,
        EffectiveMode = IoMode.Buffered,
        AppBytes = appBytes,
        RangeBytes = appBytes,
        DeviceName = place.Name,
        NoDeviceReason = place.Reason,
        ServedElsewhere = place.ServedElsewhere,
        InMemory = place.IsInMemory,
    };

    /// <summary>Returns what was counted while bytes were read from one of the observed places, or written to it.
    /// </summary>
    internal static TruthEvidence Of(Observed observed, int place, bool isRead, long appBytes)
    {
        ObservedPlace at = observed.Places[place];
        return At(at.Location, isRead, appBytes) with
        {
            ProcessBytes = isRead ? observed.ProcessReadBytes : observed.ProcessWriteBytes,
            BlockDeviceBytes = isRead ? at.Traffic?.ReadBytes : at.Traffic?.WriteBytes,
            ServerBytes = isRead ? at.Server?.ReadBytes : at.Server?.WriteBytes,
        };
    }
}
