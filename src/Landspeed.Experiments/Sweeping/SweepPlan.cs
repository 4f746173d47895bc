using Landspeed.Experiments.Results;
using Landspeed.Platform;

namespace Landspeed.Experiments.Sweeping;

/// <summary>What a sweep is going to do, checked and bounded before the first byte moves.</summary>
public sealed record SweepPlan
{
    /// <summary>The options, as given.</summary>
    public required SweepOptions Options { get; init; }

    /// <summary>The file that reads and writes use.</summary>
    public required FilePath File { get; init; }

    /// <summary>Whether that file is made, and removed again.</summary>
    public required bool MakesFile { get; init; }

    /// <summary>The file that extends use, made and removed again; null: no cell extends.</summary>
    public required FilePath? ExtendFile { get; init; }

    /// <summary>The cells to measure, by curve, and by request size within a curve; one or more.</summary>
    public required IReadOnlyList<SweepCell> Cells { get; init; }

    /// <summary>
    /// The result before the first run: setup, place, host, and all cells, those of <see cref="Cells"/> pending and those
    /// that cannot be done here skipped with the reason; of a resumed sweep with the runs that it has already.
    /// </summary>
    public required SweepDocument Preview { get; init; }

    /// <summary>Runs still to be made.</summary>
    public required int RunsLeft { get; init; }

    /// <summary>Space that the volume must still have, bytes; 0 when the file is there.</summary>
    public required long SpaceNeededBytes { get; init; }

    /// <summary>Bytes written before the first run, to make the file.</summary>
    public required long PreparationBytes { get; init; }

    /// <summary>Bytes that the runs left read at most, warm-ups and runs that are not recorded included.</summary>
    public required long ReadBytes { get; init; }

    /// <summary>Bytes that the runs left write at most, warm-ups and runs that are not recorded included.</summary>
    public required long WriteBytes { get; init; }

    /// <summary>How long preparation and the runs left take on a device of 1 GB/s, about.</summary>
    public required TimeSpan EstimatedTime { get; init; }
}
