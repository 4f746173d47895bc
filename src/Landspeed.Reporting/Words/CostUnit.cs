namespace Landspeed.Reporting.Words;

/// <summary>The unit in which tables show the CPU cost of a byte.</summary>
public enum CostUnit
{
    /// <summary>In both, side by side.</summary>
    Both,

    /// <summary>Nanoseconds per byte.</summary>
    Ns,

    /// <summary>Cycles per byte: nanoseconds × the clock that the system states.</summary>
    Cycles,
}
