using System.Text;
using System.Text.Json;
using System.Xml.Linq;
using Landspeed.Copying;
using Landspeed.Experiments.Extents;
using Landspeed.Experiments.Judging;
using Landspeed.Results;
using Landspeed.Results.Comparing;
using Landspeed.Results.Pairs;

namespace Landspeed.Reporting.Tests.Docs;

/// <summary>
/// The generated part of <c>docs/notes.md</c>: findings from their catalogue, words of enumerations from their
/// comments, whose summary is the meaning and whose remarks are the remedy.
/// </summary>
internal sealed class NotesPage
{
    private readonly Dictionary<string, XElement> _comments =
        new[] { typeof(CopyProblemKind), typeof(Verdict), typeof(FindingCode) }
            .Select(type => XDocument.Load(Path.ChangeExtension(type.Assembly.Location, "xml")))
            .SelectMany(document => document.Descendants("member"))
            .ToDictionary(member => member.Attribute("name")!.Value, StringComparer.Ordinal);

    private readonly StringBuilder _text = new();

    public static string Make()
    {
        var page = new NotesPage();
        page.Words<Verdict>(
            "Verdicts",
            "Where the bytes of a number came from or went. [How it is judged](measuring.md#the-truth-verdict).",
            "Verdict");
        page.Findings(
            "Notes on a run or a cell", "A cell has the notes of its runs, each kind once.", FindingCodes.OfRuns);
        page.Words<CellState>(
            "States of a cell", "A note begins with *skipped* or *failed*; JSON has all four.", "State");
        page.Findings(
            "Notes on a whole result", "They are about the machine, or about all cells.", FindingCodes.OfResults);
        page.Findings(
            "Notes on several ranks", "From `mpirun`, `srun` and `landspeed merge`.", FindingCodes.OfRanks);
        page.Findings("Notes of compare", "From `landspeed compare`.", FindingCodes.OfComparisons);
        page.Words<ComparisonWord>(
            "Words of compare",
            "JSON has these words. Text has *faster* and *slower*, or *less* and *more*, for better and worse.",
            "Word");
        page.Words<CopyProblemKind>(
            "Problems of copy",
            "Text has *not kept*, *changed*, *no space* and *repeated* for `not_preserved`, `source_changed`, "
            + "`out_of_space` and `retried`. "
                + "FIFOs, sockets and devices are copied with `--special`, mounted directories with `--cross-mounts`.",
            "Code");
        page.Findings("Notes of verify", "From `landspeed verify`.", FindingCodes.OfVerifications);
        page.Words<VerificationState>(
            "Outcomes of verify", "Text has *FAILED* for `different`, and *FAILED to read* for `unreadable`.", "Code");
        page.Words<PairState>(
            "Outcomes of verify A B", "Each difference is listed: `one: permissions 644, 600`.", "Code");
        page.Words<SurveyProblem>("Problems of extents", "Text has *not known* for `not_reported`.", "Code");
        return page._text.ToString();
    }

    private void Findings(string title, string introduction, IReadOnlyList<FindingCode> codes)
    {
        Heading(title, introduction, "Code");
        foreach (FindingCode code in codes)
        {
            Row(code.Name, code.Meaning, code.Remedy);
        }
    }

    private void Words<T>(string title, string introduction, string column)
        where T : struct, Enum
    {
        Heading(title, introduction, column);
        foreach (string name in Enum.GetNames<T>())
        {
            Row(
                JsonNamingPolicy.SnakeCaseLower.ConvertName(name),
                Comment($"F:{typeof(T).FullName}.{name}", "summary"),
                Comment($"F:{typeof(T).FullName}.{name}", "remarks"));
        }
    }

    private void Heading(string title, string introduction, string column) =>
        _text.Append($"\n## {title}\n\n{introduction}\n\n| {column} | Meaning | What to do |\n|---|---|---|\n");

    private void Row(string name, string meaning, string remedy) =>
        _text.Append($"| `{name}` | {meaning} | {remedy} |\n");

    private string Comment(string member, string element) =>
        _comments.GetValueOrDefault(member)?.Element(element) is { } comment
            ? ResultsPage.Flat(comment)
            : throw new InvalidOperationException($"{member} has no {element}");
}
