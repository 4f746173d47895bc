using Landspeed.Quantities;

namespace Landspeed.Experiments.Processing;

/// <summary>One strategy for processing a directory: a cell of the experiment.</summary>
public sealed record ProcessSettings
{
    /// <summary>The strategy.</summary>
    public required ProcessStrategy Strategy { get; init; }

    /// <summary>Threads that work, 1 or more. The pipeline has one more, which moves bytes.</summary>
    public required int Threads { get; init; }

    /// <summary>Passes over each line.</summary>
    public required LinePasses Passes { get; init; }

    /// <summary>Bytes per read or write of streaming and buffering. The pipeline has its own sizes.</summary>
    internal ByteCount BufferSize { get; init; } = ByteCount.KiB(64);

    /// <summary>
    /// The hint of streaming and buffering to the system. The pipeline gives the hints that it needs.
    /// </summary>
    public ReadHint Hint { get; init; }

    /// <summary>How files are distributed to threads, for all strategies except the pipeline.</summary>
    public FileDistribution Distribution { get; init; }
}
