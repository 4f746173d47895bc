namespace Landspeed.Reporting.Svg;

/// <summary>Equal differences are equally far apart.</summary>
/// <param name="Start">Value at the start of the axis.</param>
/// <param name="End">Value at its end, above the start.</param>
internal sealed record LinearScale(double Start, double End) : IScale
{
    /// <inheritdoc/>
    public double Share(double value) => (value - Start) / (End - Start);
}
