namespace Landspeed.Reporting.Svg;

/// <summary>One curve of a chart.</summary>
/// <param name="Name">Its label.</param>
/// <param name="Look">Colour and dash pattern, 0 or more.</param>
/// <param name="Pieces">Points in ascending x; nothing is drawn between one piece and the next.</param>
internal sealed record ChartSeries(string Name, int Look, IReadOnlyList<IReadOnlyList<ChartPoint>> Pieces)
{
    /// <summary>All points.</summary>
    public IEnumerable<ChartPoint> Points => Pieces.SelectMany(piece => piece);
}
