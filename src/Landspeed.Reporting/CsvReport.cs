using System.Text.Json;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting;

/// <summary>
/// CSV after RFC 4180: a header always, then one row a run. A column is named by the path of its value in the JSON
/// document, joined by dots; the document's own values are repeated in each row; bins and samples are left out.
/// </summary>
/// <remarks>
/// Lines end with a line feed, not with the carriage return and line feed of the RFC, because what reads it here is
/// mostly awk, cut and join. The columns do not depend on the document. Lists are joined with semicolons.
/// </remarks>
public sealed class CsvReport : IMeasurementReport
{
    private const string Jobs = "jobs";

    private static readonly CsvColumn[] DocumentColumns = [.. CsvColumn.Of(ResultsJson.Measurement, Jobs)];

    private static readonly CsvColumn[] JobColumns =
        [.. CsvColumn.Of(ResultsJson.Measurement.Options.GetTypeInfo(typeof(MeasurementRecord)))];

    /// <inheritdoc/>
    public void Write(MeasurementDocument document, TextWriter target)
    {
        ArgumentNullException.ThrowIfNull(document);
        ArgumentNullException.ThrowIfNull(target);
        CsvLine.Write(target, DocumentColumns.Concat(JobColumns.Select(column => column.Below(Jobs))).Select(c => c.Name));
        JsonElement json = JsonSerializer.SerializeToElement(document, ResultsJson.Measurement);
        string[] shared = [.. DocumentColumns.Select(column => column.Text(json))];
        foreach (JsonElement job in json.GetProperty(Jobs).EnumerateArray())
        {
            CsvLine.Write(target, shared.Concat(JobColumns.Select(column => column.Text(job))));
        }
    }
}
