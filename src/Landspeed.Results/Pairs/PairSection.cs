namespace Landspeed.Results.Pairs;

/// <summary>
/// What a comparison of two files or directories, A and B, found, in addition to its metrics: a section of its one run.
/// A directory that only one of them has counts as one entry.
/// </summary>
public sealed record PairSection
{
    /// <summary>Maximum number of entries listed: 1,000.</summary>
    public const int MaximumEntries = 1000;

    /// <summary>The first file or directory.</summary>
    public required string PathA { get; init; }

    /// <summary>The second file or directory.</summary>
    public required string PathB { get; init; }

    /// <summary>Entries that are the same in both.</summary>
    public required long EntriesSame { get; init; }

    /// <summary>Entries that differ.</summary>
    public required long EntriesDifferent { get; init; }

    /// <summary>Entries that only A has.</summary>
    public required long EntriesOnlyInA { get; init; }

    /// <summary>Entries that only B has.</summary>
    public required long EntriesOnlyInB { get; init; }

    /// <summary>Entries that cannot be read.</summary>
    public required long EntriesUnreadable { get; init; }

    /// <summary>Entries that changed while they were read.</summary>
    public required long EntriesChanged { get; init; }

    /// <summary>Regular files that A and B share: hard links to one file, whose content was not read.</summary>
    public required long FilesShared { get; init; }

    /// <summary>Bytes read from files of A.</summary>
    public required long BytesA { get; init; }

    /// <summary>Bytes read from files of B.</summary>
    public required long BytesB { get; init; }

    /// <summary>Bytes of both that were read bypassing the page cache.</summary>
    public required long DirectBytes { get; init; }

    /// <summary>What is not the same, at most <see cref="MaximumEntries"/>.</summary>
    public IReadOnlyList<PairEntryRecord> Entries { get => field ?? []; init; }
}

/// <summary>The outcome of comparing one entry.</summary>
public sealed record PairEntryRecord
{
    /// <summary>
    /// The state: <c>same</c>, <c>different</c>, <c>only_in_a</c>, <c>only_in_b</c>, <c>unreadable</c> or
    /// <c>changed</c> (while it was read).
    /// </summary>
    public required PairState State { get; init; }

    /// <summary>
    /// The name below the directories for display, control characters escaped; <c>.</c> for the directories themselves.
    /// </summary>
    public required string Path { get; init; }

    /// <summary>The name's bytes in base64 if it is not UTF-8; otherwise null.</summary>
    public string? PathBase64 { get; init; }

    /// <summary>How it differs; empty unless its state is <c>different</c>.</summary>
    public IReadOnlyList<PairDifferenceRecord> Differences { get => field ?? []; init; }

    /// <summary>Why it cannot be read, or what changed; otherwise null.</summary>
    public string? Message { get; init; }
}

/// <summary>One difference between two entries of the same name.</summary>
public sealed record PairDifferenceRecord
{
    /// <summary>What differs.</summary>
    public required PairAspect What { get; init; }

    /// <summary>Its value in A, for example <c>644</c>, or null if A has none or a value would not help.</summary>
    public string? A { get; init; }

    /// <summary>Its value in B.</summary>
    public string? B { get; init; }

    /// <summary>The first byte of the content that differs, from 0; null unless the content differs.</summary>
    public long? OffsetBytes { get; init; }

    /// <summary>The extended attribute, or the other name of a hard link, for display; otherwise null.</summary>
    public string? Name { get; init; }

    /// <summary>
    /// For an attribute or hard link: <c>a</c> or <c>b</c> if only that one has it, or null if both have it.
    /// </summary>
    public string? OnlyIn { get; init; }
}

/// <summary>The outcome of comparing one entry.</summary>
public enum PairState
{
    /// <summary>Both are the same.</summary>
    /// <remarks>Nothing.</remarks>
    Same,

    /// <summary>They differ.</summary>
    /// <remarks>Decide which one is right, and copy it with <c>--replace always --verify</c>.</remarks>
    Different,

    /// <summary>Only A has the entry.</summary>
    /// <remarks>Copy A to B again to add it.</remarks>
    OnlyInA,

    /// <summary>Only B has the entry.</summary>
    /// <remarks>Nothing, unless it should not be there: <c>landspeed copy --delete</c> removes it.</remarks>
    OnlyInB,

    /// <summary>One of them cannot be read.</summary>
    /// <remarks>Remove the cause that the message gives, and verify again.</remarks>
    Unreadable,

    /// <summary>One of them changed while it was read.</summary>
    /// <remarks>Verify again when no process writes to it.</remarks>
    Changed,
}

/// <summary>What differs between two entries.</summary>
public enum PairAspect
{
    /// <summary>The kind of the entry.</summary>
    Kind,

    /// <summary>The bytes of a file.</summary>
    Content,

    /// <summary>The length of a file; the content was not read.</summary>
    Length,

    /// <summary>What a symbolic link says.</summary>
    LinkTarget,

    /// <summary>The numbers of a device node.</summary>
    Device,

    /// <summary>The permissions.</summary>
    Permissions,

    /// <summary>The owner.</summary>
    Owner,

    /// <summary>The group.</summary>
    Group,

    /// <summary>The modification time.</summary>
    Modified,

    /// <summary>An extended attribute or access list.</summary>
    Attribute,

    /// <summary>Which names are hard links to one file.</summary>
    HardLink,
}
