namespace Landspeed.Files;

/// <summary>What is special about an extent.</summary>
[Flags]
public enum ExtentProperties
{
    /// <summary>Nothing.</summary>
    None = 0,

    /// <summary>Other files, or other places of this one, use the same blocks.</summary>
    Shared = 1,

    /// <summary>Compressed or encrypted: its length in the file is not its length on the device.</summary>
    Encoded = 2,

    /// <summary>The data lies inside metadata, or in a block with other files' data; it has no blocks of its
    /// own.</summary>
    Inline = 4,
}
