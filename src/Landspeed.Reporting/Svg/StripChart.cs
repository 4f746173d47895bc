namespace Landspeed.Reporting.Svg;

/// <summary>Strips below each other, each a row of equal parts whose heights say where they lie.</summary>
internal sealed record StripChart : Picture
{
    private const double StripHeight = 34;
    private const double LineHeight = 18;
    private const double Gap = 12;

    // A part at the lowest place is still to be seen.
    private const double LeastHeight = 4;

    /// <summary>The kinds of parts that occur, each with its colour.</summary>
    public required IReadOnlyList<(string Name, int Look)> Kinds { get; init; }

    /// <summary>From top to bottom.</summary>
    public required IReadOnlyList<Strip> Strips { get; init; }

    /// <inheritdoc/>
    public override bool IsEmpty => Strips.Count == 0;

    /// <inheritdoc/>
    public override double Draw(MarkupWriter target, ChartSize size, double top)
    {
        double y = top + Gap;
        foreach (Strip strip in Strips)
        {
            double width = size.Width - 2;
            SvgShapes.Text(target, TextWidth.Cut($"{strip.Name}: {strip.Text}", ChartStyle.FontSize, width), 1, y + LineHeight - 5);
            y += LineHeight;
            Draw(target, strip, new Frame(1, y, width, StripHeight), size.Tips);
            y += StripHeight + Gap;
        }

        (string, int)[] colored = [.. Kinds.Where(kind => kind.Look != StripPart.Hole)];
        return Legend.Draw(target, Legend.Colors(colored), y, size.Width) + 6;
    }

    private static void Draw(MarkupWriter target, Strip strip, Frame frame, bool tips)
    {
        target.Empty(
            "path", ("class", "grid"), ("fill", "none"),
            ("d", $"M{Pixels.Text(frame.Left, frame.Top)}h{Pixels.Text(frame.Width)}v{Pixels.Text(frame.Height)}h-{Pixels.Text(frame.Width)}z"));
        int count = strip.Parts.Count;
        for (int start = 0, end; start < count; start = end)
        {
            StripPart part = strip.Parts[start];
            end = start + 1;
            while (end < count && strip.Parts[end] == part)
            {
                end++;
            }

            if (part.Look == StripPart.Hole)
            {
                continue;
            }

            double left = frame.X((double)start / count);
            double height = LeastHeight + ((part.Height ?? 1) * (frame.Height - LeastHeight));
            target.Open("g", ("class", ChartStyle.Color(part.Look)));
            target.Open("path", ("class", "bar"), ("stroke-width", "0"), ("d",
                $"M{Pixels.Text(left, frame.Bottom)}H{Pixels.Text(frame.X((double)end / count))}V{Pixels.Text(frame.Bottom - height)}H{Pixels.Text(left)}z"));
            if (tips)
            {
                target.Leaf("title", part.Tip(start, count));
            }

            target.Close().Close();
        }

        target.Line();
    }
}

/// <summary>One strip.</summary>
/// <param name="Name">What it is.</param>
/// <param name="Text">What is to be known about it.</param>
/// <param name="Parts">From left to right.</param>
internal sealed record Strip(string Name, string Text, IReadOnlyList<StripPart> Parts);

/// <summary>A part of a strip.</summary>
/// <param name="Look">Its colour, or <see cref="Hole"/>.</param>
/// <param name="Height">Where it lies, 0 to 1; null: it has no place, and is as high as the strip.</param>
internal readonly record struct StripPart(int Look, double? Height)
{
    /// <summary>The look of a part that stays empty.</summary>
    public const int Hole = -1;

    /// <summary>What pointing at it shows.</summary>
    public string Tip(int index, int count)
    {
        string at = Words.Format.Percent(100.0 * index / count);
        return Height is { } height ? $"at {at} of the strip: {Words.Format.Percent(100 * height)} of the height" : $"at {at} of the strip: no address";
    }
}
