using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>
/// CSV after RFC 4180: a header always, then one row a cell, whatever its state. A column is named by the path of its
/// value in the JSON document, joined by dots; the document's own values are repeated in each row; runs and advice are
/// left out. The columns below <c>curves</c> are those of the curve that the row's cell is a point of.
/// </summary>
/// <remarks>
/// Lines end and lists are joined as in <see cref="CsvReport"/>; the columns do not depend on the document.
/// </remarks>
public sealed class SweepCsvReport : ISweepReport
{
    private const string Cells = "cells";
    private const string Curves = "curves";

    private static readonly CsvColumn[] DocumentColumns =
        [.. CsvColumn.Of(ResultsJson.Sweep, Cells, Curves, "advice")];

    private static readonly CsvColumn[] CellColumns = [.. CsvColumn.Of(LayoutOf(typeof(SweepCellRecord)), "runs")];

    private static readonly CsvColumn[] CurveColumns = [.. CsvColumn.Of(LayoutOf(typeof(CurveRecord)))];

    /// <inheritdoc/>
    public void Write(SweepDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        CsvLine.Write(target, Header());
        JsonElement json = JsonSerializer.SerializeToElement(document, ResultsJson.Sweep);
        string[] shared = [.. DocumentColumns.Select(column => column.Text(json))];
        Dictionary<string, string[]> curves = json.GetProperty(Curves).EnumerateArray().ToDictionary(
            curve => curve.GetProperty("name").GetString()!,
            curve => CurveColumns.Select(column => column.Text(curve)).ToArray(),
            StringComparer.Ordinal);
        string[] noCurve = [.. CurveColumns.Select(_ => string.Empty)];
        foreach (JsonElement cell in json.GetProperty(Cells).EnumerateArray())
        {
            string[] curve = curves.GetValueOrDefault(cell.GetProperty("curve").GetString()!, noCurve);
            CsvLine.Write(target, [.. shared, .. CellColumns.Select(column => column.Text(cell)), .. curve]);
        }
    }

    private static JsonTypeInfo LayoutOf(Type type) => ResultsJson.Sweep.Options.GetTypeInfo(type);

    private static IEnumerable<string> Header() => DocumentColumns
        .Concat(CellColumns.Select(column => column.Below(Cells)))
        .Concat(CurveColumns.Select(column => column.Below(Curves)))
        .Select(column => column.Name);
}
