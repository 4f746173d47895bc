namespace Landspeed.Reporting.Svg;

/// <summary>Bars below each other that are about one thing.</summary>
/// <param name="Name">The thing.</param>
/// <param name="Bars">One for each kind of the chart; null: that kind cannot be.</param>
internal sealed record BarGroup(string Name, IReadOnlyList<Bar?> Bars);
