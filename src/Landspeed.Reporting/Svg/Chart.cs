using Landspeed.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>Curves over an axis, before they have a size.</summary>
internal sealed record Chart : Picture
{
    private const int MostBeside = 6;

    /// <summary>From left to right.</summary>
    public required Axis X { get; init; }

    /// <summary>From bottom to top.</summary>
    public required Axis Y { get; init; }

    /// <summary>The same values in another unit, at the right edge; null: there is none.</summary>
    public Axis? Right { get; init; }

    /// <summary>The curves; one or more points each.</summary>
    public required IReadOnlyList<ChartSeries> Series { get; init; }

    /// <summary>What colours that several curves share mean, and a look with that colour; none: each curve has its own.</summary>
    public IReadOnlyList<(string Name, int Look)> Groups { get; init; } = [];

    /// <summary>Values to compare with, dashed behind the curves; the axes have room for them.</summary>
    public IReadOnlyList<ChartReference> References { get; init; } = [];

    /// <summary>Whether verdicts are about what the points say, so that their signs are explained.</summary>
    public bool IsJudged { get; init; } = true;

    /// <summary>What the bands and whiskers are.</summary>
    public string Spread { get; init; } = "slowest to fastest run";

    /// <inheritdoc/>
    public override bool IsEmpty => Series.Count == 0;

    /// <inheritdoc/>
    public override bool HasVerdicts => IsJudged && !IsEmpty;

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        Frame plot = Plot(size, top);
        double bottom = AxisLines.Draw(target, this, plot);
        ReferenceLines.Draw(target, this, plot);
        SeriesLines.Draw(target, this, plot, size.Tips);
        if (IsNamedBeside(size))
        {
            EndLabels.Draw(target, this, plot, AxisLines.RightWidth(Right, plot.Height));
        }
        else
        {
            bottom = Legend.Draw(target, Legend.Curves(this), bottom, size.Width) + 6;
        }

        if (Groups.Count > 0)
        {
            bottom = Legend.Draw(target, Legend.Colors(Groups), bottom, size.Width) + 6;
        }

        LegendEntry[] signs = [.. Legend.Signs(this)];
        return signs.Length > 0 ? Legend.Draw(target, signs, bottom, size.Width) + 6 : bottom;
    }

    // The leaders of more names cross each other.
    private bool IsNamedBeside(ChartSize size) => size.LabelsBeside && Series.Count <= MostBeside;

    private Frame Plot(ChartSize size, double top)
    {
        // Labels beside the plot make it higher when there are many; the title of the y axis stands above it.
        bool isBeside = IsNamedBeside(size);
        double height = isBeside
            ? Math.Max(size.PlotHeight, (Series.Count + References.Count) * EndLabels.Distance)
            : size.PlotHeight;
        double left = AxisLines.Width(Y, height);
        double scale = AxisLines.RightWidth(Right, height);
        double right = isBeside ? scale + EndLabels.Width(this) : Math.Max(24, scale);
        return new Frame(left, top + 38, size.Width - left - right, height);
    }
}

/// <summary>One curve of a chart.</summary>
/// <param name="Name">Its label.</param>
/// <param name="Look">Colour and dash pattern, 0 or more.</param>
/// <param name="Pieces">Points in ascending x; nothing is drawn between one piece and the next.</param>
internal sealed record ChartSeries(string Name, int Look, IReadOnlyList<IReadOnlyList<ChartPoint>> Pieces)
{
    /// <summary>All points.</summary>
    public IEnumerable<ChartPoint> Points => Pieces.SelectMany(piece => piece);

    /// <summary>Pieces of a curve: what has no point ends one, so that what was not measured is not drawn as if it were.</summary>
    public static IReadOnlyList<IReadOnlyList<ChartPoint>> PiecesOf<T>(IEnumerable<T> items, Func<T, ChartPoint?> point)
    {
        var pieces = new List<IReadOnlyList<ChartPoint>>();
        var piece = new List<ChartPoint>();
        foreach (T item in items)
        {
            if (point(item) is { } found)
            {
                piece.Add(found);
            }
            else if (piece.Count > 0)
            {
                pieces.Add(piece);
                piece = [];
            }
        }

        return piece.Count > 0 ? [.. pieces, piece] : pieces;
    }
}

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
