using System.Globalization;

namespace Landspeed.Results;

/// <summary>Axes of the matrix of file interfaces, and the values that only it measures.</summary>
public static class ApiLabels
{
    /// <summary>The record size of APIs that read or write a file as a whole.</summary>
    public const string Whole = "whole";

    /// <summary>The axis whose values are the names of the APIs.</summary>
    public const string ApiAxis = "api";

    /// <summary>The axis of record sizes, as text with a unit, or <c>whole</c>.</summary>
    public const string SizeAxis = "record_size";

    /// <summary>The axis whose values are <c>sequential</c> and <c>random</c>.</summary>
    public const string OrderAxis = "order";

    /// <summary>The axis whose values are <c>read</c> and <c>write</c>.</summary>
    public const string OperationAxis = "operation";

    /// <summary>The axis whose values are <c>on</c> and <c>off</c>.</summary>
    public const string FlushAxis = "flush";

    /// <summary>Value of a cell: physically contiguous runs of the test file.</summary>
    public const string FragmentsValue = "file_fragments";

    /// <summary>Value of a cell: bytes of a record; for a whole file its length.</summary>
    public const string RecordBytesValue = "record_bytes";

    /// <summary>Option: time after which a run ends, nanoseconds, or <c>none</c>.</summary>
    public const string TimeLimitOption = "time_limit_ns";

    /// <summary>Option: record size in bytes from which that limit does not apply, or <c>none</c>.</summary>
    public const string WholeFromOption = "whole_from_record_bytes";

    /// <summary>Option: the time limit for these larger records, nanoseconds, or <c>none</c>.</summary>
    public const string LargeTimeLimitOption = "large_time_limit_ns";

    /// <summary>Option: bytes of the test file.</summary>
    public const string FileBytesOption = "file_bytes";

    /// <summary>Option: what was done to the page cache before a cell with flush, one of the three below.</summary>
    public const string CacheBeforeFlushedOption = "cache_before_flushed";

    /// <summary>Value of that option.</summary>
    public const string FileDropped = "the file is dropped from the page cache";

    /// <summary>Value of that option.</summary>
    public const string SecondFileRead = "a second file is read through";

    /// <summary>Value of that option.</summary>
    public const string CacheLeft = "the page cache is left as it is";

    private static readonly string[] s_units = ["B", "KiB", "MiB"];

    /// <summary>
    /// Returns the API that makes the same calls, or the nearest to them, without awaiting as an API that awaits its
    /// records.
    /// </summary>
    /// <param name="api">Any API.</param>
    /// <returns>Its name, or null if the API's records are not awaited.</returns>
    public static string? TwinOf(string api) => api switch
    {
        "filestream-async" => "filestream",
        "pipe" => "bufferedstream", // a buffer of 4 KiB before a FileStream without one
        _ => null,
    };

    /// <summary>Returns the bytes of a record of a cell.</summary>
    /// <param name="cell">A cell in any state.</param>
    /// <returns>The bytes, or null if the whole file is one record.</returns>
    public static long? RecordSize(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        string label = cell.Labels[SizeAxis];
        return label == Whole ? null
            : cell[Results.Metrics.RecordBytes]?.Median is { } bytes ? (long)bytes
            : label.Split(' ') is [var number, var unit]
                && Array.IndexOf(s_units, unit) is >= 0 and var power
                && long.TryParse(number, NumberStyles.None, CultureInfo.InvariantCulture, out long count)
                ? count << (10 * power) : null;
    }

    /// <summary>Returns the share of its work after which a time limit ended a run of a cell.</summary>
    /// <param name="cell">A cell in any state.</param>
    /// <returns>Percent, the smallest of several runs; null if all runs reached their last record, or there was no
    /// run.</returns>
    public static double? CutAtPct(CellRecord cell)
    {
        ArgumentNullException.ThrowIfNull(cell);
        return cell[Results.Metrics.WorkDone] is { Min: < 100 } done ? done.Min : null;
    }
}
