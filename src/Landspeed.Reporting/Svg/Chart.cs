namespace Landspeed.Reporting.Svg;

/// <summary>Curves over an axis, before they have a size.</summary>
internal sealed record Chart : Picture
{
    /// <summary>From left to right.</summary>
    public required Axis X { get; init; }

    /// <summary>From bottom to top.</summary>
    public required Axis Y { get; init; }

    /// <summary>The curves; one or more points each.</summary>
    public required IReadOnlyList<ChartSeries> Series { get; init; }

    /// <summary>What colours that several curves share mean, and a look with that colour; none: each curve has its own.</summary>
    public IReadOnlyList<(string Name, int Look)> Groups { get; init; } = [];

    /// <inheritdoc/>
    public override bool IsEmpty => Series.Count == 0;

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        Frame plot = Plot(size, top);
        double bottom = AxisLines.Draw(target, this, plot);
        SeriesLines.Draw(target, this, plot, size.Tips);
        if (size.LabelsBeside)
        {
            EndLabels.Draw(target, this, plot);
        }
        else
        {
            bottom = Legend.Draw(target, Legend.Curves(this), bottom, size.Width) + 6;
        }

        if (Groups.Count > 0)
        {
            bottom = Legend.Draw(target, Legend.Colors(Groups), bottom, size.Width) + 6;
        }

        return Legend.Draw(target, Legend.Signs(this), bottom, size.Width) + 6;
    }

    private Frame Plot(ChartSize size, double top)
    {
        // Labels beside the plot make it higher when there are many; the title of the y axis stands above it.
        double height = size.LabelsBeside
            ? Math.Max(size.PlotHeight, Series.Count * EndLabels.Distance)
            : size.PlotHeight;
        double left = AxisLines.Width(Y, height);
        double right = size.LabelsBeside ? EndLabels.Width(this) : 24;
        return new Frame(left, top + 38, size.Width - left - right, height);
    }
}
