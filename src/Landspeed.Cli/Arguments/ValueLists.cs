using System.Globalization;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Rates;

namespace Landspeed.Cli.Arguments;

/// <summary>
/// Reads lists of values, separated by commas: <c>1,4K..64K,1M</c>. Numbers come as ranges too, which double, or are
/// multiplied by a factor: <c>1..4M*4</c>. What is named twice counts once; the values are in ascending order.
/// </summary>
internal static class ValueLists
{
    private const string Forms = "allowed: values and ranges separated by commas, for example 4K,64K or 4K..4M " +
        "(doubling) or 1..4M*4 (times four)";

    private const string RateForms = "allowed: rates and ranges separated by commas, for example 10%..100% (in steps " +
        "of the first), 50%,90% or 1k..10k";

    /// <summary>Numbers of bytes.</summary>
    internal static IReadOnlyList<long> Sizes(string option, string text, long smallest, long largest) =>
        Numbers(option, text, item => Values.Size(option, item, smallest, largest));

    /// <summary>Whole numbers.</summary>
    internal static IReadOnlyList<int> Counts(string option, string text, int smallest, int largest) =>
        [.. Numbers(option, text, item => Values.Count(option, item, smallest, largest)).Select(value => (int)value)];

    /// <summary>
    /// Rates of requests or bytes, or percent of a rate, all in one unit: <c>10%..100%</c>, <c>1k,5k</c>. A range goes
    /// up in steps as large as its start.
    /// </summary>
    internal static RateList Rates(string option, string text)
    {
        (double Value, RateUnit Unit)[] all =
            [.. Items(option, text, RateForms).SelectMany(item => RatesOf(option, item))];
        RateUnit unit = all[0].Unit;
        if (all.Any(one => one.Unit != unit))
        {
            throw UsageError.Of(
                $"{option} {Shown.Value(text)} mixes percent, requests and bytes; name all rates in one of them");
        }

        double[] values = [.. all.Select(one => one.Value).Distinct().Order()];
        return values.Length <= RateList.MaximumCount ? new RateList(values, unit) : throw UsageError.Of(
            FormattableString.Invariant($"{option} {Shown.Value(text)} names {RateList.MaximumCount + 1} rates or ")
            + FormattableString.Invariant($"more; allowed: up to {RateList.MaximumCount}"));
    }

    private static IEnumerable<(double Value, RateUnit Unit)> RatesOf(string option, string item)
    {
        if (!item.Contains("..", StringComparison.Ordinal))
        {
            return [RateOf(option, item)];
        }

        (string start, string end) = Ends(option, item, item, RateForms);
        (double first, RateUnit unit) = RateOf(option, start);
        (double last, RateUnit other) = RateOf(option, end);
        if (unit != other)
        {
            throw UsageError.Of(
                $"{option} {Shown.Value(item)} begins and ends in different units; name both ends in the same one");
        }

        if (first > last)
        {
            throw Backwards(option, item, start, end);
        }

        // One more than allowed, so that it is refused.
        int count = (int)Math.Min(RateList.MaximumCount + 1, Math.Floor((last / first) + 1e-9));
        return Enumerable.Range(1, count).Select(step => (first * step, unit));
    }

    private static (double Value, RateUnit Unit) RateOf(string option, string text)
    {
        if (!text.EndsWith('%'))
        {
            LoadRate rate = Values.Rate(option, text);
            return (rate.PerS, rate.IsOfBytes ? RateUnit.Bytes : RateUnit.Requests);
        }

        bool isNumber = double.TryParse(
            text.AsSpan()[..^1], NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double share);
        return isNumber && share is >= RateList.LowestPct and <= RateList.HighestPct
            ? (share, RateUnit.Percent)
            : throw UsageError.Of(
                FormattableString.Invariant($"invalid {option} {Shown.Value(text)}: use {RateList.LowestPct}% to ")
                + FormattableString.Invariant($"{RateList.HighestPct}%, for example 10%..100%"));
    }

    private static long[] Numbers(string option, string text, Func<string, long> read) =>
        [.. Items(option, text, Forms).SelectMany(item => Several(option, item, read)).Distinct().Order()];

    private static List<long> Several(string option, string item, Func<string, long> read)
    {
        if (item.Contains("..", StringComparison.Ordinal))
        {
            return Range(option, item, read);
        }

        // As other programs write ranges.
        return item.Split(['-', ':', '\u2013']) is [{ Length: > 0 } first, { Length: > 0 } last]
            ? throw UsageError.Of($"invalid {option} {Shown.Value(item)}: a range is written {first}..{last}")
            : [read(item)];
    }

    /// <summary>What stands between the commas.</summary>
    /// <param name="option">For messages.</param>
    /// <param name="text">What was typed.</param>
    /// <param name="allowed">What is allowed, for messages.</param>
    /// <exception cref="Experiments.ExperimentException">Nothing stands there.</exception>
    internal static string[] Items(string option, string text, string allowed)
    {
        string[] items = text.Split(',', StringSplitOptions.TrimEntries);
        return items.All(item => item.Length > 0)
            ? items
            : throw UsageError.Of($"{option} {Shown.Value(text)} has an empty item in its list; {allowed}");
    }

    // FROM..TO or FROM..TO*FACTOR; the end belongs to it when it is met.
    private static List<long> Range(string option, string item, Func<string, long> read)
    {
        string[] parts = item.Split('*', 2, StringSplitOptions.TrimEntries);
        (string start, string end) = Ends(option, item, parts[0], Forms);
        long first = read(start);
        long last = read(end);
        if (first > last)
        {
            throw Backwards(option, item, start, end);
        }

        if (first == 0)
        {
            throw UsageError.Of($"{option} {Shown.Value(item)} would never get beyond 0; start at 1, and name 0 before it: 0,1..{end}");
        }

        return Steps(first, last, parts.Length == 1 ? 2 : Factor(option, item, parts[1]));
    }

    private static (string Start, string End) Ends(string option, string item, string range, string forms)
    {
        string[] ends = range.Split("..", 2, StringSplitOptions.TrimEntries);
        return ends is [{ Length: > 0 } start, { Length: > 0 } end] ? (start, end) : throw UsageError.Of(
            $"{option} {Shown.Value(item)} is a range without {(ends[0].Length == 0 ? "a start" : "an end")}; {forms}");
    }

    private static Experiments.ExperimentException Backwards(string option, string item, string start, string end) =>
        UsageError.Of($"{option} {Shown.Value(item)} runs backwards; put the smaller end first: {end}..{start}");

    private static List<long> Steps(long first, long last, int factor)
    {
        List<long> steps = [first];
        while (steps[^1] <= last / factor)
        {
            steps.Add(steps[^1] * factor);
        }

        return steps;
    }

    private static int Factor(string option, string item, string text) =>
        int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int factor) && factor >= 2
            ? factor
            : throw UsageError.Of(
                $"{option} {Shown.Value(item)}: {Shown.Value(text)} is not a factor of a range; allowed: whole numbers from 2");
}
