using System.Globalization;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// A file has no line over 120 columns. Files that had some when this rule began are in a list with their number, which
/// only falls: a file may not have more, and when it has fewer its entry follows.
/// </summary>
public static class LongLineRule
{
    /// <summary>Most columns of a line.</summary>
    public const int Columns = 120;

    /// <summary>The numbers of the lines that are longer, from 1.</summary>
    /// <param name="text">Of a file.</param>
    public static IEnumerable<int> Find(string text) =>
        from line in text.Split('\n').Index()
        where line.Item.TrimEnd('\r').Length > Columns
        select line.Index + 1;

    /// <summary>Files with more or fewer of them than the list says.</summary>
    /// <param name="found">The long lines of every file.</param>
    /// <param name="allowed">How many the list allows; a file that is not in it may have none.</param>
    /// <param name="update">How to lower the list.</param>
    public static IEnumerable<Violation> Check(
        IReadOnlyDictionary<string, int[]> found, IReadOnlyDictionary<string, int> allowed, string update)
    {
        foreach (string path in found.Keys.Union(allowed.Keys))
        {
            int[] lines = found.GetValueOrDefault(path, []);
            int most = allowed.GetValueOrDefault(path);
            if (lines.Length > most)
            {
                yield return new Violation(
                    path,
                    $"{Words(lines)}, allowed: {most}; they are {string.Join(", ", lines.Take(10))}",
                    "break those that are new; of a file that was renamed or split, move the entry of the list");
            }
            else if (lines.Length < most)
            {
                yield return new Violation(path, $"{Words(lines)}, but its entry says {most}", update);
            }
        }
    }

    /// <summary>The list lowered to what is there; nothing rises.</summary>
    /// <param name="found">The long lines of every file.</param>
    /// <param name="allowed">The list as it is; null when there is none, which takes in everything.</param>
    public static IReadOnlyDictionary<string, int> Lower(
        IReadOnlyDictionary<string, int[]> found, IReadOnlyDictionary<string, int>? allowed) => (
        from file in found
        let count = Math.Min(file.Value.Length, allowed is null ? int.MaxValue : allowed.GetValueOrDefault(file.Key))
        where count > 0
        select (file.Key, count)).ToDictionary();

    private static string Words(int[] lines) => $"lines over {Columns} columns: {lines.Length}";

    /// <summary>Reads a list: a line each, number and path.</summary>
    /// <param name="text">Of the list.</param>
    public static IReadOnlyDictionary<string, int> Read(string text) => text
        .Split('\n', StringSplitOptions.RemoveEmptyEntries).Select(line => line.Trim().Split(' ', 2))
        .ToDictionary(parts => parts[1], parts => int.Parse(parts[0], CultureInfo.InvariantCulture));

    /// <summary>Writes a list, in the order of paths.</summary>
    /// <param name="allowed">The list.</param>
    public static string Write(IReadOnlyDictionary<string, int> allowed) => string.Concat(
        from entry in allowed.OrderBy(entry => entry.Key, StringComparer.Ordinal)
        select FormattableString.Invariant($"{entry.Value} {entry.Key}\n"));
}
