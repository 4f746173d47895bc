namespace Landspeed.Files;

/// <summary>What a flush makes durable.</summary>
public enum FlushScope
{
    /// <summary>The data, and the metadata without which it cannot be read back, such as the length.</summary>
    Data,

    /// <summary>The data and all metadata, times included.</summary>
    DataAndMetadata,
}
