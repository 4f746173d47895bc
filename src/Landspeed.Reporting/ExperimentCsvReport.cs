using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>
/// CSV after RFC 4180: a header always, then one row a cell, whatever its state. A column is named by the path of its value
/// in the JSON document, joined by dots; the document's own values are repeated in each row; runs and conclusions are left out.
/// </summary>
/// <remarks>
/// Lines end and lists are joined as in <see cref="CsvReport"/>. The columns depend on the experiment: there is one for each
/// option, axis and value of its own.
/// </remarks>
internal static class ExperimentCsvReport
{
    private const string Cells = "cells";
    private const string Setup = "setup";
    private const string Options = "options";
    private const string Labels = "labels";
    private const string Values = "values";

    private static readonly CsvColumn[] s_document =
    [
        .. CsvColumn.Of(ResultsJson.Experiment, Cells, Setup, "conclusions"),
        .. CsvColumn.Of(LayoutOf(typeof(ExperimentSetupRecord)), Options, "axes").Select(column => column.Below(Setup)),
    ];

    private static readonly CsvColumn[] s_cell = [.. CsvColumn.Of(LayoutOf(typeof(ExperimentCellRecord)), "runs", Labels, Values)];

    /// <summary>Writes it whole.</summary>
    public static void Write(ExperimentDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        CsvColumn[] ofDocument =
            [.. s_document, .. Below([Setup, Options], document.Setup.Options.Keys)];
        CsvColumn[] ofCell =
        [
            .. Below([Labels], document.Setup.Axes),
            .. s_cell,
            .. Below([Values], document.Cells.SelectMany(cell => cell.Values.Keys).Distinct(StringComparer.Ordinal)),
        ];
        CsvLine.Write(target, ofDocument.Concat(ofCell.Select(column => column.Below(Cells))).Select(column => column.Name));
        JsonElement json = JsonSerializer.SerializeToElement(document, ResultsJson.Experiment);
        string[] shared = [.. ofDocument.Select(column => column.Text(json))];
        foreach (JsonElement cell in json.GetProperty(Cells).EnumerateArray())
        {
            CsvLine.Write(target, [.. shared, .. ofCell.Select(column => column.Text(cell))]);
        }
    }

    private static IEnumerable<CsvColumn> Below(string[] steps, IEnumerable<string> names) =>
        names.Select(name => new CsvColumn(string.Join('.', [.. steps, name]), [.. steps, name]));

    private static JsonTypeInfo LayoutOf(Type type) => ResultsJson.Experiment.Options.GetTypeInfo(type);
}
