namespace Landspeed.Reporting.Svg;

/// <summary>Where a value lies along an axis.</summary>
internal interface IScale
{
    /// <summary>0 at the start of the axis, 1 at its end.</summary>
    double Share(double value);
}
