namespace Landspeed.Experiments.Results;

/// <summary>What was found out about one line of a manifest, or about a file that it does not name.</summary>
public sealed record VerificationEntryRecord
{
    /// <summary>
    /// What: <c>ok</c>, <c>different</c>, <c>missing</c>, <c>unreadable</c>, <c>malformed</c> (the line) or <c>extra</c>
    /// (not in the manifest).
    /// </summary>
    public required VerificationState State { get; init; }

    /// <summary>The file's name in the manifest for people, control characters escaped; null: the line is malformed.</summary>
    public string? Path { get; init; }

    /// <summary>The name's bytes in base64, when it is not UTF-8; else null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>The line of the manifest, from 1; null: a file that it does not name.</summary>
    public long? Line { get; init; }

    /// <summary>The digest in the manifest; null: none.</summary>
    public string? Expected { get; init; }

    /// <summary>The digest of what was read; null: nothing was.</summary>
    public string? Found { get; init; }

    /// <summary>Why it cannot be read; null: it can.</summary>
    public string? Message { get; init; }
}
