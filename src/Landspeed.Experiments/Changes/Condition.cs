namespace Landspeed.Experiments.Changes;

/// <summary>What a machine does beside a run that may change its rate, the most direct cause first.</summary>
internal enum Condition
{
    /// <summary>Other processes move bytes on the same device, bytes/s.</summary>
    Traffic,

    /// <summary>The host of a virtual machine gives CPU time to other guests, percent.</summary>
    Stolen,

    /// <summary>The clock of the processors, Hz.</summary>
    Clock,

    /// <summary>Other processes and the kernel's threads use the CPUs, percent.</summary>
    Processes,

    /// <summary>Blocks of the device are discarded (TRIM), bytes/s.</summary>
    Discards,

    /// <summary>The page cache holds data that is not written, percent of what it may.</summary>
    Dirty,

    /// <summary>Devices write what is in the page cache, bytes at a time.</summary>
    Writeback,

    /// <summary>Pages are taken from the page cache for something else, bytes/s.</summary>
    Reclaim,

    /// <summary>The journal of the file system is committed, per second.</summary>
    Journal,

    /// <summary>Threads wait for memory, percent of the time.</summary>
    Memory,

    /// <summary>Threads wait for a processor, percent of the time.</summary>
    Processors,
}
