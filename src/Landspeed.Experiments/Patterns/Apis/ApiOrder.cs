namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>In which order the records are touched.</summary>
public enum ApiOrder
{
    /// <summary>All of them, one after the other.</summary>
    Sequential,

    /// <summary>Half of them, each once, in pseudo-random order.</summary>
    Random,
}
