namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>How a file is opened, and what the documentation of FileMode says comes of it.</summary>
/// <param name="Mode">The mode.</param>
/// <param name="Access">The access.</param>
/// <param name="Exists">Whether there is a file of that name, with some bytes in it.</param>
/// <param name="Documented">What must come of it, one of <see cref="FileModeOutcome"/> or the name of an exception.</param>
internal sealed record FileModeCase(FileMode Mode, FileAccess Access, bool Exists, string Documented)
{
    /// <summary>All cases: each mode with and without a file, and the combinations that are refused.</summary>
    internal static IReadOnlyList<FileModeCase> All { get; } =
    [
        .. Pair(FileMode.CreateNew, FileAccess.ReadWrite, nameof(IOException), FileModeOutcome.Created),
        .. Pair(FileMode.Create, FileAccess.ReadWrite, FileModeOutcome.Truncated, FileModeOutcome.Created),
        .. Pair(FileMode.Open, FileAccess.ReadWrite, FileModeOutcome.Opened, nameof(FileNotFoundException)),
        .. Pair(FileMode.OpenOrCreate, FileAccess.ReadWrite, FileModeOutcome.Opened, FileModeOutcome.Created),
        .. Pair(FileMode.Truncate, FileAccess.ReadWrite, FileModeOutcome.Truncated, nameof(FileNotFoundException)),
        .. Pair(FileMode.Append, FileAccess.Write, FileModeOutcome.OpenedAtEnd, FileModeOutcome.Created),
        Refused(FileMode.CreateNew, FileAccess.Read),
        Refused(FileMode.Create, FileAccess.Read),
        Refused(FileMode.Truncate, FileAccess.Read),
        Refused(FileMode.Append, FileAccess.Read),
        Refused(FileMode.Append, FileAccess.ReadWrite),
    ];

    /// <summary>Of the cell.</summary>
    internal string Name => $"{Mode}-{Access}-{State}".ToLowerInvariant();

    /// <summary>Whether there is a file, in a word.</summary>
    internal string State => Exists ? "existing" : "missing";

    private static FileModeCase[] Pair(FileMode mode, FileAccess access, string existing, string missing) =>
        [new(mode, access, Exists: true, existing), new(mode, access, Exists: false, missing)];

    private static FileModeCase Refused(FileMode mode, FileAccess access) =>
        new(mode, access, Exists: true, nameof(ArgumentException));
}
