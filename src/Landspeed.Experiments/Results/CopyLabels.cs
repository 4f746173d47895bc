namespace Landspeed.Experiments.Results;

/// <summary>Facts of the one run of a copy.</summary>
public static class CopyLabels
{
    /// <summary>Why the reads of the source's device are not those of the copy alone.</summary>
    public const string ReadsShared = "device_reads_shared";

    /// <summary>The same for reads of the target's device, if it is another device.</summary>
    public const string ReadsBackShared = "device_reads_back_shared";

    /// <summary>Why the writes of the target's device are not those of the copy alone.</summary>
    public const string WritesShared = "device_writes_shared";
}
