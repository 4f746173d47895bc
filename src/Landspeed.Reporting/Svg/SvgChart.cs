namespace Landspeed.Reporting.Svg;

/// <summary>A chart as a file of its own.</summary>
/// <param name="Name">A short name in kebab-case, the file's name without its ending: <c>throughput</c>.</param>
/// <param name="Svg">
/// The whole file, to be written as UTF-8; needs nothing else, light or dark as the reader prefers.
/// </param>
public sealed record SvgChart(string Name, string Svg);
