namespace Landspeed.Experiments.Measuring;

/// <summary>The phases of a measurement, in order.</summary>
public enum MeasurementPhase
{
    /// <summary>The file is created or lengthened.</summary>
    Preparing,

    /// <summary>The file is dropped from the page cache.</summary>
    Dropping,

    /// <summary>The idle machine is watched.</summary>
    Baseline,

    /// <summary>Requests run, not counted yet.</summary>
    WarmingUp,

    /// <summary>Requests run and count.</summary>
    Measuring,

    /// <summary>What was written is made durable.</summary>
    Flushing,
}
