using System.Globalization;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The sizes of the device's single read requests with each hint, where the kernel told of them: a table and a chart.</summary>
internal static class HintRequests
{
    private const int MostSizes = 4;

    // Upper ends, bytes: a page, then four times as much each.
    private static readonly long[] s_classes = [4 << 10, 16 << 10, 64 << 10, 256 << 10, 1 << 20, long.MaxValue];

    /// <summary>The table; none where no run has sizes.</summary>
    internal static IEnumerable<ReportTable> Tables(ResultDocument document, double files)
    {
        (CellRecord Cell, (long Size, double Count)[] Sizes)[] known = [.. Known(document, files)];
        return known.Length == 0 ? [] :
        [
            new ReportTable
            {
                Title = "Read requests of the device, per file",
                Note = "Of the run of median throughput, others' requests included. " + Lost(known.Select(one => one.Cell)),
                Key = [],
                IsWords = true,
                Columns = ["hint", "requests", "of these sizes"],
                Rows = [.. known.Select(one => (IReadOnlyList<ReportCell>)[one.Cell.Name, Mean(one.Sizes.Sum(size => size.Count)), Words(one.Sizes)])],
            },
        ];
    }

    /// <summary>The chart; none where no run has sizes.</summary>
    internal static IEnumerable<Picture> Charts(ResultDocument document, double files)
    {
        (CellRecord Cell, (long Size, double Count)[] Sizes)[] known = [.. Known(document, files)];
        int[] used = [.. known.SelectMany(one => one.Sizes).Select(size => ClassOf(size.Size)).Distinct().Order()];
        if (used.Length == 0)
        {
            return [];
        }

        BarGroup[] groups = [.. known.Select(one => new BarGroup(one.Cell.Name, [.. used.Select(number => Bar(one.Cell, one.Sizes, number))]))];
        string[] kinds = [.. used.Select(Name)];
        return
        [
            new BarChart
            {
                Name = "hints-request-sizes",
                Title = "Read requests of the device, by size",
                Note = "Requests per file, of the run of median throughput.",
                Description = "Bars, one per size and hint. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, kinds))),
                X = LinearAxis.Of("requests per file", CellBars.Longest(groups)),
                Kinds = kinds,
                Groups = groups,
                Nothing = "no request was seen",
            },
        ];
    }

    private static IEnumerable<(CellRecord Cell, (long Size, double Count)[] Sizes)> Known(ResultDocument document, double files) =>
        from cell in document.Cells
        let sizes = Sizes(Cells.MedianRun(cell), files)
        where sizes.Length > 0
        select (cell, sizes);

    private static (long Size, double Count)[] Sizes(RunRecord? run, double files) =>
    [
        .. (run?.Facts.GetValueOrDefault(HintLabels.RequestSizes) ?? string.Empty).Split(' ', StringSplitOptions.RemoveEmptyEntries)
            .Select(pair => pair.Split(':')).Where(pair => pair.Length == 2)
            .Select(pair => (Number(pair[0]), Number(pair[1]) / files)).Where(size => size.Item1 > 0 && size.Item2 > 0),
    ];

    private static Bar? Bar(CellRecord cell, (long Size, double Count)[] sizes, int number)
    {
        double count = sizes.Where(size => ClassOf(size.Size) == number).Sum(size => size.Count);
        return count == 0 ? null : new Bar
        {
            Value = count,
            Low = count,
            High = count,
            Verdict = MajorityVerdict.Of(cell),
            Text = Mean(count),
            Tip = $"{cell.Name}, {Name(number)}: {Mean(count)} per file",
        };
    }

    private static string Words((long Size, double Count)[] sizes)
    {
        (long Size, double Count)[] shown = [.. sizes.OrderByDescending(size => size.Size * size.Count).Take(MostSizes).OrderBy(size => size.Size)];
        double others = sizes.Except(shown).Sum(size => size.Count);
        string list = string.Join(" + ", shown.Select(size => $"{Mean(size.Count)} × {Format.Size(size.Size)}"));
        return others > 0 ? $"{list} + {Mean(others)} of {Format.Count(sizes.Length - shown.Length, "other size")}" : list;
    }

    private static string Lost(IEnumerable<CellRecord> cells)
    {
        string[] lost =
        [
            .. cells.Select(cell => (cell.Name, Count: Cells.MedianRun(cell)!.Facts.GetValueOrDefault(HintLabels.RequestsLost)))
                .Where(one => one.Count is not null).Select(one => $"{one.Name} {Format.Count(Number(one.Count!))}"),
        ];
        return lost.Length == 0 ? string.Empty : $"The kernel kept the first ones only; not counted: {string.Join(", ", lost)}.";
    }

    private static int ClassOf(long size) => Array.FindIndex(s_classes, end => size <= end);

    private static string Name(int number) => s_classes[number] == long.MaxValue
        ? $"above {Format.Size(s_classes[number - 1])}" : $"up to {Format.Size(s_classes[number])}";

    private static string Mean(double count) => count < 0.005 ? "< 0.01" : count.ToString("#,0.##", CultureInfo.InvariantCulture);

    private static long Number(string text) => long.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out long number) ? number : 0;
}
