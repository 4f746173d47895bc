namespace Landspeed.Reporting.Svg;

/// <summary>A chart drawn at one size.</summary>
internal static class ChartPicture
{
    private const double NoteHeight = 16;

    /// <summary>Writes it as one <c>svg</c> element, within a page or alone.</summary>
    /// <param name="target">Where to.</param>
    /// <param name="chart">What.</param>
    /// <param name="size">How large.</param>
    /// <param name="styleSheet">Included in the element; null: the page has it.</param>
    public static void Write(MarkupWriter target, Chart chart, ChartSize size, string? styleSheet)
    {
        var body = new MarkupWriter();
        double height = Body(body, chart, size);
        string id = $"{chart.Name}-{size.Name}";
        target.Open(
            "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", $"chart {size.Name}"),
            ("viewBox", $"0 0 {Pixels.Text(size.Width, height)}"),
            ("width", Pixels.Text(size.Width)), ("height", Pixels.Text(height)),
            ("role", "img"), ("aria-labelledby", $"{id}-title {id}-text")).Line();
        target.Leaf("title", chart.Title, ("id", $"{id}-title")).Line();
        target.Leaf("desc", chart.Description, ("id", $"{id}-text")).Line();
        if (styleSheet is not null)
        {
            target.Open("style").Line().Raw(styleSheet).Close().Line();
        }

        target.Empty("rect", ("class", "paper"), ("width", Pixels.Text(size.Width)), ("height", Pixels.Text(height))).Line();
        target.Raw(body.ToString()).Close().Line();
    }

    /// <summary>Draws from top to bottom, each part where the one above ended.</summary>
    private static double Body(MarkupWriter target, Chart chart, ChartSize size)
    {
        Frame plot = Plot(chart, size, Heading(target, chart, size));
        double bottom = AxisLines.Draw(target, chart, plot);
        SeriesLines.Draw(target, chart, plot, size.Tips);
        if (chart.Series.Count == 0)
        {
            SvgShapes.Text(target, chart.Nothing, plot.X(0.5), plot.Y(0.5), "middle");
        }
        else if (size.LabelsBeside)
        {
            EndLabels.Draw(target, chart, plot);
        }
        else
        {
            bottom = Legend.Draw(target, Legend.Curves(chart), bottom, size.Width);
        }

        return Legend.Draw(target, Legend.Signs(chart), bottom, size.Width) + 6;
    }

    private static double Heading(MarkupWriter target, Chart chart, ChartSize size)
    {
        SvgShapes.Text(target, chart.Title, 1, ChartStyle.TitleSize + 4, "title");
        double y = ChartStyle.TitleSize + 4;
        foreach (string line in TextWidth.Wrap(chart.Note, ChartStyle.FontSize, size.Width - 2))
        {
            y += y > ChartStyle.TitleSize + 4 ? NoteHeight : NoteHeight + 4;
            SvgShapes.Text(target, line, 1, y);
        }

        target.Line();
        return y;
    }

    private static Frame Plot(Chart chart, ChartSize size, double top)
    {
        // Labels beside the plot make it higher when there are many; the title of the y axis stands above it.
        double height = size.LabelsBeside
            ? Math.Max(size.PlotHeight, chart.Series.Count * EndLabels.Distance)
            : size.PlotHeight;
        double left = AxisLines.Width(chart.Y, height);
        double right = size.LabelsBeside && chart.Series.Count > 0 ? EndLabels.Width(chart) : 24;
        return new Frame(left, top + 38, size.Width - left - right, height);
    }
}
