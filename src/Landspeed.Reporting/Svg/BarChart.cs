namespace Landspeed.Reporting.Svg;

/// <summary>Bars from left to right, in groups below each other.</summary>
internal sealed record BarChart : Picture
{
    /// <summary>From left to right, starting at 0.</summary>
    public required Axis X { get; init; }

    /// <summary>What the bars of a group are, each with its colour.</summary>
    public required IReadOnlyList<string> Kinds { get; init; }

    /// <summary>From top to bottom.</summary>
    public required IReadOnlyList<BarGroup> Groups { get; init; }

    /// <inheritdoc/>
    public override bool IsEmpty => !Groups.SelectMany(group => group.Bars).Any(bar => bar?.Value is not null);

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        double bottom = BarLines.Draw(target, this, size, top + 12);
        return Legend.Draw(target, Legend.Bars(this), bottom, size.Width) + 6;
    }
}
