namespace Landspeed.Experiments.Hints;

/// <summary>The part of each file that is read.</summary>
public enum AccessPattern
{
    /// <summary>The first bytes, in several consecutive reads.</summary>
    Header,

    /// <summary>The whole file, in reads of the same length.</summary>
    Whole,

    /// <summary>The same number of reads of the same length, spread evenly over the file.</summary>
    Stride,
}
