namespace Landspeed.Experiments.Results;

/// <summary>
/// What one call of <c>verify</c> found: one JSON document. Names become snake_case with the unit in each name; fields are
/// added, never changed.
/// </summary>
public sealed record VerificationDocument
{
    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the way numbers are obtained: 1. Raised when old numbers stop being comparable.</summary>
    public const int CurrentMethodVersion = 1;

    /// <summary>The kind of document: <c>landspeed.verification</c>.</summary>
    public const string SchemaName = "landspeed.verification";

    /// <summary>How many entries are listed at most: 1,000.</summary>
    public const int MaximumEntries = 1000;

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

    /// <summary>Whether a signal ended it early; the numbers cover what was done until then.</summary>
    public bool Partial { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>The directory that the names are relative to.</summary>
    public required EnvironmentRecord Directory { get; init; }

    /// <summary>The manifest.</summary>
    public required string Manifest { get; init; }

    /// <summary>Files whose digest is as the manifest says.</summary>
    public required long FilesOk { get; init; }

    /// <summary>Files whose digest differs.</summary>
    public required long FilesDifferent { get; init; }

    /// <summary>Files that are not there.</summary>
    public required long FilesMissing { get; init; }

    /// <summary>Files that cannot be read.</summary>
    public required long FilesUnreadable { get; init; }

    /// <summary>Lines of the manifest that cannot be read.</summary>
    public required long LinesMalformed { get; init; }

    /// <summary>Files of the directory that the manifest does not name; null: they were not looked for.</summary>
    public long? FilesExtra { get; init; }

    /// <summary>Bytes read.</summary>
    public required long Bytes { get; init; }

    /// <summary>Of those, bytes of files that were read past the page cache.</summary>
    public required long DirectBytes { get; init; }

    /// <summary>How long it took.</summary>
    public required long ElapsedNs { get; init; }

    /// <summary>Bytes / elapsed time; null: none were read.</summary>
    public double? ThroughputBytesPerS { get; init; }

    /// <summary>Processor time of the process, user and system.</summary>
    public required long CpuNs { get; init; }

    /// <summary>Processor time / bytes; null: none were read.</summary>
    public double? CpuNsPerByte { get; init; }

    /// <summary>Where the bytes came from.</summary>
    public required TruthRecord Reads { get; init; }

    /// <summary>What is not as it should be, at most <see cref="MaximumEntries"/>.</summary>
    public required IReadOnlyList<VerificationEntryRecord> Entries { get; init; }
}
