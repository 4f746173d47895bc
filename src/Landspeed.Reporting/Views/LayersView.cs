using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The layers of a request's way: what each costs, and what it adds to the one below.</summary>
internal static class LayersView
{
    private const int BarLength = 16;
    private static readonly string[] s_kinds = ["CPU time", "elapsed time"];

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        CellRecord[] shown = [.. document.Cells.Where(cell => cell.State != CellState.Skipped)];
        return new ReportView
        {
            Headline =
            [
                ["layers", Work(document.Setup), Cells.Count(document)],
                [.. Ends(document, costs), Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
            ],
            Caveats = [.. Fallbacks(document)],
            Charts = [Added(shown)],
            Tables = [AddedTable(shown, costs), Costs(shown, document.Setup, costs)],
        };
    }

    private static string Work(SetupRecord setup)
    {
        string distance = Cells.Option(setup, LayerLabels.Distance) switch
        {
            null or "0" => string.Empty,
            "100" => "  random",
            { } other => $"  random within {other} %",
        };
        return $"{Cells.Option(setup, LayerLabels.Operation)}{distance}  {Format.ExactSize(Number(setup, LayerLabels.RequestSize))} × "
            + $"{Format.Count(Number(setup, LayerLabels.QueueDepth))} × 1 thread";
    }

    // What a byte costs on both ways to the device: what was asked for.
    private static IEnumerable<MarkedText> Ends(ResultDocument document, Costs costs) =>
        from end in new[] { (Name: LayerLabels.DeviceBuffered, Words: "through the page cache"), (Name: LayerLabels.DeviceDirect, Words: "direct") }
        let cell = document.Cells.FirstOrDefault(cell => cell.Name == end.Name)
        let cost = cell?[costs.Units[0]]
        where cost is not null
        select new MarkedText($"{Format.Cell(costs.Units[0], cost)} {costs.Units[0].Heading} {end.Words}", Mark.Number);

    private static IEnumerable<ReportNote> Fallbacks(ResultDocument document) => document.Cells
        .SelectMany(cell => cell.Runs.SelectMany(run => run.Case?.Fallbacks ?? []).Distinct().Select(fallback => (cell.Name, fallback)))
        .GroupBy(one => one.fallback, one => one.Name)
        .Select(cells => new ReportNote("fallback", $"{string.Join(", ", cells)}: {cells.Key}"));

    private static ReportTable AddedTable(CellRecord[] cells, Costs costs)
    {
        double most = cells.Select(cell => Told(cell, Metrics.AddedCpuPerByte, LayerLabels.CpuTold)?.Median ?? 0).DefaultIfEmpty().Max();
        return new ReportTable
        {
            Title = "What each layer adds per byte",
            Note = "Differences of medians: CPU time, and its bars; elapsed time. What is inconclusive has no bar. "
                + "Kernel: system call and file system. Direct has neither copy nor page cache: it is compared with our loop.",
            Columns = ["added by", .. costs.Units.Select(unit => (ReportColumn)unit.Heading), "CPU time", Metrics.ElapsedPerByte.Heading],
            Rows =
            [
                .. cells.Select(cell => (IReadOnlyList<ReportCell>)
                [
                    Adds(cell),
                    .. costs.Units.Select(unit => Value(cell, OfUnit(unit), LayerLabels.CpuTold, costs, unit)),
                    Bar(Told(cell, Metrics.AddedCpuPerByte, LayerLabels.CpuTold)?.Median, most),
                    Value(cell, Metrics.AddedElapsedPerByte, LayerLabels.TimeTold, costs, Metrics.ElapsedPerByte),
                ]),
            ],
        };
    }

    private static string Adds(CellRecord cell) => cell.Labels.GetValueOrDefault(LayerLabels.Adds) ?? cell.Name;

    private static Metric OfUnit(Metric unit) => unit == Metrics.CpuPerByte ? Metrics.AddedCpuPerByte : Metrics.AddedCyclesPerByte;

    private static ReportCell Value(CellRecord cell, Metric added, string told, Costs costs, Metric unit) =>
        cell.Labels.GetValueOrDefault(told) is LayerLabels.More
            ? cell[added] is { } more ? Cells.Value(more, added) : costs.Missing(unit)
            : new ReportCell(Words(cell, told), cell.Labels.GetValueOrDefault(told) is LayerLabels.Less ? Mark.Warning : Mark.Quiet);

