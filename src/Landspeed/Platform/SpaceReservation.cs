namespace Landspeed.Platform;

/// <summary>What reserving blocks does with the file's length.</summary>
public enum SpaceReservation
{
    /// <summary>Reserve, and lengthen the file to the end of the range.</summary>
    SetLength,

    /// <summary>Reserve, the length stays.</summary>
    KeepLength,
}
