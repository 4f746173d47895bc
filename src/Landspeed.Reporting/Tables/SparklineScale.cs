namespace Landspeed.Reporting.Tables;

/// <summary>What the height of a bar says.</summary>
internal enum SparklineScale
{
    /// <summary>The share of the largest value: for rates, which start from nothing.</summary>
    FromZero,

    /// <summary>The place between the smallest and the largest on a log scale: for costs, which span decades.</summary>
    Log,
}
