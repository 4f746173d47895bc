namespace Landspeed.Experiments.Results;

/// <summary>One case of an experiment with all its runs. Null: not measured, or not to be found out here.</summary>
public sealed record ExperimentCellRecord
{
    /// <summary>A short name, unique within the experiment, for example <c>read-by-line</c>.</summary>
    public required string Name { get; init; }

    /// <summary>Where it lies on each axis of the setup; an axis that says nothing of this cell is missing.</summary>
    public required IReadOnlyDictionary<string, string> Labels { get; init; }

    /// <summary>How far it got.</summary>
    public required CellState State { get; init; }

    /// <summary>Why it was skipped, or how it failed; else null.</summary>
    public string? Reason { get; init; }

    /// <summary>Where the bytes that were read came from, in the run with the median time; null: none were read.</summary>
    public Verdict? ReadVerdict { get; init; }

    /// <summary>Where the bytes that were written went, in the same run; null: none were written.</summary>
    public Verdict? WriteVerdict { get; init; }

    /// <summary>Time until the work was done; of writes: until the last call returned.</summary>
    public IntervalRecord? ElapsedNs { get; init; }

    /// <summary>The same, and until what was written was durable; null: it was not made durable.</summary>
    public IntervalRecord? ElapsedToDurableNs { get; init; }

    /// <summary>
    /// Bytes read / elapsed time; where only writing was done, bytes written / elapsed time, to durable when it was made so.
    /// </summary>
    public IntervalRecord? ThroughputBytesPerS { get; init; }

    /// <summary>Records / the same time; null: the work knows no records.</summary>
    public IntervalRecord? RecordsPerS { get; init; }

    /// <summary>Process time / bytes read and written.</summary>
    public IntervalRecord? CpuNsPerByte { get; init; }

    /// <summary>Process time × clock / bytes read and written.</summary>
    public IntervalRecord? CpuCyclesPerByte { get; init; }

    /// <summary>Bytes that the device delivered / bytes read; above 1: read-ahead, alignment, metadata.</summary>
    public IntervalRecord? ReadAmplification { get; init; }

    /// <summary>Bytes that the device delivered / its read requests, median of the runs; others' traffic counts too.</summary>
    public double? DeviceReadRequestBytes { get; init; }

    /// <summary>Bytes allocated on the managed heap, median of the runs.</summary>
    public double? ManagedAllocatedBytes { get; init; }

    /// <summary>Pauses of the garbage collector, median of the runs.</summary>
    public double? GarbageCollectionPauseNs { get; init; }

    /// <summary>Most memory that the process had resident during a run, median of the runs.</summary>
    public double? PeakResidentBytes { get; init; }

    /// <summary>What this experiment alone measures: median of the runs, by name with the unit in it.</summary>
    public required IReadOnlyDictionary<string, double> Values { get; init; }

    /// <summary>What is suspicious, each kind once.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }

    /// <summary>The runs in the order of their rounds.</summary>
    public required IReadOnlyList<TrialRunRecord> Runs { get; init; }
}
