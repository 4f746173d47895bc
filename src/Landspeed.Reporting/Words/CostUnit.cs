namespace Landspeed.Reporting.Words;

/// <summary>In which unit tables show what a byte costs the processor.</summary>
public enum CostUnit
{
    /// <summary>In both, side by side.</summary>
    Both,

    /// <summary>Nanoseconds a byte.</summary>
    Ns,

    /// <summary>Cycles a byte: nanoseconds × the clock that the system states.</summary>
    Cycles,
}
