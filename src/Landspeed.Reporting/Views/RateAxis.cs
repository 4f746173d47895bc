using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Views;

/// <summary>The axis of rates: logarithmic where they lie far apart, so that small ones differ.</summary>
internal static class RateAxis
{
    // On a linear axis of 340 pixels all below a twentieth of the largest lie on the zero line.
    private const double FarApart = 20;

    /// <summary>The axis of MB/s.</summary>
    /// <param name="points">What is drawn; none: a linear axis.</param>
    public static Axis Of(IReadOnlyList<ChartPoint> points) => IsLog(points)
        ? DecadeAxis.Of("MB/s", points.Min(point => point.Low), points.Max(point => point.High))
        : LinearAxis.Of("MB/s", points.Select(point => point.High).DefaultIfEmpty().Max());

    /// <summary>Words for the chart's note, with a space before them; empty where the axis is linear.</summary>
    public static string Note(IReadOnlyList<ChartPoint> points) =>
        IsLog(points) ? " Both axes are logarithmic." : string.Empty;

    private static bool IsLog(IReadOnlyList<ChartPoint> points) => points.Count > 0
        && points.All(point => point.Low > 0) && points.Max(point => point.Y) > FarApart * points.Min(point => point.Y);
}
