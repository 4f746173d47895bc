using System.Globalization;

namespace Landspeed.Cli.Arguments;

/// <summary>
/// Reads lists of values, separated by commas: <c>1,4K..64K,1M</c>. Numbers come as ranges too, which double, or are
/// multiplied by a factor: <c>1..4M*4</c>. What is named twice counts once; the values are in ascending order.
/// </summary>
internal static class ValueLists
{
    private const string Forms = "allowed: values and ranges separated by commas, for example 4K,64K or 4K..4M " +
        "(doubling) or 1..4M*4 (times four)";

    /// <summary>Numbers of bytes.</summary>
    internal static IReadOnlyList<long> Sizes(string option, string text, long smallest, long largest) =>
        Numbers(option, text, item => Values.Size(option, item, smallest, largest));

    /// <summary>Whole numbers.</summary>
    internal static IReadOnlyList<int> Counts(string option, string text, int smallest, int largest) =>
        [.. Numbers(option, text, item => Values.Count(option, item, smallest, largest)).Select(value => (int)value)];

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
        string[] ends = item.Split("..", 2, StringSplitOptions.TrimEntries);
        string[] end = ends[1].Split('*', 2, StringSplitOptions.TrimEntries);
        if (ends[0].Length == 0 || end[0].Length == 0)
        {
            throw UsageError.Of($"{option} {Shown.Value(item)} is a range without {(ends[0].Length == 0 ? "a start" : "an end")}; {Forms}");
        }

        long first = read(ends[0]);
        long last = read(end[0]);
        if (first > last)
        {
            throw UsageError.Of($"{option} {Shown.Value(item)} runs backwards; put the smaller end first: {end[0]}..{ends[0]}");
        }

        if (first == 0)
        {
            throw UsageError.Of($"{option} {Shown.Value(item)} would never get beyond 0; start at 1, and name 0 before it: 0,1..{end[0]}");
        }

        return Steps(first, last, end.Length == 1 ? 2 : Factor(option, item, end[1]));
    }

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
