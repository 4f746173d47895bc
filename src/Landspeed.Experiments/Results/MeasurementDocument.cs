namespace Landspeed.Experiments.Results;

/// <summary>
/// What one call of <c>measure</c> found: one JSON document. Names become snake_case with the unit in each name;
/// fields are added, never changed.
/// </summary>
public sealed record MeasurementDocument
{
    /// <summary>Version of this schema: 2 (added <c>api</c>). Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 2;

    /// <summary>
    /// Version of the way numbers are obtained: 2 (cold runs through the page cache warm up, and are dropped after that).
    /// Raised when old numbers stop being comparable.
    /// </summary>
    public const int CurrentMethodVersion = 2;

    /// <summary>The kind of document: <c>landspeed.measurement</c>.</summary>
    public const string SchemaName = "landspeed.measurement";

    /// <summary>See <see cref="SchemaName"/>.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>See <see cref="CurrentSchemaVersion"/>.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>See <see cref="CurrentMethodVersion"/>.</summary>
    public int MethodVersion { get; init; } = CurrentMethodVersion;

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Start of the first run, with the offset from UTC.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether a signal ended it early; the numbers cover what was done until then.</summary>
    public bool Partial { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>Where the file lies.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>One entry a run, in order.</summary>
    public required IReadOnlyList<MeasurementRecord> Jobs { get; init; }

    /// <summary>All runs summed up; null for a single run.</summary>
    public SummaryRecord? Summary { get; init; }
}
