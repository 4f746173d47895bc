namespace Landspeed.Reporting.Svg;

/// <summary>A sign and what it means.</summary>
/// <param name="Text">What it means.</param>
/// <param name="SignWidth">Pixels that the sign takes.</param>
/// <param name="Draw">Draws the sign: its left end, and the middle of its height.</param>
internal sealed record LegendEntry(string Text, double SignWidth, Action<MarkupWriter, double, double> Draw);
