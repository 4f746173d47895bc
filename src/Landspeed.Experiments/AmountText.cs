using System.Globalization;
using Landspeed.Quantities;
using Landspeed.Results;

namespace Landspeed.Experiments;

/// <summary>Formats numbers for sentences, the same in every culture.</summary>
internal static class AmountText
{
    // A larger share means nothing: 3328000.0 % of 1 byte.
    private const double MostShownPct = 200;
    private static readonly CultureInfo Invariant = CultureInfo.InvariantCulture;

    /// <summary>Formats a request size exactly: <c>64 KiB</c>.</summary>
    internal static string Size(long bytes) => new ByteCount(bytes).ToString();

    /// <summary>
    /// Formats a rate in MB/s (powers of ten), with as many digits as the runs allow: <c>1,230 MB/s</c>.
    /// </summary>
    /// <param name="bytesPerS">The rate.</param>
    /// <param name="halfWidth">Half the width of its interval, bytes/s, or 0 if unknown.</param>
    internal static string Rate(double bytesPerS, double halfWidth = 0) => $"{DisplayNumber.Of(bytesPerS / 1e6, halfWidth / 1e6)} MB/s";

    /// <summary>Formats a rate over the runs of a cell, with as many digits as they allow.</summary>
    internal static string Rate(IntervalRecord rate) => Rate(rate.Median, rate.HalfWidth());

    /// <summary>Formats a time in ns, µs, ms or s: <c>2.37 µs</c>.</summary>
    /// <param name="ns">The time.</param>
    /// <param name="halfWidth">Half the width of its interval, ns, or 0 if unknown.</param>
    internal static string Duration(double ns, double halfWidth = 0)
    {
        (double unit, string word) = ns switch
        {
            < 999.5 => (1, "ns"), // 999.6 with three digits is 1.00 of the next unit
            < 999.5e3 => (1e3, "µs"),
            < 999.5e6 => (1e6, "ms"),
            _ => (1e9, "s"),
        };
        return $"{DisplayNumber.Of(ns / unit, halfWidth / unit)} {word}";
    }

    /// <summary>Formats a time over the runs of a cell, with as many digits as they allow.</summary>
    internal static string Duration(IntervalRecord ns) => Duration(ns.Median, ns.HalfWidth());

    /// <summary>Formats a time limit as a user types it: <c>5 min</c>.</summary>
    internal static string Limit(TimeSpan time) => time switch
    {
        { TotalHours: >= 1 } when time.TotalHours % 1 == 0 => string.Create(Invariant, $"{time.TotalHours} h"),
        { TotalMinutes: >= 1 } when time.TotalMinutes % 1 == 0 => string.Create(Invariant, $"{time.TotalMinutes} min"),
        _ => string.Create(Invariant, $"{time.TotalSeconds:0.###} s"),
    };

    /// <summary>
    /// Formats CPU time per byte: <c>0.0123 ns</c>, and if a clock is known <c>0.0123 ns (0.0295 cycles)</c>.
    /// </summary>
    internal static string Cost(double nsPerByte, double? cyclesPerByte) =>
        $"{DisplayNumber.Of(nsPerByte, halfWidth: 0)} ns"
        + (cyclesPerByte is { } cycles ? $" ({DisplayNumber.Of(cycles, halfWidth: 0)} cycles)" : string.Empty);

    /// <summary>
    /// Describes how much of some bytes a device moved. No share is given if it moved whole blocks for a few bytes.
    /// </summary>
    internal static string DeviceShare(double pct, long bytes)
    {
        string all = DisplayNumber.Bytes(bytes);
        return pct <= MostShownPct
            ? string.Create(Invariant, $"the device moved {pct:F1} % of the {all}")
            : $"the device moved {DisplayNumber.Bytes((long)Math.Round(pct / 100 * bytes))} for {all}: "
                + "whole blocks and metadata";
    }

    /// <summary>Formats a share; below 10 with one decimal, because there it matters.</summary>
    internal static string Percent(double pct) => $"{pct.ToString(Math.Abs(pct) < 9.95 ? "F1" : "N0", Invariant)} %";

    /// <summary>Formats a factor: <c>1.52</c>, <c>14.8</c>, <c>148</c>.</summary>
    internal static string Times(double factor)
    {
        string format = factor is > 0 and < 0.01 ? "G2" : factor < 9.995 ? "F2" : factor < 99.95 ? "F1" : "N0";
        return factor.ToString(format, Invariant);
    }

    internal static string Count(long count) => count.ToString("N0", Invariant);

    /// <summary>Formats a count with its noun; the plural is the singular plus an s.</summary>
    internal static string Count(long count, string word) => $"{Count(count)} {word}{(count == 1 ? string.Empty : "s")}";

    /// <summary>Joins words: <c>a</c>, <c>a and b</c>, <c>a, b and c</c>.</summary>
    internal static string List(IReadOnlyList<string> words) => List(words, "and");

    /// <summary>Joins alternatives: <c>a, b or c</c>.</summary>
    internal static string AnyOf(IReadOnlyList<string> words) => List(words, "or");

    private static string List(IReadOnlyList<string> words, string last) => words.Count < 2
        ? string.Concat(words)
        : $"{string.Join(", ", words.SkipLast(1))} {last} {words[^1]}";
}
