namespace Landspeed.Tests.Copying.Sharing.Cluster;

/// <summary>A large job for <see cref="ScaleRun"/>: files are counted, not simulated one by one, and nothing goes wrong.</summary>
/// <param name="Ranks">How many ranks, of 4 threads each.</param>
/// <param name="Files">Small files, in batches of up to 512.</param>
internal sealed record ScaleCase(int Ranks, long Files)
{
    /// <summary>Threads of a rank.</summary>
    internal const int Threads = 4;

    /// <summary>Files of a batch.</summary>
    internal const int Batch = 512;

    /// <summary>Bytes of a name in a message.</summary>
    internal const int NameBytes = 20;

    /// <summary>Files that the file system takes a second, from all ranks together.</summary>
    internal const double FilesPerSecond = 100_000;

    /// <summary>Files of a directory.</summary>
    internal int PerDirectory { get; init; } = 1000;

    /// <summary>Large files of 16 segments each.</summary>
    internal int LargeFiles { get; init; }

    /// <summary>Whether another rank verifies.</summary>
    internal bool Verifies { get; init; } = true;

    /// <summary>Directories.</summary>
    internal long Directories => Math.Max(1, Files / PerDirectory);

    /// <summary>How long a thread takes for a file: 1 ms, and longer where the file system is the limit.</summary>
    internal TimeSpan PerFile => TimeSpan.FromSeconds(Math.Max(0.001, Ranks * Threads / FilesPerSecond));

    /// <summary>How long a thread takes for a segment: 256 MiB at 250 MB/s.</summary>
    internal static TimeSpan PerSegment => TimeSpan.FromSeconds(1.07);

    /// <summary>How long the last items take, while most threads have nothing to do.</summary>
    internal TimeSpan Rest => (Files > 0 ? 2.6 * Math.Min(Batch, PerDirectory) * PerFile : TimeSpan.Zero) + (LargeFiles > 0 ? 3 * PerSegment : TimeSpan.Zero);

    /// <summary>How long it takes at least: no thread waits.</summary>
    internal TimeSpan Ideal => ((Files * PerFile * (Verifies ? 1.3 : 1)) + (16 * LargeFiles * PerSegment * (Verifies ? 1.5 : 1))) / (Ranks * Threads);
}

/// <summary>What a large job took.</summary>
internal sealed record ScaleResult
{
    public double ElapsedSeconds { get; init; }

    public double IdealSeconds { get; init; }

    /// <summary>From the start until each rank had something to do.</summary>
    public double StartSeconds { get; init; }

    /// <summary>From the end of the last item until all ranks knew.</summary>
    public double EndSeconds { get; init; }

    public long Questions { get; init; }

    public double QuestionsPerSecond => Questions / ElapsedSeconds;

    public long MessageBytes { get; init; }

    public int MostWaiting { get; init; }

    public int MostOut { get; init; }

    public long MostPoolBytes { get; init; }

    /// <summary>Most items that waited on one rank.</summary>
    public int MostSurplus { get; init; }

    /// <summary>Share of the time in which rank 0 answered, at 20 µs an answer.</summary>
    public double RankZeroBusy => Questions * 20e-6 / ElapsedSeconds;
}
