using Landspeed.Results;

namespace Landspeed.Reporting.Views;

/// <summary>A table: a heading, how to read it, and cells of text.</summary>
/// <remarks>
/// The first column names the row and is set left, the others right unless they hold words. What is too wide for a terminal becomes
/// several tables with the first column repeated.
/// </remarks>
internal sealed record ReportTable
{
    /// <summary>The meaning of a star, unless a view says otherwise.</summary>
    public static readonly SignMeaning BestOfColumn = new("*", "best of the column, among the cells with its most common verdict");

    /// <summary>Heading, one line.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it, one or two sentences.</summary>
    public string? Note { get; init; }

    /// <summary>How to read it on a page, where it shows more; null: as elsewhere.</summary>
    public string? PageNote { get; init; }

    /// <summary>What the signs mean; formats show those that occur, each once in a report.</summary>
    public IReadOnlyList<SignMeaning> Key { get; init; } = [BestOfColumn];

    /// <summary>Whether all columns hold words, and are set left; default no.</summary>
    public bool IsWords { get; init; }

    /// <summary>Whether a terminal shows it only when the strategies of a copy are to be explained.</summary>
    public bool IsExplanation { get; init; }

    /// <summary>Whether a terminal shows it on request only: evidence behind what is shown.</summary>
    public bool IsDetail { get; init; }

    /// <summary>What a page says in the table's stead where all cells are the same; null: they are not.</summary>
    public string? PageLine { get; init; }

    /// <summary>Whether a chart shows the same, so that a page needs no table of it.</summary>
    public bool HasChart { get; init; }

    /// <summary>Whether the first column holds sizes, and is set right.</summary>
    public bool IsNumberRow { get; init; }

    /// <summary>Columns of text at least that signs take; 0: as many as occur.</summary>
    public int SignWidth { get; init; }

    /// <summary>The columns; the first one's heading names the rows.</summary>
    public required IReadOnlyList<ReportColumn> Columns { get; init; }

    /// <summary>The rows, each with a cell a column.</summary>
    public required IReadOnlyList<IReadOnlyList<ReportCell>> Rows { get; init; }
}

/// <summary>A sign beside numbers, or a word in the place of one, and what it says.</summary>
internal sealed record SignMeaning(string Sign, string Meaning);

/// <summary>A column of a table.</summary>
/// <param name="Heading">What it holds.</param>
internal sealed record ReportColumn(string Heading)
{
    /// <summary>A line above the heading, on a terminal; empty: none.</summary>
    public string Above { get; init; } = string.Empty;

    /// <summary>The heading on a page, where lines of a chart are named the same.</summary>
    public string? PageHeading { get; init; }

    /// <summary>The look of the line in the charts that shows the same; null: there is none.</summary>
    public int? Look { get; init; }

    /// <summary>Whether a terminal has no room for it.</summary>
    public bool IsForPages { get; init; }

    /// <summary>Columns of text at least, so that a table that fills up stays calm.</summary>
    public int LeastWidth { get; init; }

    /// <summary>The course of the column's numbers, drawn below it on a terminal; empty: none.</summary>
    public IReadOnlyList<double?> Course { get; init; } = [];

    /// <summary>Bars at least, so that a table that fills up stays calm.</summary>
    public int LeastBars { get; init; }

    /// <summary>Bars at most; more values share bars.</summary>
    public int MostBars { get; init; } = 12;

    /// <summary>Whether the heights of the course are logarithmic: of costs, which span decades.</summary>
    public bool IsCourseLog { get; init; }

    /// <summary>A heading alone.</summary>
    public static implicit operator ReportColumn(string heading) => new(heading);
}

/// <summary>One cell of a table.</summary>
/// <param name="Text">What stands there; empty: nothing was or can be measured.</param>
/// <param name="Mark">How it looks: <see cref="Mark.Number"/> for the best of its kind, which gets a star too.</param>
internal readonly record struct ReportCell(string Text, Mark Mark = Mark.Plain)
{
    /// <summary>A cell without anything.</summary>
    public static ReportCell Empty { get; } = new(string.Empty);

    /// <summary>Whether the number deserves little trust: <c>~</c>.</summary>
    public bool IsNoisy { get; init; }

    /// <summary>Another text on a page; null: the same.</summary>
    public string? PageText { get; init; }

    /// <summary>Whether it is a bar of letters: on a page all of a column begin below each other.</summary>
    public bool IsBar { get; init; }

    /// <summary>The look of the line in the charts that shows the same; null: there is none.</summary>
    public int? Look { get; init; }

    /// <summary>The letter of a verdict that is to be seen beside the number; null: none.</summary>
    public string? Letter { get; init; }

    /// <summary>The same verdict as a word, for a page.</summary>
    public Verdict? Verdict { get; init; }

    /// <summary>What stands below the number on a page.</summary>
    public IReadOnlyList<MarkedText>? Details { get; init; }

    /// <summary>The signs, as formats of text show them behind the number.</summary>
    public string Signs => $"{(Mark == Mark.Number ? "*" : string.Empty)}{(IsNoisy ? "~" : string.Empty)}{Letter}";

    /// <summary>Plain text is a cell.</summary>
    public static implicit operator ReportCell(string text) => new(text);
}
