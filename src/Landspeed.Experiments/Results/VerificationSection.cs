namespace Landspeed.Experiments.Results;

/// <summary>What a verification found beside its metrics: a section of its one run.</summary>
public sealed record VerificationSection
{
    /// <summary>How many entries are listed at most: 1,000.</summary>
    public const int MaximumEntries = 1000;

    /// <summary>The code of the finding that the manifest says itself that it does not name every file.</summary>
    public const string IncompleteFinding = "manifest_incomplete";

    /// <summary>The finding that none of the manifest's files is there, and missing ones were passed over.</summary>
    public const string NothingFinding = "nothing_verified";

    /// <summary>The manifest.</summary>
    public required string Manifest { get; init; }

    /// <summary>Files whose digest is as the manifest says.</summary>
    public required long FilesOk { get; init; }

    /// <summary>Files whose digest differs.</summary>
    public required long FilesDifferent { get; init; }

    /// <summary>Files that are not there.</summary>
    public required long FilesMissing { get; init; }

    /// <summary>Files that cannot be read.</summary>
    public required long FilesUnreadable { get; init; }

    /// <summary>Lines of the manifest that cannot be read.</summary>
    public required long LinesMalformed { get; init; }

    /// <summary>Files of the directory that the manifest does not name; null: they were not looked for.</summary>
    public long? FilesExtra { get; init; }

    /// <summary>Bytes of files that were read past the page cache.</summary>
    public required long DirectBytes { get; init; }

    /// <summary>What is not as it should be, at most <see cref="MaximumEntries"/>.</summary>
    public IReadOnlyList<VerificationEntryRecord> Entries { get => field ?? []; init; }
}

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

/// <summary>What a check of one file came to.</summary>
public enum VerificationState
{
    /// <summary>The digest is as the manifest says.</summary>
    Ok,

    /// <summary>The digest differs.</summary>
    Different,

    /// <summary>There is no such file.</summary>
    Missing,

    /// <summary>The file cannot be read.</summary>
    Unreadable,

    /// <summary>The manifest's line cannot be read.</summary>
    Malformed,

    /// <summary>The manifest does not name the file.</summary>
    Extra,
}