    // What lies beyond the spread of the runs, and so can be drawn.
    private static IntervalRecord? Told(CellRecord cell, Metric added, string told) =>
        cell.Labels.GetValueOrDefault(told) == LayerLabels.More ? cell[added] : null;

    private static ReportCell Bar(double? value, double most)
    {
        if (value is not { } length || most <= 0)
        {
            return ReportCell.Empty;
        }

        int full = Math.Clamp((int)Math.Round(length / most * BarLength), 0, BarLength);
        string bar = full == 0 ? "▏" : new string('█', full);
        return new ReportCell(bar.PadRight(BarLength, '·')) { PageText = bar, IsBar = true };
    }

    private static ReportTable Costs(CellRecord[] cells, SetupRecord setup, Costs costs) => new()
    {
        Title = "Each layer",
        Note = costs.With("Medians of the runs. null-engine completes each request at once and moves no byte: its costs are divided by the bytes "
            + $"that its requests name. memory-copy copies {(Cells.Option(setup, LayerLabels.Operation) == "write" ? "to" : "from")} "
            + $"{Format.Size(Number(setup, LayerLabels.MemoryBytes))}. Neither touches the file, so neither has a verdict."),
        Columns = ["layer", "MB/s", .. costs.Columns, Metrics.ElapsedPerByte.Heading, Metrics.CpuPerRequest.Heading, "verdict"],
        Rows =
        [
            .. cells.Select(cell => (IReadOnlyList<ReportCell>)
            [
                cell.Name,
                Cells.Value(cell, Metrics.Throughput),
                .. costs.Values(cell),
                Cells.Value(cell, Metrics.ElapsedPerByte),
                Cells.Value(cell, Metrics.CpuPerRequest),
                Verdict(cell),
            ]),
        ],
    };

    private static ReportCell Verdict(CellRecord cell) =>
        cell is { State: CellState.Done, Verdicts: { Read: null, Write: null } } ? new ReportCell("no file", Mark.Quiet) : Cells.Verdicts(cell);

    private static BarChart Added(CellRecord[] cells)
    {
        BarGroup[] groups =
        [
            .. cells.Select(cell => new BarGroup(Adds(cell),
            [
                Bar(cell, Metrics.AddedCpuPerByte, LayerLabels.CpuTold),
                Bar(cell, Metrics.AddedElapsedPerByte, LayerLabels.TimeTold),
            ])),
        ];
        return new BarChart
        {
            Name = "layers-added",
            Title = "What each layer adds per byte",
            Note = "Differences of medians between a layer and the one below. What is inconclusive has words in place of a bar.",
            Description = "Bars, two per layer. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, s_kinds))),
            X = LinearAxis.Of("nanoseconds per byte", CellBars.Longest(groups)),
            Kinds = s_kinds,
            IsJudged = false,
            Groups = groups,
            Nothing = "no layer was measured",
        };
    }

    private static Bar Bar(CellRecord cell, Metric added, string told)
    {
        string kind = added == Metrics.AddedCpuPerByte ? s_kinds[0] : s_kinds[1];
        if (Told(cell, added, told) is { } interval)
        {
            string text = Format.Cell(added, interval);
            return new Bar
            {
                Value = interval.Median, Low = interval.Median, High = interval.Median, Text = text,
                Tip = $"{cell.Name}, {kind}: {text} ns/B",
            };
        }

        string words = Words(cell, told);
        return new Bar { Text = words, Tip = $"{cell.Name}, {kind}: {words}" };
    }

    private static string Words(CellRecord cell, string told) => cell.Labels.GetValueOrDefault(told) switch
    {
        LayerLabels.Equal => "within 5 %",
        LayerLabels.Less => "less than 0",
        LayerLabels.Inconclusive => "inconclusive",
        _ => cell.State == CellState.Done ? "not known" : cell.State.ToWord(),
    };

    private static long Number(SetupRecord setup, string name) => Cells.Number(setup, name) ?? 0;
}
