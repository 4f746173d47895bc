namespace Landspeed.Experiments.Judging;

/// <summary>Where verdicts and findings begin: each limit once, with its unit and its reason.</summary>
public static class Thresholds
{
    /// <summary>Share of the bytes from which on the device moved them, 95 %: metadata and alignment blur the rest.</summary>
    public const double DeviceFromPct = 95;

    /// <summary>Share of the bytes up to which the device hardly took part, 5 %: the same blur at the other end.</summary>
    public const double NotDeviceUpToPct = 5;

    /// <summary>
    /// Spread of the throughput, (largest - smallest) / median × 100, above which a cell is noisy, 25 %: no median of few runs
    /// can see smaller differences then.
    /// </summary>
    public const double NoisySpreadPct = 25;

    /// <summary>Runs below which a cell has few, 3: of two nobody knows which is the odd one.</summary>
    public const int EnoughRuns = 3;

    // Factor between the medians of two cells that no noise explains, 3: of three runs a cell and more, all of one above all of the other.
    internal const double ManyTimes = 3;

    // Factor between the slowest run of one cell and the fastest of another, of one or two runs a cell, 10: on a busy machine the fastest and the slowest of fifteen single runs have been 7 apart.
    internal const double ManyTimesOfFewRuns = 10;

    // Others' traffic, processor time taken away, pages read to be completed, each of ours: 5 %, what nobody chooses by.
    internal const double DisturbingSharePct = 5;

    // Share of what was to be read cold that may stay in the page cache, 1 %: the pages around a mapping or a cursor.
    internal const double ColdUpToPct = 1;

    // Load average of each processor beyond which it was busy with something else before the work began.
    internal const double BusyLoadPerProcessor = 0.5;

    // 50 ms a second, 5 % of a processor: no longer an idle machine.
    internal const double BusyNsPerS = 50_000_000;

    // 1 s: below it the start of runtime and device shows.
    internal const double ShortNs = 1_000_000_000;

    // Difference of the two halves of a run, 25 %: beyond what a device in a steady state swings.
    internal const double DriftPct = 25;

    // 2 s: shorter samples swing too much on any device.
    internal const double DriftFromNs = 2_000_000_000;

    // 6: three in each half, so that one odd sample does not make the median.
    internal const int SamplesForDrift = 6;

    // Share of the requested depth below which the queue is shallow, 0.7.
    internal const double DepthShare = 0.7;

    // Share of the volume below which it is nearly full, 2 %: file systems search longer for free blocks there.
    internal const double FreePct = 2;
}
