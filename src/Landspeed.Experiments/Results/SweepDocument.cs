namespace Landspeed.Experiments.Results;

/// <summary>
/// What one call of <c>sweep</c> found: one JSON document. Names become snake_case with the unit in each name; fields
/// are added, never changed.
/// </summary>
public sealed record SweepDocument
{
    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>
    /// Version of the way numbers are obtained: 1. Raised when old numbers stop being comparable, also by a change of <see
    /// cref="MeasurementDocument.CurrentMethodVersion"/>.
    /// </summary>
    public const int CurrentMethodVersion = 1;

    /// <summary>The kind of document: <c>landspeed.sweep</c>.</summary>
    public const string SchemaName = "landspeed.sweep";

    /// <summary>See <see cref="SchemaName"/>.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>See <see cref="CurrentSchemaVersion"/>.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>See <see cref="CurrentMethodVersion"/>.</summary>
    public int MethodVersion { get; init; } = CurrentMethodVersion;

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Start of the sweep, with the offset from UTC; of a resumed one, its first start.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether a signal or an error ended it before every cell had all its runs.</summary>
    public bool Partial { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>Where the file lies.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>What all cells have in common.</summary>
    public required SweepSetupRecord Setup { get; init; }

    /// <summary>The cells, by curve, and by request size within a curve.</summary>
    public required IReadOnlyList<SweepCellRecord> Cells { get; init; }

    /// <summary>The curves, in the order of their cells; without those of which no cell was measured.</summary>
    public required IReadOnlyList<CurveRecord> Curves { get; init; }

    /// <summary>Two to six sentences; none while nothing is measured.</summary>
    public required IReadOnlyList<AdviceRecord> Advice { get; init; }

    /// <summary>What is suspicious about the sweep as a whole.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }
}
