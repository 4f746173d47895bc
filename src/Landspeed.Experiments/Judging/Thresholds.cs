namespace Landspeed.Experiments.Judging;

/// <summary>Where verdicts and findings start: each limit once, with its unit and its reason.</summary>
public static class Thresholds
{
    /// <summary>
    /// Share of the bytes from which on the device moved them, 95 %: metadata and alignment account for the rest.
    /// </summary>
    public const double DeviceFromPct = 95;

    /// <summary>
    /// Share of the bytes up to which the device hardly took part, 5 %: the same effect at the other end.
    /// </summary>
    public const double NotDeviceUpToPct = 5;

    /// <summary>
    /// Spread of the throughput, (largest - smallest) / median × 100, above which a cell is noisy, 25 %: a median of
    /// few runs cannot show smaller differences then.
    /// </summary>
    public const double NoisySpreadPct = 25;

    /// <summary>A cell with fewer runs has few, 3: with two runs it is unknown which one is the outlier.</summary>
    public const int EnoughRuns = 3;

    // Factor between the medians of two cells that noise does not explain, 3: with three runs per cell or more, all of
    // one above all of the other.
    internal const double ManyTimes = 3;

    // Factor between the slowest run of one cell and the fastest of another, with one or two runs per cell, 10: on a
    // busy machine the fastest and the slowest of fifteen single runs have differed by a factor of 7.
    internal const double ManyTimesOfFewRuns = 10;

    // Other processes' traffic, stolen CPU time, and pages read to complete them, each as a share of ours: 5 %, too
    // small to influence a choice.
    internal const double DisturbingSharePct = 5;

    // Share of data to be read cold that may remain in the page cache, 1 %: the pages around a mapping or a cursor.
    internal const double ColdUpToPct = 1;

    // Load average per CPU beyond which the machine was busy with something else before the work started.
    internal const double BusyLoadPerProcessor = 0.5;

    // 50 ms per second, 5 % of a CPU: the machine is no longer idle.
    internal const double BusyNsPerS = 50_000_000;

    // 1 s: shorter runs show the start of runtime and device.
    internal const double ShortNs = 1_000_000_000;

    // Difference between the two halves of a run, 25 %: beyond the variation of a device in a steady state.
    internal const double DriftPct = 25;

    // 2 s: shorter samples vary too much on any device.
    internal const double DriftFromNs = 2_000_000_000;

    // 6: three in each half, so that one outlier is not the median.
    internal const int SamplesForDrift = 6;

    // Share of the requested depth below which the queue is shallow, 0.7.
    internal const double DepthShare = 0.7;

    // Share of the volume below which it is nearly full, 2 %: file systems then search longer for free blocks.
    internal const double FreePct = 2;
}
