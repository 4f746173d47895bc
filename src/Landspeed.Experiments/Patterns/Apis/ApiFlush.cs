namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>Whether the device takes part for sure.</summary>
public enum ApiFlush
{
    /// <summary>The page cache is emptied before, and what was written is made durable on the clock.</summary>
    On,

    /// <summary>The file is in the page cache before, and what was written is handed to the system.</summary>
    Off,
}
