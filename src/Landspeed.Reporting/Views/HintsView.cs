using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>Access hints: what each fetched, how long it took, and what it left in the page cache.</summary>
internal static class HintsView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        // What came from memory says nothing of what a hint fetches.
        CellRecord[] comparable = [.. document.Cells.Where(cell => cell.Verdicts.Read == Verdict.Device)];
        double? fastest = Cells.Best(comparable, Metrics.Elapsed);
        double files = Math.Max(1, Number(document.Setup, HintLabels.Files));
        double? leanest = Cells.Best(comparable, Metrics.ReadAmplification);
        return new ReportView
        {
            Headline =
            [
                ["access hints", Used(document.Setup), Cells.Count(document)],
                [Files(document.Setup), Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
            ],
            Charts =
            [
                Bars(document, Metrics.ReadAmplification, 1, "device bytes per byte used", "Device bytes per byte used"),
                Bars(document, Metrics.Elapsed, 1e6, "milliseconds", "Time with each hint"),
                Bars(document, Metrics.PagesLeft, 1 << 20, "MiB", "Left in the page cache by each hint"),
                .. HintRequests.Charts(document, files),
            ],
            Tables =
            [
                new ReportTable
                {
                    Title = "Bytes that the device delivered per byte used",
                    Note = costs.With($"Medians of the runs. Before each the files were dropped from the page cache{Cold(document)}. Per byte: what "
                        + "the device delivered to us, per byte used. In all: what the device read, for other processes too. Left: what stays in the page cache. Request: mean of the device's read requests" + Sizes(document.Setup) + "."),
                    Columns = ["hint", "per byte", "in all", "time", "request", "left", .. costs.Columns, "verdict"],
                    Rows = [.. document.Cells.Select(cell => comparable.Contains(cell) ? Row(cell, costs, fastest, leanest) : Row(cell, costs, null, null))],
                },
                .. HintRequests.Tables(document, files),
            ],
        };
    }

    private static string Cold(ResultDocument document) =>
        MajorityVerdict.Of(document.Cells) == Verdict.Cache ? ", but were read from memory anyway"
        : document.Cells.Any(cell => cell.Findings.Any(finding => finding.Code == "not_cold")) ? ", but some of them stayed there"
        : string.Empty;

    private static string Used(SetupRecord setup) => Cells.Option(setup, HintLabels.Pattern) switch
    {
        "whole" => "whole files",
        "stride" => $"{Format.Count(Number(setup, HintLabels.UsedBytes), "byte")} of each file, spread, in {Reads(setup)}",
        _ when Number(setup, HintLabels.UsedBytes) == 1 => $"first byte of each file in {Reads(setup)}",
        _ => $"first {Format.Count(Number(setup, HintLabels.UsedBytes))} bytes of each file in {Reads(setup)}",
    };

    private static string Reads(SetupRecord setup) => Format.Count(Number(setup, HintLabels.Reads), "read");

    // Documents from before there were sizes say nothing of them.
    private static string Sizes(SetupRecord setup) => Cells.Option(setup, HintLabels.RequestSizesOption) is { } why && why != HintLabels.EachRequest
        ? $"; the sizes of single ones are not known: {why}" : string.Empty;

    private static string Files(SetupRecord setup) => Cells.Option(setup, HintLabels.FilesOf) is { } given
        ? $"{Format.Count(Number(setup, HintLabels.Files), "file")} of {given}, {Format.Size(Number(setup, HintLabels.TotalBytes))}"
        : $"{Format.Count(Number(setup, HintLabels.Files), "file")} of {Format.Size(Number(setup, HintLabels.FileBytes))}";

    private static long Number(SetupRecord setup, string name) => Cells.Number(setup, name) ?? 0;

    private static IReadOnlyList<ReportCell> Row(CellRecord cell, Costs costs, double? fastest, double? leanest) =>
    [
        cell.Name,
        Cells.Value(cell, Metrics.ReadAmplification, leanest),
        Cells.Value(cell, Metrics.DeviceReadBytes),
        Cells.Value(cell, Metrics.Elapsed, fastest),
        Cells.Value(cell, Metrics.DeviceReadRequestSize),
        Cells.Value(cell, Metrics.PagesLeft),
        .. costs.Values(cell),
        Cells.Verdicts(cell),
    ];

    private static BarChart Bars(ResultDocument document, Metric metric, double divisor, string axis, string title)
    {
        BarGroup[] groups =
        [
            .. document.Cells.Where(cell => cell.State != CellState.Skipped)
                .Select(cell => new BarGroup(cell.Name, [CellBars.Of(cell, metric, divisor)])),
        ];
        return new BarChart
        {
            Name = $"hints-{metric.Name.Replace('_', '-')}",
            Title = title,
            Note = "Medians of the runs; less is better.",
            Description = "Bars, one per hint. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, string.Empty))),
            X = LinearAxis.Of(axis, CellBars.Longest(groups)),
            Kinds = [axis],
            Groups = groups,
            Nothing = "no hint was measured",
        };
    }
}
