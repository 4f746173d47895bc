namespace Landspeed.Platform;

/// <summary>What to look for in a sparse file.</summary>
public enum SoughtPlace
{
    /// <summary>Data, or what the file system takes for it.</summary>
    Data,

    /// <summary>A hole; the end of the file counts as one.</summary>
    Hole,
}
