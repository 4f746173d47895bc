namespace Landspeed.Experiments.Results;

/// <summary>
/// What one call of <c>copy</c> did: one JSON document. Names become snake_case with the unit in each name; fields are
/// added, never changed.
/// </summary>
public sealed record CopyDocument
{
    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the way numbers are obtained: 1. Raised when old numbers stop being comparable.</summary>
    public const int CurrentMethodVersion = 1;

    /// <summary>The kind of document: <c>landspeed.copy</c>.</summary>
    public const string SchemaName = "landspeed.copy";

    /// <summary>See <see cref="SchemaName"/>.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>See <see cref="CurrentSchemaVersion"/>.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>See <see cref="CurrentMethodVersion"/>.</summary>
    public int MethodVersion { get; init; } = CurrentMethodVersion;

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Start, with the offset from UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>Where the source lies; null: standard input.</summary>
    public EnvironmentRecord? Source { get; init; }

    /// <summary>Where the target lies; null: standard output.</summary>
    public EnvironmentRecord? Target { get; init; }

    /// <summary>What was copied: <c>file</c>, <c>tree</c> or <c>stream</c>.</summary>
    public required string Kind { get; init; }

    /// <summary>How it ended: <c>done</c>, <c>refused</c>, <c>failed</c>, <c>source_changed</c>, <c>out_of_space</c>, <c>mismatch</c> or <c>stopped</c>.</summary>
    public required string Outcome { get; init; }

    /// <summary>What was asked for.</summary>
    public required CopyOptionsRecord Options { get; init; }

    /// <summary>Files and other entries.</summary>
    public required CopyCountsRecord Counts { get; init; }

    /// <summary>Bytes by what happened to them.</summary>
    public required CopyBytesRecord Bytes { get; init; }

    /// <summary>From the start until every byte was handed to the system; null: it did not come so far.</summary>
    public long? ElapsedToWrittenNs { get; init; }

    /// <summary>From the start until everything was durable under its name, verified if that was asked; null: it did not come so far.</summary>
    public long? ElapsedToDurableNs { get; init; }

    /// <summary>Copied bytes / elapsed time to written; null: none were.</summary>
    public double? ThroughputToWrittenBytesPerS { get; init; }

    /// <summary>Copied bytes / elapsed time to durable; null: none were.</summary>
    public double? ThroughputToDurableBytesPerS { get; init; }

    /// <summary>Processor time of the process, user and system.</summary>
    public required long CpuNs { get; init; }

    /// <summary>Processor time / bytes copied; null: none were.</summary>
    public double? CpuNsPerByte { get; init; }

    /// <summary>Most memory that the process had resident; null: not to be found out.</summary>
    public long? PeakResidentBytes { get; init; }

    /// <summary>What carried large files; null: there was none.</summary>
    public string? Engine { get; init; }

    /// <summary>Files and bytes by the way they went, the most bytes first.</summary>
    public required IReadOnlyList<CopyWayRecord> Ways { get; init; }

    /// <summary>Where the bytes came from, verifying included.</summary>
    public required TruthRecord Reads { get; init; }

    /// <summary>Where the bytes went.</summary>
    public required TruthRecord Writes { get; init; }

    /// <summary>What went wrong, at most 1,000; <see cref="CopyCountsRecord.Problems"/> counts all.</summary>
    public required IReadOnlyList<CopyProblemRecord> Problems { get; init; }
}
