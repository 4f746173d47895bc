namespace Landspeed.Reporting.Svg;

/// <summary>A picture drawn at one size.</summary>
internal static class ChartPicture
{
    private const double NoteHeight = 16;
    private const double MarginAlone = 16;

    /// <summary>Writes it as one <c>svg</c> element of a page that has the style sheet.</summary>
    public static void Write(MarkupWriter target, Picture chart, ChartSize size) =>
        Write(target, chart, size, margin: 0, style: null);

    /// <summary>Writes it as a file of its own, with a margin.</summary>
    public static void WriteAlone(MarkupWriter target, Picture chart, ChartSize size) =>
        Write(target, chart, size, MarginAlone, ChartStyle.Sheet);

    private static void Write(MarkupWriter target, Picture chart, ChartSize size, double margin, string? style)
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
    private static double Body(MarkupWriter target, Picture chart, ChartSize size)
    {
        double top = Heading(target, chart, size);
        if (chart.IsEmpty)
        {
            SvgShapes.Text(target, chart.Nothing, 1, top + 40);
            return top + 60;
        }

        return chart.Draw(target, size, top);
    }

    private static double Heading(MarkupWriter target, Picture chart, ChartSize size)
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
}
