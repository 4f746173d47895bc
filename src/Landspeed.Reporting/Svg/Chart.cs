namespace Landspeed.Reporting.Svg;

/// <summary>What a chart shows, before it has a size.</summary>
internal sealed record Chart
{
    /// <summary>A short name, unique on a page, usable as a file name.</summary>
    public required string Name { get; init; }

    /// <summary>The heading.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it.</summary>
    public required string Note { get; init; }

    /// <summary>What it shows, in words, for who cannot see it.</summary>
    public required string Description { get; init; }

    /// <summary>From left to right.</summary>
    public required Axis X { get; init; }

    /// <summary>From bottom to top.</summary>
    public required Axis Y { get; init; }

    /// <summary>The curves; one or more points each.</summary>
    public required IReadOnlyList<ChartSeries> Series { get; init; }

    /// <summary>What stands in the place of axes and curves when there are none.</summary>
    public required string Nothing { get; init; }
}
