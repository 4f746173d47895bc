using Landspeed.Experiments.Results;
using Landspeed.Reporting.Tables;

namespace Landspeed.Reporting.Views;

/// <summary>Access hints: what each fetched, how long it took, and what it left in the page cache.</summary>
internal static class HintsView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ExperimentDocument document)
    {
        IReadOnlyDictionary<string, string> options = document.Setup.Options;

        // What came from memory says nothing of what a hint fetches.
        ExperimentCellRecord[] comparable = [.. document.Cells.Where(cell => cell.ReadVerdict == Verdict.Device)];
        double? fastest = comparable.Min(cell => cell.ElapsedNs?.Median);
        double? leanest = comparable.Min(cell => cell.ReadAmplification?.Median);
        return new ReportView
        {
            Headline = ["access hints", Used(options), PlainView.Cells(document)],
            Setup = [Files(options), .. PlainView.CommonSetup(document.Setup)],
            Tables =
            [
                new ReportTable
                {
                    Title = "Bytes that the device delivered per byte used",
                    Note = $"Medians of the runs. Before each the files were dropped from the page cache{Cold(document)}. Per byte: what "
                        + "the device delivered to us, per byte used. Left: what stays in the page cache. Request: mean of the device's read requests.",
                    Columns = ["hint", "per byte", "time", "request", "left", "ns/B", "verdict"],
                    Rows = [.. document.Cells.Select(cell => comparable.Contains(cell) ? Row(cell, fastest, leanest) : Row(cell, null, null))],
                },
            ],
        };
    }

    private static string Cold(ExperimentDocument document) =>
        MajorityVerdict.Of(document.Cells) == Verdict.Cache ? ", but were read from memory all the same"
        : document.Cells.Any(cell => cell.Findings.Any(finding => finding.Code == "not_cold")) ? ", but some of them stayed there"
        : string.Empty;

    private static string Used(IReadOnlyDictionary<string, string> options) => options[HintLabels.Pattern] switch
    {
        "whole" => "whole files",
        "stride" => $"{Format.Count(Number(options, HintLabels.UsedBytes), "byte")} of each file, spread, in {Reads(options)}",
        _ when Number(options, HintLabels.UsedBytes) == 1 => $"first byte of each file in {Reads(options)}",
        _ => $"first {Count(options, HintLabels.UsedBytes)} bytes of each file in {Reads(options)}",
    };

    private static string Reads(IReadOnlyDictionary<string, string> options) =>
        Format.Count(Number(options, HintLabels.Reads), "read");

    private static string Files(IReadOnlyDictionary<string, string> options) =>
        $"{Format.Count(Number(options, HintLabels.Files), "file")} of {Format.Size(Number(options, HintLabels.FileBytes))}";

    private static string Count(IReadOnlyDictionary<string, string> options, string name) => Format.Count(Number(options, name));

    private static long Number(IReadOnlyDictionary<string, string> options, string name) =>
        long.Parse(options[name], System.Globalization.CultureInfo.InvariantCulture);

    private static IReadOnlyList<ReportCell> Row(
        ExperimentCellRecord cell, double? fastest, double? leanest)
    {
        if (cell.State != CellState.Done)
        {
            string word = cell.State.ToString().ToLowerInvariant();
            return [cell.Name, .. Enumerable.Repeat(ReportCell.Empty, 5), new ReportCell(word, Mark.Quiet)];
        }

        double? time = cell.ElapsedNs?.Median;
        double? factor = cell.ReadAmplification?.Median;
        return
        [
            cell.Name,
            factor is { } times ? new ReportCell(Format.Compact(times), times == leanest ? Mark.Number : Mark.Plain) : ReportCell.Empty,
            time is { } ns ? new ReportCell(Format.Duration(ns), ns == fastest ? Mark.Number : Mark.Plain) : ReportCell.Empty,
            cell.DeviceReadRequestBytes is { } request ? Format.Size((long)request) : ReportCell.Empty,
            cell.Values.TryGetValue(HintLabels.PagesLeftBytes, out double left) ? Format.Size((long)left) : ReportCell.Empty,
            cell.CpuNsPerByte is { } cpu ? Format.Compact(cpu.Median) : ReportCell.Empty,
            PlainView.Verdicts(cell),
        ];
    }
}
