namespace Landspeed.Experiments.Copying.Pairs;

/// <summary>Two files, or two directories, to be compared.</summary>
internal sealed record PairTask
{
    /// <summary>The first; a symbolic link is followed.</summary>
    public required FilePath A { get; init; }

    /// <summary>The second; a symbolic link is followed.</summary>
    public required FilePath B { get; init; }

    /// <summary>Whether they are directories. Default: files.</summary>
    public bool IsTree { get; init; }

    /// <summary>How files are read, or null to bypass the page cache unless it contains them. Default direct.</summary>
    public IoMode? Mode { get; init; } = IoMode.Direct;

    /// <summary>Whether it is an error if the mode is refused. Default: no.</summary>
    public bool RequireMode { get; init; }

    /// <summary>Entries compared at the same time, 1 to 64. Default 4.</summary>
    public int Threads { get; init; } = 4;

    /// <summary>What is compared besides kinds, contents and the destinations of links. Default: everything.</summary>
    public PairMetadataKinds Metadata { get; init; } = PairMetadataKinds.All;

    /// <summary>Whether entries that are the same are passed on, too. Default: no.</summary>
    public bool ListsSame { get; init; }
}

/// <summary>Kinds of metadata.</summary>
[Flags]
internal enum PairMetadataKinds
{
    /// <summary>None.</summary>
    None = 0,

    /// <summary>Permissions.</summary>
    Permissions = 1,

    /// <summary>Owner and group.</summary>
    Owner = 2,

    /// <summary>Modification time.</summary>
    Times = 4,

    /// <summary>Extended attributes and access lists.</summary>
    Attributes = 8,

    /// <summary>Which names are hard links to one file.</summary>
    Links = 16,

    /// <summary>All of these.</summary>
    All = Permissions | Owner | Times | Attributes | Links,
}
