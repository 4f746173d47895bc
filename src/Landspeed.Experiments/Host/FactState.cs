namespace Landspeed.Experiments.Host;

/// <summary>How well the machine provides something.</summary>
public enum FactState
{
    /// <summary>It is there.</summary>
    Ok,

    /// <summary>It is there in part, or something makes numbers less certain.</summary>
    Limited,

    /// <summary>It is not there.</summary>
    Missing,
}
