using Landspeed.Results;

namespace Landspeed.Experiments.Host;

/// <summary>What one call of <c>doctor</c> found: one JSON document. Fields are added, never changed.</summary>
public sealed record ExaminationRecord
{
    /// <summary>The kind of document: <c>landspeed.examination</c>.</summary>
    public string Schema { get; init; } = "landspeed.examination";

    /// <summary>Version of this schema: 1. Raised when a field is added.</summary>
    public int SchemaVersion { get; init; } = 1;

    /// <summary>Version of the program.</summary>
    public required string ToolVersion { get; init; }

    /// <summary>The machine.</summary>
    public required HostRecord Host { get; init; }

    /// <summary>The examined directory, and what is below it.</summary>
    public required PlaceRecord Environment { get; init; }

    /// <summary>What was examined, in reading order.</summary>
    public required IReadOnlyList<FactRecord> Facts { get; init; }
}

/// <summary>One thing that fast and honest I/O needs from the machine.</summary>
/// <param name="Name">A stable name in snake_case, for example <c>io_uring</c>.</param>
/// <param name="State">How well it is provided.</param>
/// <param name="Found">What was found, without a full stop.</param>
/// <param name="Remedy">What would help, or null if it is present or nothing helps.</param>
public sealed record FactRecord(string Name, FactState State, string Found, string? Remedy = null);

/// <summary>How well the machine provides something.</summary>
public enum FactState
{
    /// <summary>It is present.</summary>
    Ok,

    /// <summary>It is partly present, or something makes numbers less certain.</summary>
    Limited,

    /// <summary>It is missing.</summary>
    Missing,
}
