namespace Landspeed.Experiments.Results;

/// <summary>
/// What one of the classic experiments found: one JSON document. Names become snake_case with the unit in each name;
/// fields are added, never changed.
/// </summary>
public sealed record ExperimentDocument
{
    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public const int CurrentSchemaVersion = 1;

    /// <summary>Version of the way numbers are obtained: 1. Raised when old numbers stop being comparable.</summary>
    public const int CurrentMethodVersion = 1;

    /// <summary>The kind of document: <c>landspeed.experiment</c>.</summary>
    public const string SchemaName = "landspeed.experiment";

    /// <summary>See <see cref="SchemaName"/>.</summary>
    public string Schema { get; init; } = SchemaName;

    /// <summary>See <see cref="CurrentSchemaVersion"/>.</summary>
    public int SchemaVersion { get; init; } = CurrentSchemaVersion;

    /// <summary>See <see cref="CurrentMethodVersion"/>.</summary>
    public int MethodVersion { get; init; } = CurrentMethodVersion;

    /// <summary>Which experiment, one of <see cref="ExperimentNames"/>.</summary>
    public required string Experiment { get; init; }

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>Start, with the offset from UTC; of a resumed one, its first start.</summary>
    public required DateTimeOffset StartedAt { get; init; }

    /// <summary>Whether a signal or an error ended it before every cell had all its runs.</summary>
    public bool Partial { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>Where the files lie.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>What all cells have in common.</summary>
    public required ExperimentSetupRecord Setup { get; init; }

    /// <summary>The cells, in the order in which they are told.</summary>
    public required IReadOnlyList<ExperimentCellRecord> Cells { get; init; }

    /// <summary>Sentences computed from the cells; none while too little is measured.</summary>
    public required IReadOnlyList<AdviceRecord> Conclusions { get; init; }

    /// <summary>What is suspicious about the experiment as a whole.</summary>
    public required IReadOnlyList<FindingRecord> Findings { get; init; }
}
