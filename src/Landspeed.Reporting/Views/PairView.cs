using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Pairs;

namespace Landspeed.Reporting.Views;

/// <summary>A comparison of two files or directories: what was found, then the figures behind it.</summary>
internal static class PairView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, RunRecord run, PairSection found, Costs costs) => new()
    {
        Title = $"Comparison of {found.PathA} (A) with {found.PathB} (B)",
        Headline = [[.. Headline(document, run, found)]],
        Caveats = [.. Entries(found), .. Notes.OfRun(run)],
        Facts = [.. Figures(run, found, costs).OfType<ReportFact>()],
    };

    private static IEnumerable<MarkedText> Headline(ResultDocument document, RunRecord run, PairSection found)
    {
        (long Count, string What)[] others =
        [
            (found.EntriesDifferent, "different"),
            (found.EntriesOnlyInA, "only in A"),
            (found.EntriesOnlyInB, "only in B"),
            (found.EntriesUnreadable, "unreadable"),
            (found.EntriesChanged, "changed while read"),
        ];
        bool isClean = !document.Partial && others.All(other => other.Count == 0);
        yield return new MarkedText(
            $"{Format.Count(found.EntriesSame)} {(found.EntriesSame == 1 ? "entry" : "entries")} the same",
            isClean ? Mark.Good : Mark.Plain);
        foreach ((long count, string what) in others.Where(other => other.Count > 0))
        {
            yield return new MarkedText($"{Format.Count(count)} {what}", Mark.Warning);
        }

        foreach (MarkedText part in VerifyView.Ending(document, run))
        {
            yield return part;
        }
    }

    // On a terminal the command has printed each entry when it found it.
    private static IEnumerable<ReportNote> Entries(PairSection found) =>
        from entry in found.Entries
        group entry by entry.State into entries
        select new ReportNote(Name(entries.Key), string.Empty)
        {
            Heading = Cells.Capital(Name(entries.Key)),
            Details = [.. entries.SelectMany(Lines)],
        };

    private static string Name(PairState state) => state switch
    {
        PairState.OnlyInA => "only in A",
        PairState.OnlyInB => "only in B",
        _ => state.ToWord(),
    };

    private static IEnumerable<string> Lines(PairEntryRecord entry) =>
        entry.State is PairState.OnlyInA or PairState.OnlyInB ? [entry.Path]
        : PairWords.Of(entry).Select(line => $"{entry.Path}: {line}");

    private static IEnumerable<ReportFact?> Figures(RunRecord run, PairSection found, Costs costs)
    {
        long bytes = found.BytesA + found.BytesB;
        yield return ReportFact.Of(
            "bytes",
            $"{Format.Moved(bytes)} read in {Format.Duration(run[Metrics.Elapsed] ?? 0)}",
            bytes > 0 ? $"{Format.Moved(found.DirectBytes)} of it past the page cache" : null,
            found.FilesShared > 0 ? $"{Format.Count(found.FilesShared, "file")} shared by A and B not read" : null);
        yield return ReportFact.Of(
            "cpu",
            [run[Metrics.Cpu] is { } cpu ? Format.Duration(cpu) : null, .. costs.Parts(run)]);
        yield return Truth("read A", run.Reads);
        yield return Truth("read B", run.ReadsB);
    }

    private static ReportFact? Truth(string what, TruthRecord? truth) =>
        truth is null ? null : new ReportFact(what, $"{truth.Verdict.ToWord()}: {truth.Reason}");
}
