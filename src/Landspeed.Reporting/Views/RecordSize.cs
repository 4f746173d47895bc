using System.Globalization;
using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Views;

/// <summary>The record size of a cell of the file APIs.</summary>
internal static class RecordSize
{
    private const string Whole = "whole";

    private static readonly string[] s_units = ["B", "KiB", "MiB"];

    /// <summary>Bytes; null: the whole file is the record.</summary>
    public static long? Of(ExperimentCellRecord cell)
    {
        string label = cell.Labels[ApiLabels.SizeAxis];
        return label == Whole ? null
            : cell.Values.TryGetValue(ApiLabels.RecordBytesValue, out double bytes) ? (long)bytes
            : OfLabel(label);
    }

    // Documents from before the value was told have the label only: "64 KiB".
    private static long? OfLabel(string label) => label.Split(' ') is [var number, var unit]
        && Array.IndexOf(s_units, unit) is >= 0 and var power
        && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out long count)
            ? count << (10 * power) : null;
}
