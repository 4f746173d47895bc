namespace Landspeed.Experiments.Patterns.Styles;

/// <summary>Which programming styles are compared, and on what.</summary>
public sealed record StylesOptions
{
    /// <summary>Default number of records per run: 500,000, a file of 50 MB.</summary>
    public const long DefaultRecords = 500_000;

    /// <summary>Number of records as in 2004: 1,000,000, a file of 100 MB.</summary>
    public const long FullRecords = 1_000_000;

    /// <summary>Maximum number of records: 10^15, more than any volume holds.</summary>
    public const long MostRecords = 1_000_000_000_000_000;

    /// <summary>Where files are created, in a subdirectory that is removed again.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>
    /// The file that is read: created if missing, created again if landspeed created it, and kept. Default null: a
    /// temporary one.
    /// </summary>
    public FilePath? File { get; init; }

    /// <summary>Records of 100 bytes, 1 to 10^15. Default 500,000.</summary>
    public long Records { get; init; } = DefaultRecords;

    /// <summary>Names of styles, each once, in any order. Default: all.</summary>
    public IReadOnlyList<string> Styles { get; init; } = AllStyles;

    /// <summary>Runs of each cell, 1 or more. Default 5.</summary>
    public int Repetitions { get; init; } = 5;

    /// <summary>Seed of the pseudo-random order.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether the size of 2004 was requested.</summary>
    public bool Full { get; init; }

    /// <summary>The names of all styles.</summary>
    public static IReadOnlyList<string> AllStyles { get; } = [.. RecordStyles.All.Select(style => style.Name)];

    /// <summary>The names of the styles of 2004: by byte, by line, by block, with a large buffer, typed values.</summary>
    public static IReadOnlyList<string> StylesOf2004 => RecordStyles.Of2004;
}
