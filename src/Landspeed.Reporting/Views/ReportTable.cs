namespace Landspeed.Reporting.Views;

/// <summary>A table: a heading, how to read it, and cells of text.</summary>
/// <remarks>
/// The first column names the row and is set left, the others right unless they hold words. What is too wide for a terminal becomes several
/// tables, each with the first column again.
/// </remarks>
internal sealed record ReportTable
{
    /// <summary>Heading, one line.</summary>
    public required string Title { get; init; }

    /// <summary>How to read it, one or two sentences; shown below the heading on a page, below the table as text.</summary>
    public string? Note { get; init; }

    /// <summary>Whether all columns hold words, and are set left; default no.</summary>
    public bool IsWords { get; init; }

    /// <summary>Heads of the columns, the first one's first.</summary>
    public required IReadOnlyList<string> Columns { get; init; }

    /// <summary>The rows, each with a cell a column.</summary>
    public required IReadOnlyList<IReadOnlyList<ReportCell>> Rows { get; init; }
}
