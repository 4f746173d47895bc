namespace Landspeed.Experiments.Creating;

/// <summary>A data set to create.</summary>
public sealed record DataSetOptions
{
    /// <summary>
    /// Threads that write: more than four do not help a device that serves one sequential writer well.
    /// </summary>
    public static readonly int DefaultThreads = Math.Min(4, Environment.ProcessorCount);

    /// <summary>
    /// The directory: missing or empty, unless <see cref="Overwrite"/> or <see cref="Resume"/> permits otherwise.
    /// </summary>
    public required FilePath Directory { get; init; }

    /// <summary>Number and content of the files.</summary>
    public required DataShape Shape { get; init; }

    /// <summary>Seed of the data: the same seed gives the same files, whatever the number of threads.</summary>
    public required ulong Seed { get; init; }

    /// <summary>
    /// Whether the directory may contain files: ours with the names of new files are replaced, all others remain.
    /// </summary>
    public bool Overwrite { get; init; }

    /// <summary>Whether complete files of ours are kept, and only the rest is created.</summary>
    public bool Resume { get; init; }

    /// <summary>Whether files that were created before the work was stopped or failed are kept.</summary>
    public bool Keep { get; init; }

    /// <summary>Threads that write, 1 or more.</summary>
    public int Threads { get; init; } = DefaultThreads;
}
