namespace Landspeed.Platform;

/// <summary>What a program tells the system about memory it mapped.</summary>
public enum MemoryAdvice
{
    /// <summary>Back the range by huge pages where possible.</summary>
    HugePages,

    /// <summary>A child process does not get the range: a page in flight is never copied away from the device.</summary>
    ExcludeFromFork,

    /// <summary>Fault all pages in now, writable (Linux 5.14).</summary>
    Populate,
}
