using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A verification: what was found, then the figures behind it.</summary>
internal static class VerifyView
{
    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document, Costs costs)
    {
        IEnumerable<RunRecord> runs = document.Cells.SelectMany(cell => cell.Runs);
        RunRecord? run = runs.FirstOrDefault(one => one.Verification is not null || one.Pair is not null);
        if (run?.Pair is { } pair)
        {
            return PairView.Of(document, run, pair, costs);
        }

        string place = document.Places.Count > 0 ? document.Places[0].Path : "a directory";
        if (run?.Verification is not { } found)
        {
            return new ReportView { Title = $"Verification of {place}", Headline = [["verify", "nothing was read"]] };
        }

        return new ReportView
        {
            Title = $"Verification of {place}",
            Headline = [[.. Headline(document, run, found)]],
            Caveats =
            [
                .. Entries(found),
                .. Notes.OfRun(run, VerificationSection.IncompleteFinding, VerificationSection.NothingFinding),
            ],
            Facts = [.. Figures(run, found, costs).OfType<ReportFact>()],
        };
    }

    private static IEnumerable<MarkedText> Headline(ResultDocument document, RunRecord run, VerificationSection found)
    {
        bool isClean = !document.Partial
            && found is { FilesDifferent: 0, FilesMissing: 0, FilesUnreadable: 0, LinesMalformed: 0 };
        yield return new MarkedText($"{Format.Count(found.FilesOk, "file")} OK", isClean ? Mark.Good : Mark.Plain);
        (long Count, string What)[] others =
        [
            (found.FilesDifferent, "different"),
            (found.FilesMissing, "missing"),
            (found.FilesUnreadable, "unreadable"),
            (found.FilesExtra ?? 0, "not in the manifest"),
        ];
        foreach ((long count, string what) in others.Where(other => other.Count > 0))
        {
            yield return new MarkedText($"{Format.Count(count)} {what}", Mark.Warning);
        }

        if (found.LinesMalformed > 0)
        {
            yield return new MarkedText($"{Format.Count(found.LinesMalformed, "line")} of the manifest malformed", Mark.Warning);
        }

        if (run.Findings.Any(finding => finding.Code == VerificationSection.IncompleteFinding))
        {
            yield return new MarkedText("manifest incomplete", Mark.Warning);
        }

        if (run.Findings.Any(finding => finding.Code == VerificationSection.NothingFinding))
        {
            yield return new MarkedText("nothing verified", Mark.Warning);
        }

        foreach (MarkedText part in Ending(document, run))
        {
            yield return part;
        }
    }

    /// <summary>The end of the headline: whether it was stopped, and the rate.</summary>
    internal static IEnumerable<MarkedText> Ending(ResultDocument document, RunRecord run)
    {
        if (document.Partial)
        {
            yield return new MarkedText("stopped early", Mark.Warning);
        }

        if (run[Metrics.Throughput] is { } rate)
        {
            yield return new MarkedText(Format.Throughput(rate), Mark.Number);
        }
    }

    // On a terminal the command has printed each entry when it found it.
    private static IEnumerable<ReportNote> Entries(VerificationSection found) =>
        from entry in found.Entries
        group entry by entry.State into entries
        select new ReportNote(entries.Key.ToWord(), string.Empty)
        {
            Heading = Cells.Capital(entries.Key.ToWord()),
            Details = [.. entries.Select(Words)],
        };

    private static string Words(VerificationEntryRecord entry)
    {
        string what = entry.Path ?? $"line {Format.Count(entry.Line ?? 0)}";
        return entry.Message is { } message ? $"{what}: {message}" : what;
    }

    private static IEnumerable<ReportFact?> Figures(RunRecord run, VerificationSection found, Costs costs)
    {
        long bytes = (long)(run[Metrics.BytesRead] ?? 0);
        yield return ReportFact.Of(
            "bytes",
            $"{Format.Moved(bytes)} read in {Format.Duration(run[Metrics.Elapsed] ?? 0)}",
            bytes > 0 ? $"{Format.Moved(found.DirectBytes)} of it past the page cache" : null);
        yield return ReportFact.Of(
            "cpu",
            [run[Metrics.Cpu] is { } cpu ? Format.Duration(cpu) : null, .. costs.Parts(run)]);
        yield return run.Reads is { } truth ? new ReportFact("read", $"{truth.Verdict.ToWord()}: {truth.Reason}") : null;
        yield return new ReportFact("manifest", string.Empty) { Page = found.Manifest };
    }
}
