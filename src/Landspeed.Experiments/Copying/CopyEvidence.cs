using Landspeed.Copying;
using Landspeed.Platform;

namespace Landspeed.Experiments.Copying;

/// <summary>What the counters said of one copy. Null: not to be found out here.</summary>
public sealed record CopyEvidence
{
    /// <summary>What the copier says that it did.</summary>
    public required CopyResult Result { get; init; }

    /// <summary>Where the source lies.</summary>
    public required BlockDeviceLocation Source { get; init; }

    /// <summary>Where the target lies.</summary>
    public required BlockDeviceLocation Target { get; init; }

    /// <summary>Bytes that the process fetched from devices.</summary>
    public long? ProcessReadBytes { get; init; }

    /// <summary>Bytes that the process sent to devices, or made dirty in the page cache.</summary>
    public long? ProcessWriteBytes { get; init; }

    /// <summary>Bytes that the source's device read, for everybody.</summary>
    public long? SourceDeviceReadBytes { get; init; }

    /// <summary>Bytes that the target's device read, for everybody.</summary>
    public long? TargetDeviceReadBytes { get; init; }

    /// <summary>Bytes that the target's device wrote, for everybody.</summary>
    public long? TargetDeviceWriteBytes { get; init; }

    /// <summary>Share of the source in the page cache before; known of single files only.</summary>
    public double? SourceResidentPct { get; init; }

    /// <summary>Whether both lie on one device.</summary>
    public bool OnOneDevice => Source.Device is not null && Source.Device == Target.Device;
}
