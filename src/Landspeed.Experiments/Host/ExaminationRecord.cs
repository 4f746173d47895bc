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
    public required PlaceRecord Environment { get; init; }

    /// <summary>What was examined, in the order in which people read it.</summary>
    public required IReadOnlyList<FactRecord> Facts { get; init; }
}

/// <summary>One thing that fast and honest I/O wants from the machine.</summary>
/// <param name="Name">A stable name in snake_case, for example <c>io_uring</c>.</param>
/// <param name="State">How well it is provided.</param>
/// <param name="Found">What was found, without full stop.</param>
/// <param name="Remedy">What would help; null when it is there or nothing helps.</param>
public sealed record FactRecord(string Name, FactState State, string Found, string? Remedy = null);

/// <summary>How well the machine provides something.</summary>
public enum FactState
{
    /// <summary>It is there.</summary>
    Ok,

    /// <summary>It is there in part, or something makes numbers less certain.</summary>
    Limited,

    /// <summary>It is not there.</summary>
    Missing,
}
