using Landspeed.Reporting.Fio;
using Landspeed.Reporting.Formats;
using Landspeed.Reporting.Html;
using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Terminal;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Views.Sweeping;
using Landspeed.Results;

namespace Landspeed.Reporting;

/// <summary>The one report: shows a result of any kind in any format.</summary>
/// <remarks>
/// Each format writes a result whole, complete or not, with line feeds, the same in every culture; the writer stays open and is not
/// flushed. Nothing from outside is taken for markup. Thread-safe.
/// </remarks>
public static class Reports
{
    private const string Fio = "fio";
    private const string Hdr = "hdr";

    private static readonly string[] s_ofAll = ["table", "json", "csv", "html", "markdown"];

    /// <summary>The names of all formats.</summary>
    public static IReadOnlyList<string> Formats { get; } = [.. s_ofAll, Fio, Hdr];

    /// <summary>
    /// The names of the formats that can show a kind of result: fio's dialect knows no others than measurements and
    /// sweeps, and only measurements keep their distributions.
    /// </summary>
    /// <param name="kind">One of <see cref="ResultKinds"/>.</param>
    public static IReadOnlyList<string> FormatsOf(string kind) => kind switch
    {
        ResultKinds.Measure => Formats,
        ResultKinds.Sweep => [.. s_ofAll, Fio],
        _ => s_ofAll,
    };

    /// <summary>
    /// Whether a result has distributions of latency, which <c>hdr</c> writes: those of many short runs are not kept.
    /// </summary>
    /// <param name="document">Any result.</param>
    public static bool KeepsDistributions(ResultDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return HdrLog.HasLines(document);
    }

    /// <summary>Finds a format.</summary>
    /// <param name="format">One of <see cref="Formats"/>, lower case.</param>
    /// <param name="style">Width and colour of <c>table</c>, and the unit of cost of all; null: <see cref="ReportStyle.Plain"/>.</param>
    /// <returns>Writes a result.</returns>
    /// <exception cref="ArgumentException">There is no such format; the message lists those that are.</exception>
    public static Action<ResultDocument, TextWriter> Create(string format, ReportStyle? style = null) => format switch
    {
        "table" => (document, target) => new TerminalReport(style ?? ReportStyle.Plain).Write(ViewOf(document, style), target),
        "json" => ResultsJson.Write,
        "csv" => (document, target) => CsvReport.Write(document, target, style?.Columns),
        "html" => (document, target) => HtmlReport.Write(ViewOf(document, style), Tool(document), target),
        "markdown" => (document, target) => MarkdownReport.Write(ViewOf(document, style), target),
        Fio => FioReport.Write,
        Hdr => HdrLog.Write,
        _ => throw new ArgumentException(
            $"there is no format '{format}'; the formats are {string.Join(", ", Formats)}", nameof(format)),
    };

    /// <summary>Returns the names by which columns of CSV can be chosen, those that are asked for most first.</summary>
    /// <param name="document">A result, also one that is not measured yet.</param>
    public static IReadOnlyCollection<string> Columns(ResultDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return [.. CsvReport.Names(document).Keys];
    }

    /// <summary>Returns the first name that is not a column of CSV, or null if all are.</summary>
    /// <param name="document">A result, also one that is not measured yet.</param>
    /// <param name="names">Names of columns; see <see cref="Columns"/>.</param>
    public static string? UnknownColumn(ResultDocument document, IEnumerable<string> names)
    {
        ArgumentNullException.ThrowIfNull(document);
        IReadOnlyDictionary<string, string> known = CsvReport.Names(document);
        return names.FirstOrDefault(name => !known.ContainsKey(name) && !CsvNames.MayBe(name));
    }

    /// <summary>Writes the throughput of a sweep's cells as the table shows it, also while it is being measured.</summary>
    /// <param name="cells">By curve; none: the title alone.</param>
    /// <param name="style">Width and colour; what is wider becomes several tables.</param>
    /// <param name="target">Where to; stays open and is not flushed.</param>
    /// <remarks>Where numbers stand depends on the cells there are, not on their values, so that a table that fills up stays calm.</remarks>
    public static void WriteGrid(IReadOnlyList<CellRecord> cells, ReportStyle style, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(cells);
        new TerminalReport(style).Write(SweepTable.Of(cells, Metrics.Throughput), target);
    }

    /// <summary>Draws the charts of a result as files of their own.</summary>
    /// <param name="document">Any result; may be partial, and even without any measured cell.</param>
    /// <returns>
    /// A name in kebab-case, the file's name without its ending, and the whole SVG file, to be written as UTF-8; it needs nothing else,
    /// light or dark as the reader prefers.
    /// </returns>
    public static IReadOnlyList<(string Name, string Svg)> Charts(ResultDocument document)
    {
        ArgumentNullException.ThrowIfNull(document);
        return [.. KindViews.Of(document).Charts.Select(chart => (chart.Name, ChartPicture.Alone(chart)))];
    }

    private static ReportView ViewOf(ResultDocument document, ReportStyle? style) =>
        KindViews.Of(document, (style ?? ReportStyle.Plain).Cost);

    private static string Tool(ResultDocument document) =>
        FormattableString.Invariant($"{document.Tool.Name} {document.Tool.Version}, method {document.MethodVersion}");
}
