namespace Landspeed.Reporting.Svg;

/// <summary>Equal ratios are equally far apart.</summary>
/// <param name="Start">Value at the start of the axis, above 0.</param>
/// <param name="End">Value at its end, above the start.</param>
internal sealed record LogScale(double Start, double End) : IScale
{
    /// <inheritdoc/>
    public double Share(double value) => Math.Log(value / Start) / Math.Log(End / Start);
}
