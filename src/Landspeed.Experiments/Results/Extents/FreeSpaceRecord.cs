namespace Landspeed.Experiments.Results.Extents;

/// <summary>The free space of a volume, and where the files lie among it.</summary>
public sealed record FreeSpaceRecord
{
    /// <summary>A path on the volume, for people, control characters escaped: the first that was named.</summary>
    public required string Path { get; init; }

    /// <summary>The file system, for example <c>ext4</c>.</summary>
    public required string FileSystem { get; init; }

    /// <summary>Why nothing is known; null: it is.</summary>
    public string? Reason { get; init; }

    /// <summary>Bytes of the volume's device that the file system uses or may use; null: not known.</summary>
    public long? VolumeBytes { get; init; }

    /// <summary>The ranges that nobody uses; null: not known.</summary>
    public SizesRecord? Free { get; init; }

    /// <summary>The volume in equal parts, to be drawn; null: not known.</summary>
    public VolumeMapRecord? Map { get; init; }
}

/// <summary>A volume in equal parts, from its beginning to its end. A digit for each: 0 nothing, 9 all, the others ninths of it.</summary>
/// <param name="PartBytes">Bytes of a part; the last may be shorter.</param>
/// <param name="Used">How much of each part is not free.</param>
/// <param name="Files">How much of each part the files that were read have.</param>
public sealed record VolumeMapRecord(long PartBytes, string Used, string Files);
