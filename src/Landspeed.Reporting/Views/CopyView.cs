using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A copy: what was done and how fast, what went wrong, then the figures.</summary>
internal static class CopyView
{
    private const long SmallBytes = 4_000_000;
    private const int MostProblems = 10; // the rest is in the JSON document, and on a page

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        RunRecord? run = document.Cells.SelectMany(cell => cell.Runs).FirstOrDefault(one => one.Copy is not null);
        string target = document.Places.FirstOrDefault(place => place.Role == PlaceRoles.Target)?.Path ?? "standard output";
        if (run?.Copy is not { } copy)
        {
            return new ReportView { Title = $"Copy to {target}", Headline = [["copy", "nothing was done"]] };
        }

        return new ReportView
        {
            Title = $"Copy to {target}",
            Headline = [[.. Headline(document, run, costs)]],
            Caveats = [.. Problems(copy), .. Notes.OfRun(run)],
            Charts = [.. CopyCharts.Of(copy, run), .. copy.Strategies.Count > 1 ? [Strategies(copy, run)] : Array.Empty<Picture>()],
            Tables = copy.Strategies.Count > 0 ? [StrategyTable(copy)] : [],
            Facts = copy.DryRun ? [] : [.. Figures(document, run, costs).OfType<ReportFact>()],
        };
    }

    private static IEnumerable<MarkedText> Headline(ResultDocument document, RunRecord run, Costs costs)
    {
        CopySection copy = run.Copy!;
        yield return What(copy);
        if (copy.DryRun)
        {
            yield return new MarkedText("nothing was touched", Mark.Good);
            yield break;
        }

        if (IsSmall(copy) && run[Metrics.ElapsedToDurable] is { } durable)
        {
            yield return new MarkedText($"{Format.Duration(durable)}, durable", Mark.Number);
        }
        else if (IsSmall(copy) && run[Metrics.Elapsed] is { } elapsed)
        {
            yield return new MarkedText($"{Format.Duration(elapsed)}, written", Mark.Number);
        }
        else if (run[Metrics.Throughput] is { } rate)
        {
            yield return new MarkedText($"{Format.Throughput(rate)}, durable", Mark.Number);
        }
        else if (run[Metrics.ThroughputToReturn] is { } written)
        {
            yield return new MarkedText($"{Format.Throughput(written)}, written", Mark.Number);
        }

        if (IsNotDurable(document, run))
        {
            yield return new MarkedText("not durable", Mark.Warning);
        }

        foreach (string cost in IsSmall(copy) ? [] : costs.Parts(run))
        {
            yield return cost;
        }

        if (copy.Bytes.VerifiedBytes > 0)
        {
            yield return new MarkedText("verified", Mark.Good);
        }

        // Their length and time were compared, and nothing was read.
        if (document.Setup.Options.GetValueOrDefault("verify") == "yes" && copy.Counts is { FilesUpToDate: > 0 } counts)
        {
            string which = counts.FilesCopied + counts.FilesReflinked > 0
                ? $"{Format.Count(counts.FilesUpToDate, "file")} up to date, not verified" : "not verified";
            yield return new MarkedText(which, Mark.Warning);
        }
    }

    // The time of a few bytes is that of opening files and of one flush: a rate of it says nothing.
    private static bool IsSmall(CopySection copy) => copy.Bytes.CopiedBytes is > 0 and < SmallBytes;

    // What went to standard output is made durable by its reader.
    private static bool IsNotDurable(ResultDocument document, RunRecord run) =>
        run[Metrics.Elapsed] is not null && run[Metrics.ElapsedToDurable] is null
        && document.Places.Any(place => place.Role == PlaceRoles.Target);

    private static string What(CopySection copy)
    {
        CopyCountsRecord counts = copy.Counts;
        long files = counts.FilesCopied + counts.FilesReflinked;
        string verb = copy.DryRun ? "would copy" : "copied";
        string shared = counts.FilesReflinked == 0 ? string.Empty
            : counts.FilesReflinked == files ? " by sharing blocks"
            : $" ({Format.Count(counts.FilesReflinked)} by sharing blocks)";
        return files == 0 && counts.FilesUpToDate > 0
            ? $"up to date: {Format.Count(counts.FilesUpToDate, "file")}"
            : copy.DryRun || counts.FilesCopied == 0 ? $"{verb} {Format.Count(files, "file")}{shared}"
            : $"{verb} {Format.Count(files, "file")}{shared}, {Format.Moved(copy.Bytes.CopiedBytes)}";
    }

    private static IEnumerable<ReportNote> Problems(CopySection copy)
    {
        foreach (CopyProblemRecord problem in copy.Problems.Take(MostProblems))
        {
            yield return new ReportNote(Word(problem.Kind), problem.Message);
        }

        long more = copy.Counts.Problems - Math.Min(copy.Problems.Count, MostProblems);
        if (more > 0)
        {
            yield return new ReportNote("and", $"{Format.Count(more)} more")
            {
                Heading = "Further problems",
                Details = [.. copy.Problems.Skip(MostProblems).Select(problem => $"{Word(problem.Kind)}: {problem.Message}")],
            };
        }
    }

    private static string Word(string kind) => kind switch
    {
        "not_preserved" => "not kept",
        "source_changed" => "changed",
        "out_of_space" => "no space",
        "retried" => "repeated",
        _ => kind,
    };

    private static IEnumerable<ReportFact?> Figures(ResultDocument document, RunRecord run, Costs costs)
    {
        CopySection copy = run.Copy!;
        CopyCountsRecord counts = copy.Counts;
        CopyBytesRecord bytes = copy.Bytes;
        yield return ReportFact.Of(
            "entries",
            Some(counts.FilesCopied, "file copied", "files copied"),
            Some(counts.FilesReflinked, "shared", "shared"),
            Some(counts.FilesUpToDate, "up to date", "up to date"),
            Some(counts.Directories, "directory made", "directories made"),
            Some(counts.SymbolicLinks, "symbolic link", "symbolic links"),
            Some(counts.HardLinks, "hard link", "hard links"),
            Some(counts.SpecialFiles, "special file", "special files"),
            Some(counts.Removed, "removed", "removed"),
            Some(counts.EntriesSkipped, "skipped", "skipped"),
            Some(counts.EntriesFailed, "failed", "failed"),
            run[Metrics.FileRate] is { } rate ? $"{Format.Rate(rate)} files/s" : null);
        yield return ReportFact.Of(
            "bytes",
            $"{Format.Moved(bytes.CopiedBytes)} copied",
            bytes.ResumedBytes > 0 ? $"{Format.Moved(bytes.ResumedBytes)} there from an interrupted copy" : null,
            bytes.HoleBytes > 0 ? $"{Format.Moved(bytes.HoleBytes)} holes" : null,
            Verified(bytes.VerifiedBytes, "verified", bytes.VerifiedThroughCacheBytes),
            Verified(bytes.SourceVerifiedBytes, "of the source read again", bytes.SourceVerifiedThroughCacheBytes));
        yield return ReportFact.Of(
            "time",
            Time(run[Metrics.Elapsed], IsSmall(copy) ? null : run[Metrics.ThroughputToReturn], "written"),
            run[Metrics.ElapsedToDurable] is { } durable
                ? Time(durable, IsSmall(copy) ? null : run[Metrics.Throughput], "durable")
                : IsNotDurable(document, run) ? "not durable" : null,
            Time(run[Metrics.ElapsedToVerified], null, "verified"));
        yield return copy.Limit is { } limit ? new ReportFact("limit", limit.Reason) : null;
        yield return copy.Traffic is { BothPct: { } both } ? new ReportFact("overlap", Overlap(copy.Traffic, both)) : null;
        yield return ReportFact.Of(
            "cpu",
            [
                run[Metrics.Cpu] is { } cpu ? Format.Duration(cpu) : null,
                .. IsSmall(copy) ? [] : costs.Parts(run),
                run[Metrics.PeakResident] is { } peak ? $"{Format.Size((long)peak)} peak resident memory" : null,
            ]);
        bool isCopied = counts.FilesCopied + counts.FilesReflinked > 0;
        yield return isCopied ? Truth("read", run.Reads) : null;
        yield return isCopied ? Truth("read again", copy.SecondReads) : null;
        yield return isCopied ? Truth("read back", copy.TargetReads) : null;
        yield return isCopied ? Truth("written", run.Writes) : null;
        yield return isCopied ? CopyDevices.Of(run) : null;
        yield return copy.Engine is { } engine ? new ReportFact("engine", engine) : null;
        yield return Standard(document, PlaceRoles.Source, "standard input");
        yield return Standard(document, PlaceRoles.Target, "standard output");
    }

    private static ReportFact? Standard(ResultDocument document, string role, string name) =>
        document.Places.Any(place => place.Role == role) ? null : new ReportFact(role, name);

    private static ReportFact? Truth(string label, TruthRecord? truth) =>
        truth is null ? null : new ReportFact(label, $"{truth.Verdict.ToWord()}: {truth.Reason}");

    private static string Overlap(CopyTrafficRecord traffic, double both) =>
        $"reading and writing at the same time for {Format.Percent(both)} of the time in which either ran"
        + (traffic.ReadingTargetNs > 0 ? $"; {Format.Duration(traffic.ReadingTargetNs)} reading what was written" : string.Empty);

    private static string? Some(long count, string one, string many) =>
        count == 0 ? null : $"{Format.Count(count)} {(count == 1 ? one : many)}";

    private static string? Verified(long bytes, string what, long throughCache) =>
        bytes == 0 ? null
        : throughCache == 0 ? $"{Format.Moved(bytes)} {what}"
        : $"{Format.Moved(bytes)} {what} ({Format.Moved(throughCache)} of it through the page cache, dropped first)";

    private static string? Time(double? ns, double? rate, string what) => ns is not { } known ? null
        : $"{what} after {Format.Duration(known)}{(rate is { } perS ? $" ({Format.Throughput(perS)})" : string.Empty)}";

    private static ReportTable StrategyTable(CopySection copy) => new()
    {
        Title = "Strategies",
        IsExplanation = true,
        IsWords = true,
        Columns = ["strategy", "files", "bytes", "read", "written", "because"],
        Rows = [.. copy.Strategies.Select(one => (IReadOnlyList<ReportCell>)
        [
            Name(one), Format.Count(one.Files), Format.Moved(one.Bytes), one.Reflink ? ReportCell.Empty : one.SourceMode,
            one.Reflink ? ReportCell.Empty : one.TargetMode, one.Reason,
        ])],
    };

    private static string Name(CopyStrategyRecord one) => one.Reflink ? "shared" : one.Strategy;

    private static BarChart Strategies(CopySection copy, RunRecord run)
    {
        BarGroup[] groups = [.. copy.Strategies.Select(one => new BarGroup(Name(one), [new Bar
        {
            Value = one.Bytes / 1e6,
            Verdict = run.Writes?.Verdict ?? Verdict.Unknown,
            Text = $"{Format.Moved(one.Bytes)}, {Format.Count(one.Files, "file")}",
            Tip = $"{Name(one)}: {one.Reason}",
        }]))];
        return new BarChart
        {
            Name = "strategies",
            Title = "Bytes by strategy",
            Note = "Content of the files; what was shared was not copied.",
            Description = "Bars, one per strategy. " + string.Join(' ', groups.Select(group => CellBars.Sentence(group, string.Empty))),
            X = LinearAxis.Of("MB", copy.Strategies.Max(one => one.Bytes) / 1e6),
            Kinds = ["bytes"],
            Groups = groups,
            Nothing = "nothing was copied",
        };
    }
}
