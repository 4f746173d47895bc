using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Comparing;

namespace Landspeed.Reporting.Formats;

/// <summary>A comparison as CSV: a row a metric of a cell, with the codes of what is suspicious about the whole.</summary>
internal static class ComparisonCsv
{
    private static readonly string[] s_shared = ["kind", "baseline", "other", "band_pct", "findings.code", "not_comparable"];

    /// <summary>Returns the comparison, or null if a result is none.</summary>
    internal static CsvTable? Of(ResultDocument document) =>
        document.Comparing is { } comparing ? Of(document, comparing) : null;

    private static CsvTable Of(ResultDocument document, ComparingSection comparing)
    {
        JsonTypeInfo layout = ResultsJson.Result.Options.GetTypeInfo(typeof(ComparisonRecord));
        CsvColumn[] columns = [.. CsvColumn.Of(layout, "other")];
        string codes = string.Join(';', document.Findings.Select(finding => finding.Code).Distinct(StringComparer.Ordinal));
        var shared = comparing.Pairs.ToDictionary(pair => pair.Other, pair => new[]
        {
            document.Kind, HarmlessText.ForSpreadsheet(comparing.Results[0].Name), HarmlessText.ForSpreadsheet(comparing.Results[pair.Other].Name),
            Format.Short(comparing.BandPct), HarmlessText.ForSpreadsheet(codes), HarmlessText.ForSpreadsheet(string.Join(';', pair.NotComparable)),
        });
        return new CsvTable([.. s_shared, .. columns.Select(column => column.Name)], comparing.Comparisons.Select(Row));

        string[] Row(ComparisonRecord comparison)
        {
            JsonElement json = JsonSerializer.SerializeToElement(comparison, layout);
            return [.. shared[comparison.Other], .. columns.Select(column => column.Text(json))];
        }
    }
}
