namespace Landspeed.Results.Extents;

/// <summary>The free space of a volume, and where the files are stored in relation to it.</summary>
public sealed record FreeSpaceRecord
{
    /// <summary>The first named path on the volume, for display, control characters escaped.</summary>
    public required string Path { get; init; }

    /// <summary>The file system, for example <c>ext4</c>.</summary>
    public required string FileSystem { get; init; }

    /// <summary>Why nothing is known, or null if it is.</summary>
    public string? Reason { get; init; }

    /// <summary>Bytes of the volume's device that the file system uses or may use, or null if unknown.</summary>
    public long? VolumeBytes { get; init; }

    /// <summary>The unused ranges, or null if unknown.</summary>
    public SizesRecord? Free { get; init; }

    /// <summary>The volume in equal parts, for drawing, or null if unknown.</summary>
    public VolumeMapRecord? Map { get; init; }
}

/// <summary>
/// A volume in equal parts, from start to end. There is a digit for each: 0 none, 9 all, others in ninths.
/// </summary>
/// <param name="PartBytes">Bytes of a part; the last may be shorter.</param>
/// <param name="Used">How much of each part is not free.</param>
/// <param name="Files">How much of each part belongs to the files that were read.</param>
public sealed record VolumeMapRecord(long PartBytes, string Used, string Files);
