using Landspeed.Experiments.Results;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>MB/s of each programming style, creating and reading.</summary>
internal static class StyleBars
{
    private static readonly (string Operation, string Name)[] s_kinds =
        [(StyleLabels.Create, "creating"), (StyleLabels.Read, "reading")];

    /// <summary>Makes them.</summary>
    public static BarChart Of(ExperimentDocument document)
    {
        BarGroup[] groups =
        [
            .. document.Cells.GroupBy(cell => cell.Labels[StyleLabels.StyleAxis])
                .Select(style => new BarGroup(style.Key, [.. s_kinds.Select(kind => Of(style, kind.Operation))])),
        ];
        return new BarChart
        {
            Name = "styles",
            Title = "Throughput of each style",
            Note = $"Medians. Creating: {CacheWords.Flushed(Common(document, StyleLabels.Create))}. "
                + $"Reading: {CacheWords.AfterDrop(Common(document, StyleLabels.Read))}.",
            Description = "Bars, two a style. " + string.Join(' ', groups.Select(Sentence)),
            X = LinearAxis.Of("MB/s", groups.SelectMany(group => group.Bars).Max(bar => bar?.High) ?? 0),
            Kinds = [.. s_kinds.Select(kind => kind.Name)],
            Groups = groups,
            Nothing = "no cell was measured",
        };
    }

    private static Verdict? Common(ExperimentDocument document, string operation) =>
        MajorityVerdict.Of(document.Cells.Where(cell => cell.Labels[StyleLabels.OperationAxis] == operation));

    private static Bar? Of(IEnumerable<ExperimentCellRecord> style, string operation) =>
        style.FirstOrDefault(cell => cell.Labels[StyleLabels.OperationAxis] == operation) switch
        {
            null or { State: CellState.Skipped } => null,
            { State: CellState.Done, ThroughputBytesPerS: { } rate } cell => Of(cell, rate),
            { State: CellState.Failed } cell => new Bar { Text = "failed", Tip = cell.Name },
            var cell => new Bar { Text = "not measured", Tip = cell.Name },
        };

    private static Bar Of(ExperimentCellRecord cell, IntervalRecord rate)
    {
        Verdict verdict = MajorityVerdict.Of(cell);
        string letter = verdict == Verdict.Device ? string.Empty : $" {VerdictWords.Letter(verdict)}";
        return new Bar
        {
            Value = rate.Median / 1e6,
            Low = rate.Min / 1e6,
            High = rate.Max / 1e6,
            Verdict = verdict,
            Text = Format.Compact(rate.Median / 1e6) + letter,
            Tip = $"{cell.Name}: {Format.Throughput(rate.Median)}, {VerdictWords.Name(verdict)}",
        };
    }

    private static string Sentence(BarGroup group) => $"{group.Name}: " + string.Join(", ", s_kinds.Zip(group.Bars)
        .Where(pair => pair.Second is not null).Select(pair => $"{pair.First.Name} {pair.Second!.Text}")) + ".";
}
