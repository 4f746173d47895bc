using System.Text.Json;
using System.Text.Json.Serialization.Metadata;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.Comparing;
using Landspeed.Reporting.Words;

namespace Landspeed.Reporting.Formats;

/// <summary>A comparison as CSV: a row a metric of a cell, with the codes of what is suspicious about the whole.</summary>
internal static class ComparisonCsv
{
    private static readonly string[] s_shared = ["kind", "baseline", "other", "band_pct", "findings.code", "not_comparable"];

    /// <summary>Writes it, where a result is one.</summary>
    /// <returns>Whether it is.</returns>
    internal static bool TryWrite(ResultDocument document, TextWriter target)
    {
        if (document.Comparing is not { } comparing)
        {
            return false;
        }

        JsonTypeInfo layout = ResultsJson.Result.Options.GetTypeInfo(typeof(ComparisonRecord));
        CsvColumn[] columns = [.. CsvColumn.Of(layout, "other")];
        CsvLine.Write(target, [.. s_shared, .. columns.Select(column => column.Name)]);
        string codes = string.Join(';', document.Findings.Select(finding => finding.Code).Distinct(StringComparer.Ordinal));
        var shared = comparing.Pairs.ToDictionary(pair => pair.Other, pair => new[]
        {
            document.Kind, HarmlessText.ForSpreadsheet(comparing.Results[0].Name), HarmlessText.ForSpreadsheet(comparing.Results[pair.Other].Name),
            Format.Short(comparing.BandPct), HarmlessText.ForSpreadsheet(codes), HarmlessText.ForSpreadsheet(string.Join(';', pair.NotComparable)),
        });
        foreach (ComparisonRecord comparison in comparing.Comparisons)
        {
            JsonElement json = JsonSerializer.SerializeToElement(comparison, layout);
            CsvLine.Write(target, [.. shared[comparison.Other], .. columns.Select(column => column.Text(json))]);
        }

        return true;
    }
}
