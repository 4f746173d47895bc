using Landspeed.Copying;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Copying;

/// <summary>What the counters reported about one copy. Fields are null if they cannot be determined here.</summary>
internal sealed record CopyEvidence
{
    /// <summary>The copier's report of what it did.</summary>
    public required CopyResult Result { get; init; }

    /// <summary>Where the source is stored.</summary>
    public required BlockDeviceLocation Source { get; init; }

    /// <summary>Where the target is stored.</summary>
    public required BlockDeviceLocation Target { get; init; }

    /// <summary>Bytes that the process fetched from devices.</summary>
    public long? ProcessReadBytes { get; init; }

    /// <summary>Bytes that the process sent to devices, or made dirty in the page cache.</summary>
    public long? ProcessWriteBytes { get; init; }

    /// <summary>Traffic of the source's device, for all processes.</summary>
    public DeviceRecord? SourceDevice { get; init; }

    /// <summary>Traffic of the target's device, for all processes.</summary>
    public DeviceRecord? TargetDevice { get; init; }

    /// <summary>What was counted until the copy only verified, or null if it was not watched.</summary>
    public CopySpan? UntilDurable { get; init; }

    /// <summary>Share of the time of all CPUs that any process used.</summary>
    public double? MachinePct { get; init; }

    /// <summary>Share of the source in the page cache before the copy; known for single files only.</summary>
    public double? SourceResidentPct { get; init; }

    /// <summary>Whether both are on one device.</summary>
    public bool OnOneDevice => Readings.OnOneDevice;

    /// <summary>What was read, of source and target.</summary>
    public Readings Readings => new()
    {
        Source = Source,
        Target = Target,
        SourceBytes = Result.BytesCopied,
        SourceAgain = new ComparedBytes(
            Result.SourceBytesVerified, Result.SourceBytesVerifiedThroughCache, Result.SourceBytesVerifiedOnDevice),
        TargetBytes = new ComparedBytes(
            Result.BytesVerified, Result.BytesVerifiedThroughCache, Result.BytesVerifiedOnDevice),
        ProcessBytes = ProcessReadBytes,
        SourceDeviceBytes = SourceDevice?.ReadBytes,
        TargetDeviceBytes = TargetDevice?.ReadBytes,
        SourceResidentPct = SourceResidentPct,
    };
}
