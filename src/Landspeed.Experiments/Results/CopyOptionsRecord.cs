namespace Landspeed.Experiments.Results;

/// <summary>What was asked of a copy.</summary>
public sealed record CopyOptionsRecord
{
    /// <summary>Which way the bytes were to go: <c>automatic</c>, <c>direct</c>, <c>uncached</c> or <c>buffered</c>.</summary>
    public required string Way { get; init; }

    /// <summary>Bytes of one request of a large file.</summary>
    public required int RequestSizeBytes { get; init; }

    /// <summary>Most requests in flight.</summary>
    public required int QueueDepth { get; init; }

    /// <summary>The engine asked for; null: the best.</summary>
    public string? Engine { get; init; }

    /// <summary>Whether blocks were to be shared: <c>automatic</c>, <c>never</c> or <c>always</c>.</summary>
    public required string Reflink { get; init; }

    /// <summary>What was to happen to holes: <c>keep</c> or <c>fill</c>.</summary>
    public required string Holes { get; init; }

    /// <summary>What was to happen to files there before: <c>never</c>, <c>older</c> or <c>always</c>.</summary>
    public required string Overwrite { get; init; }

    /// <summary>What was to happen to an interrupted copy: <c>continue</c>, <c>paranoid</c> or <c>start_anew</c>.</summary>
    public required string Resume { get; init; }

    /// <summary>Whether the target was to be read again and compared.</summary>
    public required bool Verify { get; init; }

    /// <summary>Digests asked for: <c>md5</c>, <c>sha256</c>, <c>xxh128</c>.</summary>
    public required IReadOnlyList<string> Digests { get; init; }

    /// <summary>Most bytes a second; null: no limit.</summary>
    public long? LimitBytesPerS { get; init; }

    /// <summary>Whether the source was to be removed.</summary>
    public required bool RemoveSource { get; init; }

    /// <summary>Whether entries that the source lacks were to be removed; null: no tree.</summary>
    public bool? Delete { get; init; }

    /// <summary>Whether nothing was to be changed.</summary>
    public required bool DryRun { get; init; }

    /// <summary>Whether other file systems below were to be looked into; null: no tree.</summary>
    public bool? CrossMounts { get; init; }

    /// <summary>Whether FIFOs, sockets and device nodes were to be made; null: no tree.</summary>
    public bool? Special { get; init; }

    /// <summary>Threads for small files; null: no tree.</summary>
    public int? SmallFileThreads { get; init; }

    /// <summary>Length up to which a file counted as small; null: no tree.</summary>
    public int? SmallFileLimitBytes { get; init; }
}
