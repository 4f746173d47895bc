namespace Landspeed.Experiments.Results;

/// <summary>What went wrong with one entry.</summary>
public sealed record CopyProblemRecord
{
    /// <summary>
    /// What kind: <c>refused</c>, <c>skipped</c>, <c>not_preserved</c>, <c>failed</c>, <c>source_changed</c>,
    /// <c>out_of_space</c> or <c>mismatch</c>.
    /// </summary>
    public required string Kind { get; init; }

    /// <summary>The entry's path for people, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64, when it is not UTF-8; else null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>What failed, on what, why, and what to try.</summary>
    public required string Message { get; init; }

    /// <summary>First of the bytes concerned; null: not known.</summary>
    public long? OffsetBytes { get; init; }

    /// <summary>How many bytes are concerned; null: not known.</summary>
    public long? LengthBytes { get; init; }
}
