namespace Landspeed.Experiments.Results;

/// <summary>What each byte cost the processor. Null: not to be measured here.</summary>
public sealed record CpuRecord
{
    /// <summary>Time in the program.</summary>
    public required long ProcessUserNs { get; init; }

    /// <summary>Time in the kernel on the program's behalf.</summary>
    public required long ProcessSystemNs { get; init; }

    /// <summary>Process time / bytes.</summary>
    public double? ProcessNsPerByte { get; init; }

    /// <summary>Process time × clock / bytes.</summary>
    public double? ProcessCyclesPerByte { get; init; }

    /// <summary>Process time / requests.</summary>
    public double? ProcessNsPerRequest { get; init; }

    /// <summary>Busy time of all processors less the idle baseline: catches writeback and interrupts.</summary>
    public long? MachineNs { get; init; }

    /// <summary>Busy time per second of an idle machine, measured just before.</summary>
    public double? MachineIdleBaselineNsPerS { get; init; }

    /// <summary>Machine time / bytes.</summary>
    public double? MachineNsPerByte { get; init; }

    /// <summary>Machine time × clock / bytes.</summary>
    public double? MachineCyclesPerByte { get; init; }

    /// <summary>Time that the host took away.</summary>
    public long? StolenNs { get; init; }

    /// <summary>Where the clock comes from; null: no cycles.</summary>
    public string? ClockMethod { get; init; }

    /// <summary>Garbage collections in the measured time.</summary>
    public required int GarbageCollections { get; init; }

    /// <summary>Their pauses.</summary>
    public required long GarbageCollectionPauseNs { get; init; }

    /// <summary>Bytes that the workers allocated on the managed heap in the measured time.</summary>
    public required long ManagedAllocatedBytes { get; init; }

    /// <summary>Most memory that the process had resident.</summary>
    public required long PeakResidentBytes { get; init; }
}
