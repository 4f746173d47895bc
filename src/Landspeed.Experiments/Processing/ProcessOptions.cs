using Landspeed.Experiments.Creating;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Processing;

/// <summary>The experiment on streaming, buffering and pipelining.</summary>
public sealed record ProcessOptions
{
    /// <summary>The directory to process, or null: a data set is created, and removed afterwards.</summary>
    public FilePath? Input { get; init; }

    /// <summary>The data set to create; ignored if <see cref="Input"/> is given.</summary>
    public required DataShape Data { get; init; }

    /// <summary>
    /// Where results are written during the run: a directory that is missing or empty. Null: a directory of ours next
    /// to the input, or with the created data set.
    /// </summary>
    public FilePath? Output { get; init; }

    /// <summary>Where a data set is created; default the working directory.</summary>
    public FilePath Directory { get; init; } = FilePath.FromText(".");

    /// <summary>Whether an output directory that is not empty may be used; its contents remain.</summary>
    public bool Overwrite { get; init; }

    /// <summary>
    /// Whether the created data set is kept, and the results of each cell's first run, after they are checked.
    /// </summary>
    public bool Keep { get; init; }

    /// <summary>Whether the author's own sizes were requested.</summary>
    public bool Full { get; init; }

    /// <summary>The strategies, in the order of the cells.</summary>
    public IReadOnlyList<ProcessStrategy> Strategies { get; init; } =
        [ProcessStrategy.Streaming, ProcessStrategy.Buffering, ProcessStrategy.Pipelined];

    /// <summary>Numbers of threads, each 1 to 64.</summary>
    public IReadOnlyList<int> Threads { get; init; } = [1, 2, 3, 4];

    /// <summary>Levels of work, each 0 to 100,000 passes.</summary>
    public IReadOnlyList<int> Passes { get; init; } = [0, 100, 200, 1000];

    /// <summary>Buffer sizes of all strategies except the pipeline, each 1 B to 16 MiB.</summary>
    internal IReadOnlyList<ByteCount> BufferSizes { get; init; } = [ByteCount.KiB(64)];

    /// <summary>Hints of all strategies except the pipeline.</summary>
    public IReadOnlyList<ReadHint> Hints { get; init; } = [ReadHint.None];

    /// <summary>How files are distributed to threads, for all strategies except the pipeline.</summary>
    public IReadOnlyList<FileDistribution> Distributions { get; init; } = [FileDistribution.Shared];

    /// <summary>The number of the first pass: 1, or 0 as the author counted.</summary>
    public int FirstPass { get; init; } = 1;

    /// <summary>Runs of each cell.</summary>
    public int Repetitions { get; init; } = 3;

    /// <summary>Seed of the order and of the data.</summary>
    public required ulong Seed { get; init; }
}

/// <summary>The hint that streaming and buffering give the system when they open a file.</summary>
public enum ReadHint
{
    /// <summary>No hint.</summary>
    None,

    /// <summary>The file is read from start to end (FileOptions.SequentialScan).</summary>
    Sequential,
}

/// <summary>How files are distributed to threads.</summary>
public enum FileDistribution
{
    /// <summary>Each thread takes the next file that no other has taken.</summary>
    Shared,

    /// <summary>Each thread has its own list from the start: every n-th file for n threads.</summary>
    Fixed,
}

/// <summary>How to read files, work on their lines, and write the results.</summary>
public enum ProcessStrategy
{
    /// <summary>Each thread takes a file: it reads a line, works on it and writes it, until the file is done.</summary>
    Streaming,

    /// <summary>The same through StreamReader and StreamWriter, as the author wrote it.</summary>
    StreamReader,

    /// <summary>Each thread takes a file: it reads it whole, works on its lines, and writes it whole.</summary>
    Buffering,

    /// <summary>One thread keeps many large reads and writes in flight; the other threads only work.</summary>
    Pipelined,
}
