using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>
/// What was read of a source, of it a second time, and of a target that is compared with it, while one counter of the
/// process counted all three. Fields are null if they cannot be determined here.
/// </summary>
internal sealed record Readings
{
    /// <summary>Where the source is stored.</summary>
    public required BlockDeviceLocation Source { get; init; }

    /// <summary>Where the target is stored; the source's place if there is none.</summary>
    public required BlockDeviceLocation Target { get; init; }

    /// <summary>Bytes read from the source the first time.</summary>
    public required long SourceBytes { get; init; }

    /// <summary>Bytes read from the source a second time.</summary>
    public ComparedBytes SourceAgain { get; init; }

    /// <summary>Bytes read from the target.</summary>
    public ComparedBytes TargetBytes { get; init; }

    /// <summary>Bytes that the process fetched from devices.</summary>
    public long? ProcessBytes { get; init; }

    /// <summary>Bytes that the source's device read, for all processes.</summary>
    public long? SourceDeviceBytes { get; init; }

    /// <summary>Bytes that the target's device read, for all processes.</summary>
    public long? TargetDeviceBytes { get; init; }

    /// <summary>Share of the source in the page cache before; known for single files only.</summary>
    public double? SourceResidentPct { get; init; }

    /// <summary>What a verdict calls the two, if it is about both.</summary>
    public string Sides { get; init; } = "source and target";

    /// <summary>Whether both are on one device.</summary>
    public bool OnOneDevice => Source.Device is not null && Source.Device == Target.Device;
}

/// <summary>Bytes that were read to be compared, past the page cache where that is possible.</summary>
/// <param name="All">All of them.</param>
/// <param name="ThroughCache">The part that had to go through the page cache, and was dropped from it before.</param>
/// <param name="OnDevice">Bytes fetched from the device, in whole blocks, for the rest.</param>
internal readonly record struct ComparedBytes(long All, long ThroughCache, long OnDevice);
