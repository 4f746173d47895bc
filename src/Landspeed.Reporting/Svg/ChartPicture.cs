namespace Landspeed.Reporting.Svg;

/// <summary>A chart drawn at one size.</summary>
internal static class ChartPicture
{
    private const double NoteHeight = 16;
    private const double MarginAlone = 16;

    /// <summary>Writes it as one <c>svg</c> element of a page that has the style sheet.</summary>
    public static void Write(MarkupWriter target, Chart chart, ChartSize size) =>
        Write(target, chart, size, margin: 0, style: null);

    /// <summary>Writes it as a file of its own, with a margin.</summary>
    public static void WriteAlone(MarkupWriter target, Chart chart, ChartSize size) =>
        Write(target, chart, size, MarginAlone, ChartStyle.Sheet);

    private static void Write(MarkupWriter target, Chart chart, ChartSize size, double margin, string? style)
    {
        var body = new MarkupWriter();
        var picture = new Frame(-margin, -margin, size.Width + (2 * margin), Body(body, chart, size) + (2 * margin));
        string id = $"{chart.Name}-{size.Name}";
        (string, string) width = ("width", Pixels.Text(picture.Width));
        (string, string) height = ("height", Pixels.Text(picture.Height));
        target.Open(
            "svg", ("xmlns", "http://www.w3.org/2000/svg"), ("class", $"chart {size.Name}"),
            ("viewBox", $"{Pixels.Text(picture.Left, picture.Top)} {Pixels.Text(picture.Width, picture.Height)}"),
            width, height,
            ("role", "img"), ("aria-labelledby", $"{id}-title {id}-text")).Line();
        target.Leaf("title", chart.Title, ("id", $"{id}-title")).Line();
        target.Leaf("desc", chart.Description, ("id", $"{id}-text")).Line();
        if (style is not null)
        {
            target.Open("style").Line().Raw(style).Close().Line();
        }

        target.Empty(
            "rect", ("class", "paper"), ("x", Pixels.Text(picture.Left)), ("y", Pixels.Text(picture.Top)), width, height);
        target.Line();
        target.Raw(body.ToString()).Close().Line();
    }

    /// <summary>Draws from top to bottom, each part where the one above ended.</summary>
    private static double Body(MarkupWriter target, Chart chart, ChartSize size)
    {
        double top = Heading(target, chart, size);
        if (chart.Series.Count == 0)
        {
            SvgShapes.Text(target, chart.Nothing, 1, top + 40);
            return top + 60;
        }

        Frame plot = Plot(chart, size, top);
        double bottom = AxisLines.Draw(target, chart, plot);
        SeriesLines.Draw(target, chart, plot, size.Tips);
        if (size.LabelsBeside)
        {
            EndLabels.Draw(target, chart, plot);
        }
        else
        {
            bottom = Legend.Draw(target, Legend.Curves(chart), bottom, size.Width) + 6;
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
        double right = size.LabelsBeside ? EndLabels.Width(chart) : 24;
        return new Frame(left, top + 38, size.Width - left - right, height);
    }
}
