using System.Globalization;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Reporting.Words;

/// <summary>Numbers for people, each with its unit, the same in every culture.</summary>
internal static class Format
{
    // "1023 MiB" and "1.25 GiB" are short enough to print exactly, "52252 KiB" is not.
    private const int MostEvenDigits = 4;

    private static readonly string[] s_times = ["ns", "µs", "ms", "s"];
    private static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    /// <summary>MB/s, powers of ten.</summary>
    public static string Throughput(double bytesPerS) => $"{Number(bytesPerS / 1e6)} MB/s";

    /// <summary>A configured size, exactly.</summary>
    public static string ExactSize(long bytes) => new ByteCount(bytes).ToString();

    /// <summary>
    /// A length of a file or of memory in KiB, MiB, GiB or TiB, rounded to three digits unless it is even.
    /// </summary>
    public static string Size(long bytes)
    {
        string exact = ExactSize(bytes);
        bool few = exact.IndexOf(' ', StringComparison.Ordinal) <= MostEvenDigits;
        return bytes < 1024 || (few && !exact.EndsWith(" B", StringComparison.Ordinal))
            ? exact
            : Scaled(bytes, 1024, ["B", "KiB", "MiB", "GiB", "TiB", "PiB", "EiB"]);
    }

    /// <summary>Bytes that were moved, in powers of ten, so that they agree with a throughput in MB/s.</summary>
    public static string Moved(long bytes) => Scaled(bytes, 1000, ["B", "kB", "MB", "GB", "TB", "PB", "EB"]);

    /// <summary>A time in ns, µs, ms or s.</summary>
    public static string Duration(double ns, double halfWidth = 0) => halfWidth > 0 && double.IsFinite(ns)
        ? Scaled(ns, halfWidth)
        : Scaled(ns, 1000, s_times);

    /// <summary>A time over several runs.</summary>
    public static string Duration(IntervalRecord interval) => Duration(interval.Median, interval.HalfWidth());

    /// <summary>A frequency.</summary>
    public static string Frequency(double hz) => Scaled(hz, 1000, ["Hz", "kHz", "MHz", "GHz"]);

    /// <summary>How many.</summary>
    public static string Count(long count) => count.ToString("N0", Invariant);

    /// <summary>How many, with the word: the plural is the singular and an s.</summary>
    public static string Count(long count, string word) => $"{Count(count)} {word}{(count == 1 ? string.Empty : "s")}";

    /// <summary>A share with one decimal; a little never prints as 0 %, and almost all never as 100 %.</summary>
    public static string Percent(double pct) => pct switch
    {
        > 0 and < 0.05 => "< 0.1 %",
        >= 99.95 and < 100 => "> 99.9 %",
        _ => $"{Fixed(pct, 1)} %",
    };

    /// <summary>The share after which a time limit cut a run, as short as a table needs it: never 0 %, never 100 %.</summary>
    public static string CutShare(double pct) => $"{(pct < 1 ? "<1" : Count((long)Math.Min(99, Math.Round(pct))))}%";

    /// <summary>Requests or the like a second.</summary>
    public static string Rate(double perS, double halfWidth = 0) => DisplayNumber.Of(perS, halfWidth);

    /// <summary>A mean of small whole numbers, with two decimals.</summary>
    public static string Mean(double value) => Fixed(value, 2);

    /// <summary>A setting as it was typed: no decimals that say nothing.</summary>
    public static string Short(double value) => value.ToString("0.######", Invariant);

    /// <summary>A number with three digits, and all of those before the point.</summary>
    public static string Number(double value) => DisplayNumber.Of(value, halfWidth: 0);

    /// <summary>A metric without its unit where the heading of a column names it, with as many digits as the runs allow.</summary>
    public static string Cell(Metric metric, IntervalRecord interval) => Cell(metric, interval.Median, interval.HalfWidth());

    /// <summary>The same of a single value.</summary>
    public static string Cell(Metric metric, double value, double halfWidth = 0) => metric.Print switch
    {
        MetricPrint.Throughput => DisplayNumber.Of(value / 1e6, halfWidth / 1e6),
        MetricPrint.Cost or MetricPrint.Number => DisplayNumber.Of(value, halfWidth),
        MetricPrint.Rate => Rate(value, halfWidth),
        MetricPrint.Duration => Duration(value, halfWidth),
        MetricPrint.Percent => Percent(value),
        MetricPrint.Size => Size((long)value),
        MetricPrint.Moved => Moved((long)value),
        _ => double.IsFinite(value) ? Count((long)value) : "n/a",
    };

    /// <summary>A throughput over several runs, with its unit.</summary>
    public static string Throughput(IntervalRecord interval) => $"{DisplayNumber.Of(interval.Median / 1e6, interval.HalfWidth() / 1e6)} MB/s";

    private static string Fixed(double value, int decimals) =>
        double.IsFinite(value) ? value.ToString(string.Create(Invariant, $"N{decimals}"), Invariant) : "n/a";

    private static string Scaled(double value, double step, string[] units)
    {
        if (!double.IsFinite(value))
        {
            return "n/a";
        }

        // From 999.5 on three digits round to the next unit's 1.00.
        int unit = 0;
        while (unit < units.Length - 1 && Math.Abs(value) >= step - 0.5)
        {
            value /= step;
            unit++;
        }

        int decimals = (Math.Abs(value), unit) switch
        {
            (_, 0) when value == Math.Floor(value) => 0,
            ( >= 99.95, _) => 0,
            ( >= 9.995, _) => 1,
            _ => 2,
        };
        return $"{Fixed(value, decimals)} {units[unit]}";
    }

    private static string Scaled(double ns, double halfWidth)
    {
        int unit = Math.Clamp((int)Math.Floor(Math.Log10(Math.Max(1, Math.Abs(ns))) / 3), 0, s_times.Length - 1);
        double scale = Math.Pow(1000, unit);
        return $"{DisplayNumber.Of(ns / scale, halfWidth / scale)} {s_times[unit]}";
    }
}
