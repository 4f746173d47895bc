namespace Landspeed.Experiments.Measuring;

/// <summary>When a measurement makes its writes durable.</summary>
public enum FlushPolicy
{
    /// <summary>Never: the time to return is measured.</summary>
    None,

    /// <summary>Once, after the last write: the time to return and the time to durable are measured.</summary>
    End,

    /// <summary>With each write, by the request itself (RWF_DSYNC).</summary>
    Each,
}
