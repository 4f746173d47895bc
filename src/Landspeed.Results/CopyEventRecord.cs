namespace Landspeed.Results;

/// <summary>What happened to one entry of a copy: one line of <c>--events</c>.</summary>
public sealed record CopyEventRecord
{
    /// <summary>
    /// What was done: <c>copied</c>, <c>reflinked</c>, <c>up_to_date</c>, <c>directory_made</c>, <c>link_made</c>,
    /// <c>hard_link_made</c>, <c>special_made</c>, <c>removed</c>, <c>skipped</c> or <c>failed</c>.
    /// </summary>
    public required string Action { get; init; }

    /// <summary>The path below the source, or the source if that is a file; control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>Bytes of content, holes included.</summary>
    public required long Bytes { get; init; }

    /// <summary>How the bytes were copied, or null if none were.</summary>
    public string? Strategy { get; init; }

    /// <summary>How the source was read, or null if it was not.</summary>
    public string? SourceMode { get; init; }

    /// <summary>How the target was written, or null if it was not.</summary>
    public string? TargetMode { get; init; }

    /// <summary>The reason for that strategy, or null if none was chosen.</summary>
    public string? Reason { get; init; }

    /// <summary>The requested digests, in their order.</summary>
    public required IReadOnlyList<string> Digests { get; init; }

    /// <summary>What went wrong, or null if nothing did.</summary>
    public CopyProblemRecord? Problem { get; init; }
}
