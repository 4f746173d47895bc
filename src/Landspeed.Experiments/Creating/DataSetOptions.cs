using Landspeed.Platform;

namespace Landspeed.Experiments.Creating;

/// <summary>A data set to make.</summary>
public sealed record DataSetOptions
{
    /// <summary>Threads that write: more than four help no device that serves one sequential writer well.</summary>
    public static readonly int DefaultThreads = Math.Min(4, Environment.ProcessorCount);

    /// <summary>Where: a directory that is missing or empty, unless one of the next two says otherwise.</summary>
    public required FilePath Directory { get; init; }

    /// <summary>How many files and what is in them.</summary>
    public required DataShape Shape { get; init; }

    /// <summary>Start of the data: the same seed gives the same files, whatever the number of threads.</summary>
    public required ulong Seed { get; init; }

    /// <summary>Whether the directory may have files in it: those of ours with the names of new files are replaced, all others stay.</summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether files of ours that are complete already are kept, and the rest is made.</summary>
    public bool Resume { get; init; }

    /// <summary>Whether files stay that were made before the work was stopped or failed.</summary>
    public bool Keep { get; init; }

    /// <summary>Threads that write, 1 or more.</summary>
    public int Threads { get; init; } = DefaultThreads;
}
