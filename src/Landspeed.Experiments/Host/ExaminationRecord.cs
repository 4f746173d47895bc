using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Host;

/// <summary>What one call of <c>doctor</c> found: one JSON document. Fields are added, never changed.</summary>
public sealed record ExaminationRecord
{
    /// <summary>What kind of document this is: <c>landspeed.examination</c>.</summary>
    public string Schema { get; init; } = "landspeed.examination";

    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>The directory that was examined, and what lies below it.</summary>
    public required EnvironmentRecord Environment { get; init; }

    /// <summary>What was examined, in the order in which people read it.</summary>
    public required IReadOnlyList<FactRecord> Facts { get; init; }
}
