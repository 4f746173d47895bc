using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Views.Extents;

/// <summary>The layout of files: number of runs, kinds of bytes, distances between runs, the files with the most runs.</summary>
internal static class ExtentsView
{
    // Fewer say nothing about the seeks of a large file.
    private const long LeastBytes = 1 << 20;
    private const int MostProblems = 10; // the rest is in the JSON document, and on a page

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        RunRecord? run = document.Cells.SelectMany(cell => cell.Runs).FirstOrDefault(one => one.Extents is not null);
        string place = document.Places.Count > 0 ? document.Places[0].Path : "files";
        string title = $"Extents of {place}{(document.Places.Count > 1 ? $" and {Format.Count(document.Places.Count - 1)} more" : string.Empty)}";
        if (run?.Extents is not { } found)
        {
            return new ReportView { Title = title, Headline = [["extents", "nothing was read"]] };
        }

        return new ReportView
        {
            Title = title,
            Headline = [[.. Headline(found)]],
            Caveats = [.. Problems(found), .. Delayed(found)],
            Charts = [.. ExtentCharts.Of(found)],
            Tables = [.. Tables(found)],
            Facts = [.. Facts(run, found).OfType<ReportFact>()],
        };
    }

    private static IEnumerable<MarkedText> Headline(ExtentsSection found)
    {
        ExtentsTotalsRecord totals = found.Totals;
        bool isOne = found.Counts.Files == 1 && found.Counts.Directories == 0;
        yield return isOne ? Format.Size(totals.LengthBytes) : $"{Format.Count(found.Counts.Files, "file")}, {Format.Size(totals.LengthBytes)}";
        yield return $"{Format.Count(totals.Runs.Count, "run")} of {Format.Count(totals.Extents, "extent")}";
        if (totals.Runs.MedianBytes is { } median)
        {
            yield return new MarkedText($"median run {Format.Size(median)}", Mark.Number);
        }

        if (totals.SeeksPerGib is { } seeks && totals.Data.Bytes >= LeastBytes)
        {
            yield return $"{Format.Number(seeks)} seeks per GiB";
        }
    }

    private static IEnumerable<ReportNote> Problems(ExtentsSection found)
    {
        foreach (ExtentsProblemRecord problem in found.Problems.Take(MostProblems))
        {
            yield return new ReportNote(Word(problem.Kind), problem.Message);
        }

        long more = found.Counts.Problems - Math.Min(found.Problems.Count, MostProblems);
        if (more > 0)
        {
            yield return new ReportNote("and", $"{Format.Count(more)} more")
            {
                Heading = "Further problems",
                Details = [.. found.Problems.Skip(MostProblems).Select(problem => $"{Word(problem.Kind)}: {problem.Message}")],
            };
        }
    }

    private static string Word(string kind) => kind == "not_reported" ? "not known" : kind;

    private static IEnumerable<ReportNote> Delayed(ExtentsSection found)
    {
        if (found.Totals.Delayed.Bytes > 0)
        {
            yield return new ReportNote(
                "delayed",
                $"{Format.Size(found.Totals.Delayed.Bytes)} are in the page cache only and have no address yet; --sync writes them back first");
        }
    }

    private static IEnumerable<ReportTable> Tables(ExtentsSection found)
    {
        if (found.Totals.LengthBytes > 0)
        {
            yield return Amounts(found.Totals);
        }

        if (found.Totals.Runs.Count > 0)
        {
            yield return Lengths(found.Totals.Runs);
        }

        if (found.Totals.Forward.Count + found.Totals.Backward.Count > 0)
        {
            yield return Distances(found.Totals);
        }

        if (found.ListedFiles.Count > 1 || (found.ListedFiles.Count == 1 && found.Counts.Directories > 0))
        {
            yield return Files(found);
        }

        if (found.ListedFiles.Any(file => file.Map is not null))
        {
            yield return ExtentMaps.Table(found);
        }

        foreach (ReportTable table in found.Volumes.SelectMany(volume => FreeSpaceTables.Of(volume, found.Volumes.Count > 1)))
        {
            yield return table;
        }
    }

    private static ReportTable Amounts(ExtentsTotalsRecord totals)
    {
        (string Name, ExtentAmountRecord Amount)[] all =
        [
            ("data", totals.Data), ("unwritten", totals.Unwritten), ("holes", totals.Holes), ("delayed", totals.Delayed),
            ("inline", totals.Inline), ("shared, of these", totals.Shared),
            ("encoded, of these", totals.Encoded),
        ];
        return new ReportTable
        {
            Title = "What the bytes are",
            Key = [],
            Columns = ["kind", "extents", "bytes", "of the length"],
            Rows =
            [
                .. all.Where(one => one.Amount.Extents > 0).Select(one => (IReadOnlyList<ReportCell>)
                [
                    one.Name, Format.Count(one.Amount.Extents), Format.Size(one.Amount.Bytes),
                    Format.Percent(100.0 * one.Amount.Bytes / totals.LengthBytes),
                ]),
            ],
        };
    }

    private static ReportTable Lengths(SizesRecord runs) => new()
    {
        Title = "Runs by length",
        Key = [],
        Columns = ["length", "runs", "bytes", "of the bytes"],
        Rows =
        [
            .. runs.Bins.Select(bin => (IReadOnlyList<ReportCell>)
                [Range(bin), Format.Count(bin.Count), Format.Size(bin.Bytes), Format.Percent(100.0 * bin.Bytes / Math.Max(1, runs.Bytes))]),
        ],
    };

    private static ReportTable Distances(ExtentsTotalsRecord totals) => new()
    {
        Title = "Distances between consecutive runs",
        Key = [],
        Columns = ["distance", "forward", "backward"],
        Rows =
        [
            .. totals.Forward.Bins.Concat(totals.Backward.Bins).DistinctBy(bin => bin.FromBytes).OrderBy(bin => bin.FromBytes)
                .Select(bin => (IReadOnlyList<ReportCell>)[Range(bin), Count(totals.Forward, bin), Count(totals.Backward, bin)]),
        ],
    };

    private static ReportCell Count(SizesRecord sizes, SizeBinRecord bin) =>
        sizes.Bins.FirstOrDefault(one => one.FromBytes == bin.FromBytes) is { } known ? Format.Count(known.Count) : ReportCell.Empty;

    /// <summary>A class of sizes in words.</summary>
    internal static string Range(SizeBinRecord bin) => bin.FromBytes switch
    {
        0 => "0 B",
        1 => "1 B",
        >= 1L << 62 => $"from {Format.ExactSize(bin.FromBytes)}",
        _ => $"{Format.ExactSize(bin.FromBytes)} to {Format.ExactSize(bin.FromBytes * 2)}",
    };

    private static ReportTable Files(ExtentsSection found) => new()
    {
        Title = found.Counts.Files > found.ListedFiles.Count ? "Files with the most runs" : "Files",
        Key = [],
        IsWords = true,
        Columns = ["runs", "extents", "length", "median run", "seeks/GiB", "file"],
        Rows =
        [
            .. found.ListedFiles.Select(file => (IReadOnlyList<ReportCell>)
            [
                Format.Count(file.Totals.Runs.Count), Format.Count(file.Totals.Extents), Format.Size(file.Totals.LengthBytes),
                file.Totals.Runs.MedianBytes is { } median ? Format.Size(median) : ReportCell.Empty,
                file.Totals.SeeksPerGib is { } seeks ? Format.Number(seeks) : ReportCell.Empty,
                file.Path,
            ]),
        ],
    };

    private static IEnumerable<ReportFact?> Facts(RunRecord run, ExtentsSection found)
    {
        ExtentsCountsRecord counts = found.Counts;
        ExtentsTotalsRecord totals = found.Totals;
        yield return ReportFact.Of(
            "entries",
            Format.Count(counts.Files, "file"),
            Some(counts.EmptyFiles, "of them empty", "of them empty"),
            Some(counts.HardLinks, "further name of these", "further names of these"),
            Some(counts.Directories, "directory", "directories"),
            Some(counts.SymbolicLinks, "symbolic link not followed", "symbolic links not followed"),
            Some(counts.SpecialFiles, "special file", "special files"),
            Some(counts.OtherFileSystems, "on another file system", "on other file systems"),
            Some(counts.Vanished, "vanished", "vanished"),
            Some(counts.NotReported, "on a file system that reports no extents", "on file systems that report no extents"),
            Some(counts.Unreadable, "unreadable", "unreadable"));
        yield return ReportFact.Of("jumps", Jumps(totals.Forward, "forward"), Jumps(totals.Backward, "backward"));
        yield return totals.SeeksPerGib is null ? null : new ReportFact(
            "seeks", $"{Format.Count(totals.ReadRuns, "run")} with data, {Format.Size(totals.Data.Bytes)} of data");
        yield return totals.BeyondEnd.Extents == 0 ? null : new ReportFact(
            "after ends", $"{Format.Size(totals.BeyondEnd.Bytes)} reserved or rounded up beyond the end of {Format.Count(totals.BeyondEnd.Extents, "extent")}");
        yield return new ReportFact("dirty data", found.WrittenBack ? "written back first" : "as it was; nothing was written back");
        foreach (FreeSpaceRecord volume in found.Volumes)
        {
            yield return FreeSpaceTables.Fact(volume, found.Volumes.Count > 1);
        }

        yield return ReportFact.Of(
            "time",
            run[Metrics.Elapsed] is { } elapsed ? Format.Duration(elapsed) : null,
            run[Metrics.Cpu] is { } cpu ? $"{Format.Duration(cpu)} of CPU time" : null,
            run[Metrics.PeakResident] is { } peak ? $"{Format.Size((long)peak)} peak resident memory" : null);
    }

    private static string? Jumps(SizesRecord jumps, string direction) => jumps.Count == 0 ? null
        : $"{Format.Count(jumps.Count)} {direction}, median {Format.Size(jumps.MedianBytes ?? 0)}, longest {Format.Size(jumps.LargestBytes ?? 0)}";

    private static string? Some(long count, string one, string many) =>
        count == 0 ? null : $"{Format.Count(count)} {(count == 1 ? one : many)}";
}
