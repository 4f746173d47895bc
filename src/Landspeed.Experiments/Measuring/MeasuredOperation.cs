namespace Landspeed.Experiments.Measuring;

/// <summary>What a measurement does to the file.</summary>
public enum MeasuredOperation
{
    /// <summary>Read what is there.</summary>
    Read,

    /// <summary>Write within the file's length, again and again.</summary>
    Write,

    /// <summary>Empty the file and lengthen it to its size, once.</summary>
    Extend,
}
