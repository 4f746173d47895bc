namespace Landspeed.Files;

/// <summary>What the file system really did.</summary>
public enum PreallocationOutcome
{
    /// <summary>Nothing: it does not know how to reserve. The file is as before.</summary>
    NotSupported,

    /// <summary>Only the length changed: the new range is a hole.</summary>
    LengthSet,

    /// <summary>Blocks are reserved, unwritten where they are new.</summary>
    BlocksReserved,

    /// <summary>Zeros were handed to the system; they are durable after a flush.</summary>
    ZerosWritten,
}
