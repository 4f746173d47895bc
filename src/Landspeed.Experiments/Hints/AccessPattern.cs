namespace Landspeed.Experiments.Hints;

/// <summary>Which part of each file is read.</summary>
public enum AccessPattern
{
    /// <summary>The first bytes, in several reads one behind the other.</summary>
    Header,

    /// <summary>The whole file, in reads of the same length.</summary>
    Whole,

    /// <summary>As many reads of the same length, spread evenly over the file.</summary>
    Stride,
}
