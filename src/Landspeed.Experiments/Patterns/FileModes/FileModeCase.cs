namespace Landspeed.Experiments.Patterns.FileModes;

/// <summary>How a file is opened, and the outcome that the documentation of FileStream states.</summary>
/// <param name="Mode">The mode.</param>
/// <param name="Access">The access.</param>
/// <param name="Target">What exists under the name, or what is wrong with it.</param>
/// <param name="Documented">The expected outcome, one of <see cref="FileModeOutcome"/> or the name of an
/// exception.</param>
internal sealed record FileModeCase(FileMode Mode, FileAccess Access, OpenTarget Target, string Documented)
{
    /// <summary>All cases: each mode with and without a file, the combinations that are refused, and the names that cannot be opened.</summary>
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
        new(FileMode.Open, FileAccess.Read, OpenTarget.InvalidPath, nameof(ArgumentException)),
        new(FileMode.Open, FileAccess.Read, OpenTarget.EmptyPath, nameof(ArgumentException)),
        new(FileMode.Create, FileAccess.Write, OpenTarget.NameTooLong, nameof(PathTooLongException)),
        new(FileMode.Open, FileAccess.Read, OpenTarget.MissingDirectory, nameof(DirectoryNotFoundException)),
        new(FileMode.Create, FileAccess.Write, OpenTarget.MissingDirectory, nameof(DirectoryNotFoundException)),
        new(FileMode.Open, FileAccess.Read, OpenTarget.Directory, nameof(UnauthorizedAccessException)),
        new(FileMode.Open, FileAccess.Read, OpenTarget.Forbidden, nameof(UnauthorizedAccessException)),
        new(FileMode.Create, FileAccess.Write, OpenTarget.Forbidden, nameof(UnauthorizedAccessException)),
    ];

    /// <summary>Name of the cell.</summary>
    internal string Name => $"{Mode}-{Access}-{State.Replace(' ', '-')}".ToLowerInvariant();

    /// <summary>What exists under the name, in a word or two.</summary>
    internal string State => Target switch
    {
        OpenTarget.Existing => "existing",
        OpenTarget.Missing => "missing",
        OpenTarget.Forbidden => "forbidden",
        OpenTarget.Directory => "a directory",
        OpenTarget.MissingDirectory => "no directory",
        OpenTarget.InvalidPath => "invalid path",
        OpenTarget.EmptyPath => "empty path",
        _ => "long name",
    };

    private static FileModeCase[] Pair(FileMode mode, FileAccess access, string existing, string missing) =>
        [new(mode, access, OpenTarget.Existing, existing), new(mode, access, OpenTarget.Missing, missing)];

    private static FileModeCase Refused(FileMode mode, FileAccess access) =>
        new(mode, access, OpenTarget.Existing, nameof(ArgumentException));
}

/// <summary>What a program finds under a name that it opens.</summary>
internal enum OpenTarget
{
    /// <summary>A file with some bytes in it.</summary>
    Existing,

    /// <summary>Nothing.</summary>
    Missing,

    /// <summary>A file without read or write permission for anyone.</summary>
    Forbidden,

    /// <summary>A directory.</summary>
    Directory,

    /// <summary>Not even the directory of the file.</summary>
    MissingDirectory,

    /// <summary>An invalid name: it contains the character 0.</summary>
    InvalidPath,

    /// <summary>An empty name.</summary>
    EmptyPath,

    /// <summary>A name of 300 characters; file systems accept 255 bytes.</summary>
    NameTooLong,
}
