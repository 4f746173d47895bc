using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Filling;

namespace Landspeed.Reporting.Views;

/// <summary>A volume that was filled and emptied again: its free space, new files, and what stays.</summary>
internal static class FillView
{
    // Those at the beginning and those at the end; the result has all.
    private const int MostRows = 10;

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        FillSection? found = document.Cells.SelectMany(cell => cell.Runs).Select(run => run.Fill).OfType<FillSection>().FirstOrDefault();
        return new ReportView
        {
            Headline =
            [
                ["filled volume", .. Size(found), .. Share(document, "fill_pct", "filled to"), .. Holes(document) is { Length: > 0 } holes ? holes : Share(document, "keep_pct", "kept")],
                [Cells.Seed(document.Setup)],
            ],
            Tables = found is null ? [] : [Volume(found), .. found.Cycles.Count > 0 ? [Cycles(found, Holes(document).Length > 0)] : Array.Empty<ReportTable>()],
            Footnotes = found is null ? [] : [.. Notes(document, found)],
            Facts = found is null ? [] : [.. Facts(document, found)],
        };
    }

    private static ReportTable Volume(FillSection found) => new()
    {
        Title = "The volume, and a new file on it",
        Note = (found.After.Probe ?? found.Before.Probe) is { } probe
            ? $"Runs of a test file of {Format.Size(probe.Bytes)}, removed afterwards: appended 64 KiB at a time, and with its blocks reserved first." : null,
        Columns = ["", "used", "free runs", "largest", "median", "appended", "reserved"],
        Rows = [State("before", found.Before, found), State("after", found.After, found)],
    };

    private static IReadOnlyList<ReportCell> State(string name, FillStateRecord state, FillSection found) =>
    [
        name,
        Format.Percent(100.0 * state.UsedBytes / found.CapacityBytes),
        state.Free is { } free ? Format.Count(free.Count) : ReportCell.Empty,
        state.Free?.LargestBytes is { } largest ? Format.Size(largest) : ReportCell.Empty,
        state.Free?.MedianBytes is { } median ? Format.Size(median) : ReportCell.Empty,
        state.Probe is { } probe ? Format.Count(probe.RunsAppended) : ReportCell.Empty,
        state.Probe is { } reserved ? Format.Count(reserved.RunsPreallocated) : ReportCell.Empty,
    ];

    private static ReportTable Cycles(FillSection found, bool isHoles) => new()
    {
        Title = "Cycles",
        Columns = ["cycle", "files made", "bytes", "filled to", isHoles ? "holes punched" : "files removed", "bytes", "kept", "free runs", "time"],
        IsNumberRow = true,
        Rows =
        [
            .. found.Cycles.Index()
                .Where(cycle => cycle.Index < MostRows || cycle.Index >= found.Cycles.Count - MostRows)
                .Select(cycle => Cycle(cycle.Index, cycle.Item)),
        ],
    };

    private static IReadOnlyList<ReportCell> Cycle(int index, FillCycleRecord cycle) =>
    [
        Format.Count(index + 1),
        Format.Count(cycle.FilesMade),
        Format.Size(cycle.BytesMade),
        Format.Percent(cycle.FilledPct),
        Format.Count(cycle.FilesRemoved),
        Format.Size(cycle.BytesRemoved),
        Format.Percent(cycle.KeptPct),
        cycle.FreeRuns is { } runs ? Format.Count(runs) : ReportCell.Empty,
        Format.Duration(cycle.ElapsedNs),
    ];

    private static IEnumerable<ReportNote> Notes(ResultDocument document, FillSection found)
    {
        foreach (IGrouping<string, FillCycleRecord> early in found.Cycles.Where(cycle => cycle.FilledBy != "fill").GroupBy(cycle => cycle.FilledBy))
        {
            string why = early.Key switch
            {
                "files" => $"--files-per-cycle ({Cells.Option(document.Setup, "files_per_cycle")}) or --most-files ({Cells.Option(document.Setup, "most_files")}) ended it",
                "time" => "--time-limit ended it",
                _ => $"{Format.Size(found.ReserveBytes)} of the volume must stay free",
            };
            yield return new ReportNote("note", $"{Format.Count(early.Count(), "cycle")} ended before the volume was as full as requested: {why}");
        }

        if (found.Before.FreeReason is { } reason)
        {
            yield return new ReportNote("note", $"the runs of free space are unknown: {reason}", Mark.Quiet);
        }

        if ((found.Before.ProbeReason ?? found.After.ProbeReason) is { } unprobed)
        {
            yield return new ReportNote("note", $"the layout of a new file is unknown: {unprobed}", Mark.Quiet);
        }
    }

    private static IEnumerable<ReportFact> Facts(ResultDocument document, FillSection found)
    {
        yield return new ReportFact(
            "stays",
            found.StaysIn is { } directory
                ? $"{Format.Count(found.FilesStaying, "file")}, {Format.Size(found.BytesStaying)}, in {directory}; remove with: landspeed fragment --clean {document.Places[0].Path}"
                : "nothing, everything is removed");
        yield return new ReportFact("ended", found.EndedBy switch
        {
            "cycles" => $"after {Format.Count(found.CycleCount, "cycle")}",
            "time" => $"by --time-limit, after {Format.Count(found.CycleCount, "cycle")}",
            "files" => $"by --most-files, after {Format.Count(found.CycleCount, "cycle")}",
            _ => $"by a signal, after {Format.Count(found.CycleCount, "whole cycle")}",
        });
    }

    private static IEnumerable<MarkedText> Size(FillSection? found) => found is null ? [] : [Format.Size(found.CapacityBytes)];

    private static MarkedText[] Holes(ResultDocument document) =>
        Cells.Number(document.Setup, "hole_bytes") is > 0 and var bytes ? [$"holes of {Format.Size((long)bytes)}"] : [];

    private static IEnumerable<MarkedText> Share(ResultDocument document, string option, string what) =>
        Cells.Option(document.Setup, option) is { } share ? [$"{what} {share} %"] : [];
}
