using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Svg;

/// <summary>The charts of a sweep: throughput and processor cost over request size.</summary>
/// <remarks>The same in every culture; all text from outside is escaped. Safe for all threads.</remarks>
public static class SweepCharts
{
    /// <summary>Draws them, as files of their own.</summary>
    /// <param name="document">The sweep; may be partial, and even without any measured cell.</param>
    /// <returns><c>throughput</c> and <c>cpu-cost</c>.</returns>
    public static IReadOnlyList<SvgChart> Of(SweepDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return [.. Charts(document).Select(Alone)];
    }

    /// <summary>The same before they have a size.</summary>
    internal static IReadOnlyList<Chart> Charts(SweepDocument document) =>
        [ThroughputChart.Of(document), CpuCostChart.Of(document)];

    private static SvgChart Alone(Chart chart)
    {
        var target = new MarkupWriter();
        target.Raw("<?xml version=\"1.0\" encoding=\"UTF-8\"?>").Line();
        ChartPicture.WriteAlone(target, chart, ChartSize.Wide);
        return new SvgChart(chart.Name, target.ToString());
    }
}
