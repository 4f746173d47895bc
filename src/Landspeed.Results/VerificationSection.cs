namespace Landspeed.Results;

/// <summary>What a verification found, in addition to its metrics: a section of its one run.</summary>
public sealed record VerificationSection
{
    /// <summary>Maximum number of entries listed: 1,000.</summary>
    public const int MaximumEntries = 1000;

    /// <summary>The code of the finding that the manifest itself says that it does not name every file.</summary>
    public const string IncompleteFinding = "manifest_incomplete";

    /// <summary>The finding that none of the manifest's files exists, and missing files were ignored.</summary>
    public const string NothingFinding = "nothing_verified";

    /// <summary>The manifest.</summary>
    public required string Manifest { get; init; }

    /// <summary>Files whose digest matches the manifest.</summary>
    public required long FilesOk { get; init; }

    /// <summary>Files whose digest differs.</summary>
    public required long FilesDifferent { get; init; }

    /// <summary>Files that do not exist.</summary>
    public required long FilesMissing { get; init; }

    /// <summary>Files that cannot be read.</summary>
    public required long FilesUnreadable { get; init; }

    /// <summary>Lines of the manifest that cannot be read.</summary>
    public required long LinesMalformed { get; init; }

    /// <summary>Files of the directory that the manifest does not name, or null if they were not looked for.</summary>
    public long? FilesExtra { get; init; }

    /// <summary>Bytes of files that were read bypassing the page cache.</summary>
    public required long DirectBytes { get; init; }

    /// <summary>What does not match, at most <see cref="MaximumEntries"/>.</summary>
    public IReadOnlyList<VerificationEntryRecord> Entries { get => field ?? []; init; }
}

/// <summary>The outcome for one line of a manifest, or for a file that it does not name.</summary>
public sealed record VerificationEntryRecord
{
    /// <summary>
    /// The state: <c>ok</c>, <c>different</c>, <c>missing</c>, <c>unreadable</c>, <c>malformed</c> (the line) or
    /// <c>extra</c> (not in the manifest).
    /// </summary>
    public required VerificationState State { get; init; }

    /// <summary>
    /// The file's name in the manifest for display, control characters escaped, or null if the line is malformed.
    /// </summary>
    public string? Path { get; init; }

    /// <summary>The name's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>The line of the manifest, from 1, or null for a file that it does not name.</summary>
    public long? Line { get; init; }

    /// <summary>The digest in the manifest, or null if there is none.</summary>
    public string? Expected { get; init; }

    /// <summary>The digest of the bytes read, or null if none were read.</summary>
    public string? Found { get; init; }

    /// <summary>Why it cannot be read, or null if it can.</summary>
    public string? Message { get; init; }
}

/// <summary>The outcome of checking one file.</summary>
public enum VerificationState
{
    /// <summary>The digest matches the manifest.</summary>
    /// <remarks>Nothing.</remarks>
    Ok,

    /// <summary>The digest differs.</summary>
    /// <remarks>Copy the file again with <c>--verify</c>; if it happens again, check the disk.</remarks>
    Different,

    /// <summary>The file does not exist.</summary>
    /// <remarks>Copy the file again, or accept missing files with <c>--ignore-missing</c>.</remarks>
    Missing,

    /// <summary>The file cannot be read.</summary>
    /// <remarks>Remove the cause that the message gives, and verify again.</remarks>
    Unreadable,

    /// <summary>The manifest's line cannot be read.</summary>
    /// <remarks>Correct the line, or make a new manifest with <c>landspeed copy --manifest</c>.</remarks>
    Malformed,

    /// <summary>The manifest does not name the file.</summary>
    /// <remarks>Nothing, unless the file should not be there.</remarks>
    Extra,
}
