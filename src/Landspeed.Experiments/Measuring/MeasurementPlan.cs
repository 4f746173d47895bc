using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Measuring;

/// <summary>What a measurement is going to do, checked and bounded before the first byte moves.</summary>
public sealed record MeasurementPlan
{
    /// <summary>The options, as given.</summary>
    public required MeasurementOptions Options { get; init; }

    /// <summary>What happens to the file first.</summary>
    public required FileTask FileTask { get; init; }

    /// <summary>Length of the file during the run, bytes.</summary>
    public required long FileLength { get; init; }

    /// <summary>Whether the file is shorter than the options ask for, and stays so because it is not ours.</summary>
    public bool IsShorter { get; init; }

    /// <summary>Space that the volume must still have, bytes; 0 when the file is there.</summary>
    public required long SpaceNeededBytes { get; init; }

    /// <summary>Bytes written before the measurement, to make the file.</summary>
    public required long PreparationBytes { get; init; }

    /// <summary>Bytes that one run moves at most; null when only time bounds it.</summary>
    public required long? RunBytes { get; init; }

    /// <summary>Measured time of one run at most, without preparation.</summary>
    public required TimeSpan RunTime { get; init; }

    /// <summary>
    /// Requests that the file holds. The short one at its end counts for sequential reads and for extends: a random
    /// one would make requests of two sizes, a write of it would lengthen the file.
    /// </summary>
    public long RequestCount => Options is { DistancePct: 0, Operation: not MeasuredOperation.Write }
        ? ((FileLength - 1) / Options.RequestSize) + 1
        : FileLength / Options.RequestSize;

    /// <summary>What it does, for people, a line each: label and text.</summary>
    public IEnumerable<(string Label, string Text)> Facts => MeasureFacts.Of(this);

    /// <summary>Where the file lies.</summary>
    public required PlaceRecord Place { get; init; }
}
