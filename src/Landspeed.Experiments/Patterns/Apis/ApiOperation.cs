namespace Landspeed.Experiments.Patterns.Apis;

/// <summary>What is done with the records.</summary>
public enum ApiOperation
{
    /// <summary>They are read.</summary>
    Read,

    /// <summary>They are written in place.</summary>
    Write,
}
