using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The CPU cost of a byte, in the requested unit. If no clock is known, cycles are words that say so.</summary>
/// <param name="document">The result; its first host has the clock.</param>
/// <param name="unit">The unit, or null if none was asked for: ns then.</param>
internal sealed class Costs(ResultDocument document, CostUnit? unit = null)
{
    private const string NoClock = "no clock";
    private readonly HostRecord? _host = document.Hosts.Count > 0 ? document.Hosts[0] : null;

    /// <summary>Whether cycles are known.</summary>
    public bool HasClock => _host?.ClockHz is not null;

    /// <summary>The metrics, in the order of their columns.</summary>
    public IReadOnlyList<Metric> Units { get; } = unit switch
    {
        CostUnit.Both => [Metrics.CpuPerByte, Metrics.CyclesPerByte],
        CostUnit.Cycles => [Metrics.CyclesPerByte],
        _ => [Metrics.CpuPerByte],
    };

    /// <summary>Whether a unit was asked for, so that tables of nothing but cost are no detail.</summary>
    public bool IsAsked => unit is not null;

    /// <summary>A column a unit.</summary>
    public IEnumerable<ReportColumn> Columns => Units.Select(metric => (ReportColumn)metric.Heading);

    /// <summary>Which clock makes cycles of time, or why there is none; a sentence. Null: cycles are not shown.</summary>
    public string? Note => !Units.Any(IsCycles) ? null
        : HasClock ? $"Cycles: CPU time × clock, {PlaceFacts.Clock(_host!)}."
        : $"No cycles: {WhyNot}.";

    /// <summary>Why there is no clock, without capital and full stop.</summary>
    public string WhyNot => $"the clock is {_host?.ClockMethod ?? "unknown"}";

    /// <summary>What the second scale of a chart is, or why there is none: charts have both, whatever tables have.</summary>
    public string ScaleNote => HasClock ? $"Right: cycles, CPU time × clock, {PlaceFacts.Clock(_host!)}." : $"No scale of cycles: {WhyNot}.";

    /// <summary>A cost in cycles; null: no clock is known.</summary>
    public double? Cycles(double? nsPerByte) => _host?.CyclesPerByte(nsPerByte);

    /// <summary>A text with the note behind it.</summary>
    /// <param name="text">Sentences; null: none.</param>
    public string? With(string? text) => Note is null ? text : text is null ? Note : $"{text} {Note}";

    /// <summary>The cost of a cell, a value a column.</summary>
    /// <param name="cell">The cell.</param>
    /// <param name="cheapest">The median in nanoseconds that gets a star; null: none.</param>
    public IEnumerable<ReportCell> Values(CellRecord cell, double? cheapest = null)
    {
        bool isCheapest = cheapest is not null && cell[Metrics.CpuPerByte]?.Median == cheapest;
        bool isKnown = cell[Metrics.CpuPerByte] is not null;
        return Units.Select(metric => Of(cell, metric) is { } cost
            ? Cells.Value(cost, metric, isCheapest ? cost.Median : null)
            : isKnown ? Missing(metric) : ReportCell.Empty);
    }

    /// <summary>One value in a table: what stands in its place where there is no clock.</summary>
    public ReportCell Missing(Metric metric) =>
        IsCycles(metric) && !HasClock ? new ReportCell(NoClock, Mark.Quiet) : ReportCell.Empty;

    /// <summary>The cost of a run, a part a unit: <c>0.163 ns/B</c>, <c>0.391 cycles/B</c>; none of a run that has no cost.</summary>
    public IEnumerable<string> Parts(RunRecord run) => run[Metrics.CpuPerByte] is null ? [] : Units
        .Select(metric => (run[metric] ?? Cycles(run[Metrics.CpuPerByte])) is { } cost ? $"{Format.Number(cost)} {metric.Heading}"
            : Missing(metric).Text is { Length: > 0 } why ? $"{why} for {metric.Heading}"
            : string.Empty)
        .Where(part => part.Length > 0);

    // Results of older versions have the time alone.
    private IntervalRecord? Of(CellRecord cell, Metric metric) => cell[metric]
        ?? (IsCycles(metric) && cell[Metrics.CpuPerByte] is { } time && Cycles(1) is { } factor ? time with
        {
            Median = time.Median * factor,
            Low = time.Low * factor,
            High = time.High * factor,
            Min = time.Min * factor,
            Max = time.Max * factor,
        } : null);

    /// <summary>Whether a metric is none of cost, or one of a unit that was asked for.</summary>
    public bool Shows(Metric metric) =>
        Units.Contains(metric) || (metric != Metrics.CpuPerByte && !IsCycles(metric));

    private static bool IsCycles(Metric metric) => metric == Metrics.CyclesPerByte;
}
