using Landspeed.Reporting.Svg;
using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>What a report shows, before it becomes text, a page or Markdown.</summary>
/// <remarks>
/// All formats keep one order, the answer first: headline, caveats, conclusions, charts, tables, footnotes, facts.
/// </remarks>
internal sealed record ReportView
{
    /// <summary>Heading of a page; empty: the first words of the headline and the place.</summary>
    public string Title { get; init; } = string.Empty;

    /// <summary>What was done and what came of it: lines of short parts. The first line begins with the kind.</summary>
    public required IReadOnlyList<IReadOnlyList<MarkedText>> Headline { get; init; }

    /// <summary>Below the heading of a page: where and how the numbers were made, in short parts.</summary>
    public IReadOnlyList<string> Place { get; init; } = [];

    /// <summary>What qualifies the headline: stopped early, fell back, failed, suspicious. Right below it.</summary>
    public IReadOnlyList<ReportNote> Caveats { get; init; } = [];

    /// <summary>Heading of the claims.</summary>
    public string ClaimsTitle { get; init; } = "Claims";

    /// <summary>Claims of others, judged by the cells.</summary>
    public IReadOnlyList<ReportClaim> Claims { get; init; } = [];

    /// <summary>Heading of the conclusions.</summary>
    public string ConclusionsTitle { get; init; } = "Conclusions";

    /// <summary>Whether a page says so when there are no conclusions.</summary>
    public bool ExpectsConclusions { get; init; }

    /// <summary>Sentences computed from the cells.</summary>
    public IReadOnlyList<ConclusionRecord> Conclusions { get; init; } = [];

    /// <summary>Heading of the charts.</summary>
    public string ChartsTitle { get; init; } = "Charts";

    /// <summary>The charts, in order; formats without pictures leave them out.</summary>
    public IReadOnlyList<Picture> Charts { get; init; } = [];

    /// <summary>The tables, in order.</summary>
    public IReadOnlyList<ReportTable> Tables { get; init; } = [];

    /// <summary>What explains single cells or curves of the tables: failed, skipped, suspicious.</summary>
    public IReadOnlyList<ReportNote> Footnotes { get; init; } = [];

    /// <summary>A line above the facts; empty: none.</summary>
    public string FactsTitle { get; init; } = string.Empty;

    /// <summary>What the numbers consist of and depend on.</summary>
    public IReadOnlyList<ReportFact> Facts { get; init; } = [];

    /// <summary>Whether a terminal has no room for it: a section that has all numbers again.</summary>
    public bool IsForPages { get; init; }

    /// <summary>Whether a page folds its charts, tables and details away: the report of a part.</summary>
    public bool IsFolded { get; init; }

    /// <summary>
    /// Views below this one, each a chapter with its title; a page has an index of them. A section has none of its own. Names of charts are
    /// unique over all.
    /// </summary>
    public IReadOnlyList<ReportView> Sections { get; init; } = [];
}

/// <summary>A claim of others, and what came of it here.</summary>
/// <param name="Statement">What they say, a sentence.</param>
/// <param name="Outcome">One or a few words: <c>confirmed</c>.</param>
/// <param name="Mark">Good where it is confirmed, a warning where it is refuted.</param>
/// <param name="Reasons">What that rests on, each with a word that says what it is: <c>rule</c>.</param>
internal sealed record ReportClaim(string Statement, string Outcome, Mark Mark, IReadOnlyList<(string Word, string Text)> Reasons);

/// <summary>A short piece of text and what it is.</summary>
/// <param name="Text">From any origin; never markup.</param>
/// <param name="Mark">How it looks.</param>
internal readonly record struct MarkedText(string Text, Mark Mark = Mark.Plain)
{
    /// <summary>Plain text.</summary>
    public static implicit operator MarkedText(string text) => new(text);
}

/// <summary>What a piece of text is, for those who see colours.</summary>
internal enum Mark
{
    /// <summary>As everything else.</summary>
    Plain,

    /// <summary>The number that was asked for, the best of its kind.</summary>
    Number,

    /// <summary>A label or a unit that may stand back.</summary>
    Quiet,

    /// <summary>As it should be.</summary>
    Good,

    /// <summary>To be looked at.</summary>
    Warning,
}

/// <summary>Something that is missing or suspicious.</summary>
/// <param name="Label">What kind: <c>partial</c>, <c>failed</c>, <c>skipped</c>, <c>note</c> …</param>
/// <param name="Text">A sentence; names of cells cut to a few.</param>
/// <param name="Mark">How the label looks.</param>
internal sealed record ReportNote(string Label, string Text, Mark Mark = Mark.Warning)
{
    /// <summary>Heading of the list on a page where <see cref="Details"/> stand in the text's stead.</summary>
    public string Heading { get; init; } = string.Empty;

    /// <summary>A line for each cell, for formats with room; empty: the text says all.</summary>
    public IReadOnlyList<string> Details { get; init; } = [];
}

/// <summary>Something known: a label and what is known about it.</summary>
/// <param name="Label">At most 10 letters.</param>
/// <param name="Text">On a terminal; empty: not shown there.</param>
internal sealed record ReportFact(string Label, string Text)
{
    private readonly string? _page;

    /// <summary>Whether a terminal shows it on request only: evidence behind what is shown.</summary>
    public bool IsDetail { get; init; }

    /// <summary>In formats with more room; the text where there is no more to say.</summary>
    public string Page
    {
        get => _page ?? Text;
        init => _page = value;
    }

    /// <summary>What is known, joined with commas; null when nothing is.</summary>
    public static ReportFact? Of(string label, params IEnumerable<string?> parts) =>
        Joined(parts) is { Length: > 0 } known ? new ReportFact(label, known) : null;

    /// <summary>Parts that are not empty, joined with commas.</summary>
    public static string Joined(IEnumerable<string?> parts, string separator = ", ") =>
        string.Join(separator, parts.Where(part => !string.IsNullOrEmpty(part)));
}
