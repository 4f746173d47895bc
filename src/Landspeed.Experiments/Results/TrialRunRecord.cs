namespace Landspeed.Experiments.Results;

/// <summary>
/// One run of one cell of an experiment; its journal keeps one a line, after the line of the <see cref="ExperimentDocument"/>.
/// </summary>
public sealed record TrialRunRecord
{
    /// <summary>Name of the cell.</summary>
    public required string Cell { get; init; }

    /// <summary>Zero-based round of the run.</summary>
    public required int Round { get; init; }

    /// <summary>Why it failed; else null. Then nothing else is told.</summary>
    public string? Failure { get; init; }

    /// <summary>Time until the work was done.</summary>
    public long ElapsedNs { get; init; }

    /// <summary>Time until what was written was durable; null: it was not made durable.</summary>
    public long? ElapsedToDurableNs { get; init; }

    /// <summary>Bytes that the work read.</summary>
    public long BytesRead { get; init; }

    /// <summary>Bytes that the work wrote.</summary>
    public long BytesWritten { get; init; }

    /// <summary>Records, or calls, that the work made; null: it knows none.</summary>
    public long? Records { get; init; }

    /// <summary>What each byte read or written cost the processor.</summary>
    public CpuRecord? Cpu { get; init; }

    /// <summary>Where the bytes that were read came from; null: none were read.</summary>
    public TruthRecord? Reads { get; init; }

    /// <summary>Where the bytes that were written went; null: none were written.</summary>
    public TruthRecord? Writes { get; init; }

    /// <summary>Bytes that the device read meanwhile, for everybody.</summary>
    public long? DeviceReadBytes { get; init; }

    /// <summary>Read requests that the device completed meanwhile, for everybody.</summary>
    public long? DeviceReadRequests { get; init; }

    /// <summary>Write requests that the device completed meanwhile, for everybody.</summary>
    public long? DeviceWriteRequests { get; init; }

    /// <summary>Most memory that the process had resident during the run; null: the mark cannot be set back here.</summary>
    public long? PeakResidentBytes { get; init; }

    /// <summary>What is suspicious about the run.</summary>
    public IReadOnlyList<FindingRecord> Findings { get; init; } = [];

    /// <summary>What this experiment alone measures, by name with the unit in it.</summary>
    public IReadOnlyDictionary<string, double> Values { get; init; } = new Dictionary<string, double>();
}
