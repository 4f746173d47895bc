namespace Landspeed.Experiments.Results;

/// <summary>What happened to one entry of a copy: one line of <c>--events</c>.</summary>
public sealed record CopyEventRecord
{
    /// <summary>
    /// What was done: <c>copied</c>, <c>reflinked</c>, <c>up_to_date</c>, <c>directory_made</c>, <c>link_made</c>,
    /// <c>hard_link_made</c>, <c>special_made</c>, <c>removed</c>, <c>skipped</c> or <c>failed</c>.
    /// </summary>
    public required string Action { get; init; }

    /// <summary>The path below the source, or the source where that is a file; control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The path's bytes in base64, when it is not UTF-8; else null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>Bytes of content, holes included.</summary>
    public required long Bytes { get; init; }

    /// <summary>How the bytes were copied; null: none were.</summary>
    public string? Strategy { get; init; }

    /// <summary>How the source was read; null: it was not.</summary>
    public string? SourceMode { get; init; }

    /// <summary>How the target was written; null: it was not.</summary>
    public string? TargetMode { get; init; }

    /// <summary>Why that strategy; null: none was chosen.</summary>
    public string? Reason { get; init; }

    /// <summary>The digests asked for, in their order.</summary>
    public required IReadOnlyList<string> Digests { get; init; }

    /// <summary>What went wrong; null: nothing did.</summary>
    public CopyProblemRecord? Problem { get; init; }
}
