namespace Landspeed.Reporting.Formats;

/// <summary>
/// The names by which columns of CSV can be chosen: whole ones, and short ones for what is asked for most.
/// </summary>
internal static class CsvNames
{
    // A short name is what is left of a column's name without these; of two columns the first form decides.
    private static readonly (string Start, string End)[] s_forms =
    [
        ("cells.labels.", string.Empty), ("cells.runs.metrics.", string.Empty), ("cells.metrics.", ".median"),
        ("cells.", string.Empty), ("cells.runs.", string.Empty), ("setup.options.", string.Empty),
    ];

    // What else the machine or a run reports is known only at the end.
    private static readonly string[] s_open = ["setup.effective.", "cells.runs.facts."];

    /// <summary>Returns the columns by their names, those that are asked for most first.</summary>
    /// <param name="columns">Whole names.</param>
    internal static IReadOnlyDictionary<string, string> Of(IReadOnlyList<string> columns)
    {
        var whole = columns.ToHashSet(StringComparer.Ordinal);
        var names = new OrderedDictionary<string, string>(StringComparer.Ordinal);
        foreach ((string start, string end) in s_forms)
        {
            foreach (string column in columns)
            {
                if (Short(column, start, end) is { } name && !whole.Contains(name))
                {
                    names.TryAdd(name, column);
                }
            }
        }

        foreach (string column in columns)
        {
            names.Add(column, column);
        }

        return names;
    }

    /// <summary>Whether a result may have a column of that name although it is not known yet.</summary>
    internal static bool MayBe(string name) =>
        Array.Exists(s_open, start => name.StartsWith(start, StringComparison.Ordinal) && name.Length > start.Length);

    private static string? Short(string column, string start, string end) =>
        column.Length > start.Length + end.Length
            && column.StartsWith(start, StringComparison.Ordinal) && column.EndsWith(end, StringComparison.Ordinal)
            ? column[start.Length..^end.Length] : null;
}
