namespace Landspeed.Engine;

/// <summary>Bounds that every engine shares.</summary>
public static class EngineLimits
{
    /// <summary>Largest queue depth: 4096. io_uring takes up to 32,768 entries; beyond a few hundred no device gains.</summary>
    public const int MaximumQueueDepth = 4096;

    /// <summary>Files attached to one engine at once: 64.</summary>
    public const int MaximumFiles = 64;

    /// <summary>Bytes one request can move: 2,147,479,552, Linux's own limit (2 GiB less one page).</summary>
    public const int MaximumTransfer = 0x7FFF_F000;

    /// <summary>
    /// Requests gathered before they are passed on: 4. One by one costs 13 % more processor time at 4 KiB and depth
    /// 32; all at once starves the device between bursts and loses a quarter of the rate.
    /// </summary>
    public const int SubmissionGroup = 4;
}
