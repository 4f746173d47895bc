using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Campaigns;

namespace Landspeed.Reporting.Views;

/// <summary>A campaign: what has become of each command, and where its output is.</summary>
internal static class CampaignView
{
    // More a campaign does not make; a file may say anything.
    private const int MostRounds = 1_000;

    /// <summary>Makes it.</summary>
    public static ReportView Of(ResultDocument document)
    {
        int all = document.Cells.Count * Rounds(document);
        return new ReportView
        {
            Title = $"Campaign {document.Places.Select(PlaceFacts.Name).FirstOrDefault()}".TrimEnd(),
            Headline = [["campaign", Format.Count(document.Cells.Count, "command"), .. Counts(document, all)]],
            Tables = [Table(document)],
            Footnotes = [.. Interruptions(document)],
        };
    }

    private static IEnumerable<MarkedText> Counts(ResultDocument document, int all)
    {
        RunRecord[] runs = [.. document.Cells.SelectMany(cell => cell.Runs)];
        (int Count, string Word, Mark Mark)[] counts =
        [
            (runs.Count(run => State(run) == "done"), "done", Mark.Good),
            (runs.Count(run => State(run) == "failed"), "failed", Mark.Warning),
            (runs.Count(run => State(run) == "interrupted"), "interrupted", Mark.Warning),
            (runs.Count(run => State(run) == "running"), "running", Mark.Plain),
            (all - runs.Length, "left", Mark.Plain),
        ];
        return counts.Where(count => count.Count > 0).Select(count => new MarkedText($"{Format.Count(count.Count)} {count.Word}", count.Mark));
    }

    private static ReportTable Table(ResultDocument document) => new()
    {
        Title = "Commands",
        Columns = ["command", "state", "exit", "time", "CPU", "began", "kept in"],
        IsWords = true,
        Rows = [.. document.Cells.SelectMany(cell => Rows(document, cell))],
    };

    private static int Rounds(ResultDocument document) => Math.Clamp(document.Setup.Rounds, 0, MostRounds);

    private static IEnumerable<IReadOnlyList<ReportCell>> Rows(ResultDocument document, CellRecord cell)
    {
        for (int round = 0; round < Rounds(document); round++)
        {
            string name = document.Setup.Rounds == 1 ? cell.Name : string.Create(CultureInfo.InvariantCulture, $"{cell.Name}, run {round + 1}");
            RunRecord? run = cell.Runs.FirstOrDefault(one => one.Round == round);
            yield return run is null
                ? [name, new ReportCell("left", Mark.Quiet), .. Enumerable.Repeat(ReportCell.Empty, 5)]
                : [name, StateCell(run), run.Facts.GetValueOrDefault(CampaignFacts.ExitCode, string.Empty), .. Numbers(run)];
        }
    }

    private static IEnumerable<ReportCell> Numbers(RunRecord run) =>
    [
        Elapsed(run) is { } elapsed ? Format.Duration(elapsed) : ReportCell.Empty,
        run[Metrics.Cpu] is { } cpu ? Format.Duration(cpu) : ReportCell.Empty,
        Began(run),
        run.Facts.GetValueOrDefault(CampaignFacts.Result) ?? run.Facts.GetValueOrDefault(CampaignFacts.Output, string.Empty),
    ];

    // On a terminal month, day, hour and minute.
    private static ReportCell Began(RunRecord run) => run.Facts.GetValueOrDefault(CampaignFacts.BeganAt) switch
    {
        { Length: > 16 } whole => new ReportCell(whole[5..16]) { PageText = whole },
        var other => other ?? string.Empty,
    };

    private static double? Elapsed(RunRecord run) => run[Metrics.Elapsed]
        ?? (double.TryParse(run.Facts.GetValueOrDefault(CampaignFacts.ElapsedNs), NumberStyles.None, CultureInfo.InvariantCulture, out double ns) ? ns : null);

    private static ReportCell StateCell(RunRecord run)
    {
        string state = State(run);
        string attempts = run.Facts.GetValueOrDefault(CampaignFacts.Attempts, "1");
        return new ReportCell(
            attempts == "1" || state == "interrupted" ? state : $"{state}, attempt {attempts}",
            state == "done" ? Mark.Good : state == "running" ? Mark.Plain : Mark.Warning);
    }

    private static IEnumerable<ReportNote> Interruptions(ResultDocument document) =>
        from cell in document.Cells
        from run in cell.Runs
        where run.Facts.ContainsKey(CampaignFacts.Interruptions)
        select new ReportNote("again", $"{cell.Name} was interrupted: {run.Facts[CampaignFacts.Interruptions]}");

    private static string State(RunRecord run) => run.Facts.GetValueOrDefault(CampaignFacts.State, "interrupted");
}
