using Landspeed.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>What a measurement will do, checked and bounded before any byte is moved.</summary>
public sealed record MeasurementPlan
{
    /// <summary>The options, as given.</summary>
    public required MeasurementOptions Options { get; init; }

    /// <summary>What happens to the file first.</summary>
    public required FileTask FileTask { get; init; }

    /// <summary>Length of the file during the run, bytes.</summary>
    public required long FileLength { get; init; }

    /// <summary>Bytes of the file that are used: those from the offset on.</summary>
    public long RangeBytes => FileLength - Options.Offset;

    /// <summary>Whether the file is shorter than requested, and stays so because it is not ours.</summary>
    public bool IsShorter { get; init; }

    /// <summary>Free space required on the volume, bytes; 0 if the file exists.</summary>
    public required long SpaceNeededBytes { get; init; }

    /// <summary>Bytes written before the measurement, to create the file.</summary>
    public required long PreparationBytes { get; init; }

    /// <summary>Bytes written over the file after that, at most.</summary>
    public long PreconditionBytes => Options.Precondition?.Most.Of(RangeBytes) ?? 0;

    /// <summary>Maximum number of bytes that one run moves; null if only time limits it.</summary>
    public required long? RunBytes { get; init; }

    /// <summary>Maximum measured time of one run, without preparation.</summary>
    public required TimeSpan RunTime { get; init; }

    /// <summary>
    /// Number of requests in the used range; of several sizes, of places at which one may begin. The short one at its
    /// end counts for sequential reads and for extends: at random it would give requests of two sizes, and a write of
    /// it would lengthen the file.
    /// </summary>
    public long RequestCount => Options is { DistancePct: 0, WritesWithin: false, Sizes: null }
        ? ((RangeBytes - 1) / Options.RequestSize) + 1
        : RangeBytes / Options.Grain;

    /// <summary>The file that it creates and that remains after success, with its bytes; null if none.</summary>
    public (FilePath Path, long Bytes)? Remains => FileTask == FileTask.Create ? (Options.Path, FileLength) : null;

    /// <summary>What it does, for display, one line each: label and text.</summary>
    public IEnumerable<(string Label, string Text)> Facts => MeasureFacts.Of(this);

    /// <summary>Where the file is stored.</summary>
    public required PlaceRecord Place { get; init; }
}
