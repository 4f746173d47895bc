namespace Landspeed.Reporting.Svg;

/// <summary>The room for a chart; text has the same size in all.</summary>
/// <param name="Name">A short name, part of identifiers.</param>
/// <param name="Width">Width of the picture; the height follows from what is in it.</param>
/// <param name="PlotHeight">Least height of the area with the curves.</param>
/// <param name="LabelsBeside">Whether names of curves stand at their ends; else in a legend below.</param>
/// <param name="Tips">Whether points tell their numbers when pointed at.</param>
internal sealed record ChartSize(string Name, double Width, double PlotHeight, bool LabelsBeside, bool Tips)
{
    /// <summary>For a screen, for paper, and for a file of its own.</summary>
    public static ChartSize Wide { get; } = new("wide", 960, 340, LabelsBeside: true, Tips: true);

    /// <summary>For a telephone, where nothing can be pointed at.</summary>
    public static ChartSize Narrow { get; } = new("narrow", 360, 280, LabelsBeside: false, Tips: false);
}
