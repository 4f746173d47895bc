namespace Landspeed.Files;

/// <summary>What of a direct request is not aligned.</summary>
[Flags]
public enum Misalignment
{
    /// <summary>All is aligned.</summary>
    None = 0,

    /// <summary>The offset in the file.</summary>
    Offset = 1,

    /// <summary>The length.</summary>
    Length = 2,

    /// <summary>The memory address.</summary>
    Address = 4,
}
