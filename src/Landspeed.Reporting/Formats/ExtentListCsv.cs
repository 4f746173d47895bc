using System.Globalization;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Results.Extents;

namespace Landspeed.Reporting.Formats;

/// <summary>The list of extents as CSV: a row an extent, because the extents are what was asked for.</summary>
internal static class ExtentListCsv
{
    private static readonly string[] s_header =
        ["path", "offset_bytes", "length_bytes", "physical_bytes", "run", "kind", "shared", "encoded"];

    /// <summary>Returns the list, or null if a result has none.</summary>
    internal static CsvTable? Of(ResultDocument document)
    {
        FileExtentsRecord[] files =
        [
            .. document.Cells.SelectMany(cell => cell.Runs).SelectMany(run => run.Extents?.ListedFiles ?? []).Where(file => file.List is not null),
        ];
        return files.Length == 0 ? null : new CsvTable(s_header, Rows(files));
    }

    private static IEnumerable<string[]> Rows(FileExtentsRecord[] files)
    {
        foreach (FileExtentsRecord file in files)
        {
            string path = HarmlessText.ForSpreadsheet(file.Path);
            foreach (ExtentRecord extent in file.List!)
            {
                yield return
                [
                    path, Text(extent.OffsetBytes), Text(extent.LengthBytes), Text(extent.PhysicalBytes), Text(extent.Run),
                    extent.Kind, extent.Shared ? "true" : "false", extent.Encoded ? "true" : "false",
                ];
            }
        }
    }

    private static string Text(long? value) => value?.ToString(CultureInfo.InvariantCulture) ?? string.Empty;
}
