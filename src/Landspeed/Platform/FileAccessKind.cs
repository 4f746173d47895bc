namespace Landspeed.Platform;

/// <summary>What a descriptor may do with the file's bytes.</summary>
public enum FileAccessKind
{
    /// <summary>Read only.</summary>
    Read,

    /// <summary>Write only.</summary>
    Write,

    /// <summary>Read and write.</summary>
    ReadWrite,

    /// <summary>Neither: only ask what the name is (O_PATH on Linux); never blocks on a FIFO or a device.</summary>
    Identify,
}
