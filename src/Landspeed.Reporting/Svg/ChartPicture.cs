namespace Landspeed.Reporting.Svg;

/// <summary>A picture drawn at one size.</summary>
internal static class ChartPicture
{
    private const double NoteHeight = 16;
    private const double MarginAlone = 16;

    /// <summary>Writes it as one <c>svg</c> element of a page that has the style sheet.</summary>
    public static void Write(MarkupWriter target, Picture chart, ChartSize size) =>
        Write(target, chart, size, margin: 0, style: null);

    /// <summary>A whole file of its own, with a margin.</summary>
    public static string Alone(Picture chart)
    {
        var target = new MarkupWriter();
        target.Raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").Line();
        Write(target, chart, ChartSize.Wide, MarginAlone, ChartStyle.Sheet);
        return target.ToString();
    }

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
        double y = 0;
        foreach (string line in TextWidth.Wrap(chart.Title, ChartStyle.TitleSize, size.Width - 2))
        {
            y += ChartStyle.TitleSize + 4;
            SvgShapes.Text(target, line, 1, y, "title");
        }

        double title = y;
        foreach (string line in TextWidth.Wrap(chart.Note, ChartStyle.FontSize, size.Width - 2))
        {
            y += y > title ? NoteHeight : NoteHeight + 4;
            SvgShapes.Text(target, line, 1, y);
        }

        target.Line();
        return y;
    }
}

/// <summary>The room for a chart; text has the same size in all.</summary>
/// <param name="Name">A short name, part of identifiers.</param>
/// <param name="Width">Width of the picture; the height follows from what is in it.</param>
/// <param name="PlotHeight">Least height of the area with the curves.</param>
/// <param name="LabelsBeside">Whether names of curves stand at their ends; otherwise in a legend below.</param>
/// <param name="Tips">Whether points show their numbers when pointed at.</param>
internal sealed record ChartSize(string Name, double Width, double PlotHeight, bool LabelsBeside, bool Tips)
{
    /// <summary>For a screen, for paper, and for a file of its own.</summary>
    public static ChartSize Wide { get; } = new("wide", 960, 340, LabelsBeside: true, Tips: true);

    /// <summary>For a telephone, where nothing can be pointed at.</summary>
    public static ChartSize Narrow { get; } = new("narrow", 360, 280, LabelsBeside: false, Tips: false);
}

/// <summary>A picture before it has a size: a heading, and what is drawn below it.</summary>
internal abstract record Picture
{
    /// <summary>A short name, unique on a page, usable as a file name.</summary>
    public required string Name { get; init; }

    /// <summary>The heading.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it.</summary>
    public required string Note { get; init; }

    /// <summary>What it shows, in words, for who cannot see it.</summary>
    public required string Description { get; init; }

    /// <summary>What stands in the place of everything else when there is nothing to draw.</summary>
    public required string Nothing { get; init; }

    /// <summary>Whether there is nothing to draw.</summary>
    public abstract bool IsEmpty { get; }

    /// <summary>Whether its legend has verdicts; default no.</summary>
    public virtual bool HasVerdicts => false;

    /// <summary>Draws what stands below the heading; there is something.</summary>
    /// <param name="target">Where to.</param>
    /// <param name="size">The room.</param>
    /// <param name="top">Where the heading ended.</param>
    /// <returns>Where the picture ends.</returns>
    public abstract double Draw(MarkupWriter target, ChartSize size, double top);
}
