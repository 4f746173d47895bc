using Landspeed.Files;

namespace Landspeed.Experiments.Judging;

/// <summary>What the counters and maps said about one run. Null: not to be found out here.</summary>
public sealed record TruthEvidence
{
    /// <summary>Whether the bytes were read; else written.</summary>
    public required bool IsRead { get; init; }

    /// <summary>How the bytes really passed the page cache.</summary>
    public required IoMode EffectiveMode { get; init; }

    /// <summary>Bytes that the application moved.</summary>
    public required long AppBytes { get; init; }

    /// <summary>Length of the range that was used.</summary>
    public required long RangeBytes { get; init; }

    /// <summary>Bytes that this process fetched from or sent to devices, in the run's direction.</summary>
    public long? ProcessBytes { get; init; }

    /// <summary>Bytes that the block device moved for everybody, in the run's direction.</summary>
    public long? BlockDeviceBytes { get; init; }

    /// <summary>Bytes that the server of the file sent or took for everybody here, in the run's direction.</summary>
    public long? ServerBytes { get; init; }

    /// <summary>Bytes of the range that were dirty, or being written back, in the page cache after the run.</summary>
    public long? NotYetOnDeviceBytes { get; init; }

    /// <summary>Name of the block device.</summary>
    public string? DeviceName { get; init; }

    /// <summary>Why there is no block device, or no counters of it.</summary>
    public string? NoDeviceReason { get; init; }

    /// <summary>Whether the timed window ended when the data was durable.</summary>
    public bool Durable { get; init; }

    /// <summary>Whether a program or another machine serves the file, so that bytes leaving this one prove no device.</summary>
    public bool ServedElsewhere { get; init; }

    /// <summary>Whether the file system, or its device, keeps its bytes in memory.</summary>
    public bool InMemory { get; init; }

    /// <summary>Share of the range in the page cache before.</summary>
    public double? ResidentBeforePct { get; init; }

    /// <summary>Share of the range in the page cache after.</summary>
    public double? ResidentAfterPct { get; init; }

    /// <summary>Share of the range reserved and never written, before.</summary>
    public double? UnwrittenPct { get; init; }

    /// <summary>Share of the range without blocks, before.</summary>
    public double? HolePct { get; init; }

    /// <summary>Physically contiguous runs before.</summary>
    public int? FragmentsBefore { get; init; }

    /// <summary>Physically contiguous runs after.</summary>
    public int? FragmentsAfter { get; init; }
}
