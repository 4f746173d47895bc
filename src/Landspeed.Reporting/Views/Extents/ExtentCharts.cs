using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Views.Extents;

/// <summary>The charts of extents: maps, and how lengths and distances of runs are distributed.</summary>
internal static class ExtentCharts
{
    /// <summary>The charts that say something: with one run there is nothing to distribute.</summary>
    public static IEnumerable<Picture> Of(ExtentsSection found)
    {
        ExtentsTotalsRecord totals = found.Totals;
        return
        [
            .. ExtentMaps.Charts(found),
            .. FreeSpaceTables.Charts(found.Volumes),
            .. totals.Runs.Count > 1 ? [Lengths(totals.Runs)] : Array.Empty<Picture>(),
            .. totals.Forward.Count + totals.Backward.Count > 1 ? [Distances(totals)] : Array.Empty<Picture>(),
        ];
    }

    private static BarChart Lengths(SizesRecord runs)
    {
        BarGroup[] groups = [.. runs.Bins.Select(bin => new BarGroup(ExtentsView.Range(bin), [Bar(bin)]))];
        return new BarChart
        {
            Name = "run-lengths",
            Title = "Runs by length",
            Note = "Number of runs of each length.",
            Description = "Bars, one per class of lengths. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, string.Empty))),
            IsJudged = false,
            X = LinearAxis.OfCounts("runs", (int)Math.Min(int.MaxValue, runs.Bins.Max(bin => bin.Count))),
            Kinds = ["runs"],
            Groups = groups,
            Nothing = "there is no run",
        };
    }

    private static BarChart Distances(ExtentsTotalsRecord totals)
    {
        BarGroup[] groups =
        [
            .. totals.Forward.Bins.Concat(totals.Backward.Bins).DistinctBy(bin => bin.FromBytes).OrderBy(bin => bin.FromBytes)
                .Select(bin => new BarGroup(ExtentsView.Range(bin), [BarOf(totals.Forward, bin), BarOf(totals.Backward, bin)])),
        ];
        string[] kinds = ["forward", "backward"];
        return new BarChart
        {
            Name = "run-distances",
            Title = "Distances between consecutive runs",
            Note = "Number of runs by their distance from the end of the run before.",
            Description = "Bars, one per direction and class of distances. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, kinds))),
            IsJudged = false,
            X = LinearAxis.OfCounts("runs", (int)Math.Min(int.MaxValue, CellBars.Longest(groups))),
            Kinds = kinds,
            Groups = groups,
            Nothing = "there is at most one run",
        };
    }

    private static Bar? BarOf(SizesRecord sizes, SizeBinRecord bin) =>
        sizes.Bins.FirstOrDefault(one => one.FromBytes == bin.FromBytes) is { } known ? Bar(known) : null;

    private static Bar Bar(SizeBinRecord bin) => new()
    {
        Value = bin.Count,
        Low = bin.Count,
        High = bin.Count,
        Text = Format.Count(bin.Count),
        Tip = $"{ExtentsView.Range(bin)}: {Format.Count(bin.Count)}",
    };
}
