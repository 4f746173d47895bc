using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>One point of a series.</summary>
internal sealed record ChartPoint
{
    /// <summary>Value on the x axis.</summary>
    public required double X { get; init; }

    /// <summary>Value on the y axis.</summary>
    public required double Y { get; init; }

    /// <summary>Lower edge of the band.</summary>
    public required double Low { get; init; }

    /// <summary>Upper edge of the band.</summary>
    public required double High { get; init; }

    /// <summary>Shown by the point's shape.</summary>
    public required Verdict Verdict { get; init; }

    /// <summary>What pointing at it shows.</summary>
    public required string Tip { get; init; }

    /// <summary>Whether the series has its knee here.</summary>
    public bool IsKnee { get; init; }

    /// <summary>Whether the series has its half-power point here.</summary>
    public bool IsHalfPower { get; init; }
}
