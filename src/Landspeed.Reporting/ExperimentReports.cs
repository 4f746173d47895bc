using Landspeed.Experiments.Results;
using Landspeed.Reporting.Html;

namespace Landspeed.Reporting;

/// <summary>The formats of an experiment by name.</summary>
public static class ExperimentReports
{
    /// <summary>The names: <c>table</c>, <c>json</c>, <c>csv</c> and <c>html</c>.</summary>
    public static IReadOnlyList<string> Formats { get; } = ["table", "json", "csv", "html"];

    /// <summary>Finds a format.</summary>
    /// <param name="format">One of <see cref="Formats"/>, lower case.</param>
    /// <param name="style">Width and colour for formats that have any; null: <see cref="ReportStyle.Plain"/>.</param>
    /// <returns>Writes a document whole, with line feeds, the same in every culture; the writer stays open.</returns>
    /// <exception cref="ArgumentException">There is no such format; the message lists those that are.</exception>
    public static Action<ExperimentDocument, TextWriter> Create(string format, ReportStyle? style = null) => format switch
    {
        "table" => new ExperimentTable(style ?? ReportStyle.Plain).Write,
        "json" => ResultsJson.Write,
        "csv" => ExperimentCsvReport.Write,
        "html" => ExperimentPage.Write,
        _ => throw new ArgumentException(
            $"there is no format '{format}'; the formats are {string.Join(", ", Formats)}", nameof(format)),
    };
}
