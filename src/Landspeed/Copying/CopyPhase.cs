namespace Landspeed.Copying;

/// <summary>What a copy does now.</summary>
public enum CopyPhase
{
    /// <summary>Checks what an interrupted copy left.</summary>
    Checking,

    /// <summary>Reads and writes.</summary>
    Copying,

    /// <summary>Waits until what was written is durable.</summary>
    Flushing,

    /// <summary>Reads the target from the medium and compares.</summary>
    Verifying,
}
