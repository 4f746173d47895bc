using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Reporting.Views.Paper;

/// <summary>MSR-TR-2004-136 done again: its findings, its figures, its numbers beside those of this machine.</summary>
internal static class PaperView
{
    /// <summary>Makes it, without the chapters of its parts.</summary>
    public static ReportView Of(ResultDocument document)
    {
        var parts = new PaperParts(document);
        ReportClaim[] claims = [.. document.Cells.Select(Claim).OfType<ReportClaim>()];
        string[] outcomes =
            [PaperLabels.Confirmed, PaperLabels.Refuted, PaperLabels.Inconclusive, PaperLabels.NotTestable];
        return new ReportView
        {
            Title = "Sequential file I/O in 2004 and on this machine",
            Headline =
            [
                [$"paper  {Cells.Option(document.Setup, PaperLabels.GridOption)}".TrimEnd(), "figures 2 to 8 and the five findings of MSR-TR-2004-136 (Kukol and Gray, 2004)"],
                [
                    .. outcomes.Select(outcome => (Outcome: outcome, Count: claims.Count(claim => claim.Outcome == outcome))).Where(one => one.Count > 0)
                        .Select(one => (MarkedText)$"{Format.Count(one.Count)} {one.Outcome}"),
                ],
            ],
            ClaimsTitle = "The five findings of 2004",
            Claims = claims,
            ConclusionsTitle = "What was left open: what do the framework's defaults cost today against direct requests in a deep queue?",
            ChartsTitle = "The figures",
            Charts = new PaperFigures(parts).All(),
            Tables = [new PaperNumbers(parts).Table()],
            Facts =
            [
                new ReportFact("volume", parts.IsArray ? $"striped: {parts.Array}" : parts.Array),
                .. document.Parts.Select(Part),
            ],
        };
    }

    /// <summary>A part as a chapter: its tables; what its charts show, the figures do.</summary>
    /// <param name="view">The part's own view.</param>
    public static ReportView Chapter(ReportView view) => view with { Charts = [], IsForPages = true, IsFolded = true };

    private static ReportClaim? Claim(CellRecord cell)
    {
        if (cell.Runs.Count == 0 || cell.Runs[0].Facts is not { } facts || facts.GetValueOrDefault(PaperLabels.Statement) is not { } statement)
        {
            return null;
        }

        string outcome = cell.Labels.GetValueOrDefault(PaperLabels.Outcome, PaperLabels.NotTestable);
        Mark mark = outcome switch { PaperLabels.Confirmed => Mark.Good, PaperLabels.Refuted => Mark.Warning, _ => Mark.Quiet };
        (string Word, string Fact)[] reasons =
            [("here", PaperLabels.Here), ("would decide", PaperLabels.Needed), ("2004", PaperLabels.Then), ("rule", PaperLabels.Rule)];
        return new ReportClaim(statement, outcome, mark, [.. reasons.Where(reason => facts.ContainsKey(reason.Fact)).Select(reason => (reason.Word, facts[reason.Fact]))]);
    }

    private static ReportFact Part(ResultDocument part)
    {
        string kind = part.Variant is { } variant ? variant : part.Kind;
        return new ReportFact(kind, ReportFact.Joined(
        [
            part.Label,
            Cells.Count(part),
            Cells.Runs(part.Setup),
            Cells.Seed(part.Setup),
            part.StartedAt.ToString("yyyy-MM-dd HH:mm:sszzz", System.Globalization.CultureInfo.InvariantCulture),
        ]));
    }
}
