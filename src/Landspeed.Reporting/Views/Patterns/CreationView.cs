using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Volumes;

namespace Landspeed.Reporting.Views.Patterns;

/// <summary>Creating files by request size, preallocation and state of the volume.</summary>
internal static class CreationView
{
    private const double MiB = 1 << 20;

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        var grid = new CreationGrid(document.Cells);
        Verdict? common = MajorityVerdict.Of(document.Cells);
        bool isDirect = Cells.Option(document.Setup, CreationLabels.ModeOption) == "direct";
        string about = $"{CreationGrid.HowToRead} {Shorter(document)}{Verdicts(document)}{(common == Verdict.Cache ? $" {CacheWords.OfMemory}" : string.Empty)}".Trim();
        return new ReportView
        {
            Headline =
            [
                ["creating files", Format.Size(Length(document)), isDirect ? "direct" : "FileStream", Cells.Count(document)],
                [Cells.Runs(document.Setup), Cells.Seed(document.Setup)],
            ],
            Charts = CreationCharts.Of(grid),
            Tables =
            [
                grid.Table(
                    $"Rate of creation in MB/s, {CacheWords.Flushed(common)}",
                    $"Medians, with ± how far the true median may be from them. {about}",
                    (line, cell) => CreationGrid.WithDeviation(cell, Metrics.Throughput, line.Best(Metrics.Throughput))) with
                    {
                        PageNote = $"Medians, and below them the interval that contains the true median. {about}",
                    },
                grid.Table(
                    "The same until the last write returned", null,
                    (line, cell) => Cells.Value(cell, Metrics.ThroughputToReturn, line.Best(Metrics.ThroughputToReturn))),
                .. costs.Units.Where(unit => unit == Metrics.CpuPerByte || costs.HasClock).Select(unit => grid.Table(
                    unit == Metrics.CpuPerByte ? "CPU time of the process in ns per byte" : "CPU time of the process in cycles per byte",
                    unit == Metrics.CyclesPerByte ? costs.Note : null,
                    (line, cell) => Cells.Value(cell, unit, line.Best(unit)))),
                .. Layout(document, grid),
            ],
            Facts = [.. Volumes(document.Setup), .. FreeSpace(document)],
        };
    }

    private static IEnumerable<ReportTable> Layout(ResultDocument document, CreationGrid grid)
    {
        if (document.Cells.Any(cell => cell[Metrics.FileFragments] is not null))
        {
            yield return grid.Table("Runs in which the file is stored", "Physically contiguous, medians.", (_, cell) => Cells.Value(cell, Metrics.FileFragments));
        }

        if (document.Cells.Any(cell => cell[Metrics.DeviceWriteRequests] is not null))
        {
            yield return grid.Table(
                "Write requests of the device per MiB", "Includes metadata, and writes of other processes.",
                (_, cell) => cell[Metrics.DeviceWriteRequests]?.Median is { } requests && cell[Metrics.BytesWritten]?.Median is { } bytes and > 0
                    ? Format.Number(requests / (bytes / MiB)) : ReportCell.Empty);
        }
    }

    private static string Shorter(ResultDocument document)
    {
        (string Size, string Length)[] shorter =
        [
            .. document.Cells.Select(CreationGrid.Size).Where(size => size < Length(document) / Math.Max(1, MostRequests(document))).Distinct()
                .Select(size => (Format.ExactSize(size), Format.Size(size * MostRequests(document)))),
        ];
        return shorter.Length == 0 ? string.Empty
            : $"Files have {Format.Size(Length(document))}, but {string.Join(", ", shorter.Select(one => $"{one.Length} with requests of {one.Size}"))}. ";
    }

    // Few of many: the table has no column of verdicts.
    private static string Verdicts(ResultDocument document)
    {
        string[] others =
        [
            .. document.Cells.Where(cell => cell.State == CellState.Done && cell.Verdicts.Write is not Verdict.Device)
                .GroupBy(cell => cell.Verdicts.Write).Select(cells => $"{Format.Count(cells.Count(), "cell")} {cells.Key.ToWord()}"),
        ];
        return !document.Cells.Any(cell => cell.State == CellState.Done) ? string.Empty
            : others.Length == 0 ? "Verdict of each: device."
            : $"Verdicts other than device: {string.Join(", ", others)}.";
    }

    private static IEnumerable<ReportFact> Volumes(SetupRecord setup)
    {
        if (Cells.Number(setup, ImageLabels.BytesOption) is { } bytes)
        {
            yield return new ReportFact(
                "volumes",
                $"two of {Format.Size(bytes)} with {Cells.Option(setup, ImageLabels.FileSystemOption)}, in files behind loop devices; "
                + $"one clean, one full but for holes of {Format.Size(Cells.Number(setup, CreationLabels.HoleBytesOption) ?? 0)}");
        }
    }

    private static IEnumerable<ReportFact> FreeSpace(ResultDocument document)
    {
        foreach (IGrouping<string, CellRecord> state in document.Cells.GroupBy(cell => cell.Labels.GetValueOrDefault(CreationLabels.StateAxis, string.Empty)))
        {
            CellRecord? known = state.FirstOrDefault(cell => cell[Metrics.FreeRuns] is not null);
            string? unknown = state.SelectMany(cell => cell.Runs).Select(run => run.Facts.GetValueOrDefault(CreationLabels.UnknownFact)).FirstOrDefault(fact => fact is not null);
            if (known is not null || unknown is not null)
            {
                yield return new ReportFact("free space", $"{state.Key}: {(known is null ? $"not known, {unknown}" : Text(known))}");
            }
        }
    }

    private static string Text(CellRecord cell) => ReportFact.Joined(
    [
        Format.Count((long)cell[Metrics.FreeRuns]!.Median, "run"),
        cell[Metrics.FreeRunMedian] is { } median ? $"median {Format.Size((long)median.Median)}" : null,
        cell[Metrics.FreeRunLongest] is { } longest ? $"longest {Format.Size((long)longest.Median)}" : null,
    ]);

    private static long Length(ResultDocument document) => Cells.Number(document.Setup, CreationLabels.FileBytesOption) ?? 0;

    private static long MostRequests(ResultDocument document) => Cells.Number(document.Setup, CreationLabels.MostRequestsOption) ?? 0;
}
