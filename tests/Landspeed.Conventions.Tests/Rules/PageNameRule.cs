using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>
/// A name in code format that is written as fields, metrics and codes are (words joined by underscores) exists in the
/// code. So does every name in the first column of a table of codes, findings, fields or metrics.
/// </summary>
public static partial class PageNameRule
{
    private const string Remedy =
        "write what it is called in the code; what belongs to another program is listed in PageNameRule";

    private static readonly HashSet<string> s_headings = ["Code", "Field", "Finding", "Metric", "Word", "`sources`"];

    // Operations inside a kernel.
    private static readonly HashSet<string> s_others = ["sync_fs"];

    /// <summary>Names that do not exist.</summary>
    /// <param name="page">The page's name in messages.</param>
    /// <param name="text">Its text.</param>
    /// <param name="known">What exists.</param>
    public static IEnumerable<Violation> Check(string page, string text, IReadOnlySet<string> known) =>
        from name in Names(text)
        where !known.Contains(name.Name) && !s_others.Contains(name.Name)
        select new Violation($"{page}:{name.Line}", $"there is no '{name.Name}' in the code", Remedy);

    /// <summary>The names that a page mentions.</summary>
    /// <param name="text">Its text.</param>
    public static IEnumerable<(int Line, string Name)> Names(string text)
    {
        string[] lines = text.Split('\n');
        bool isFenced = false;
        bool isCatalogue = false;
        for (int index = 0; index < lines.Length; index++)
        {
            string line = lines[index];
            isFenced ^= line.StartsWith("```", StringComparison.Ordinal);
            isCatalogue = line.StartsWith("|---", StringComparison.Ordinal)
                ? s_headings.Contains(FirstCell(lines[index - 1]))
                : isCatalogue && line.StartsWith('|');
            IEnumerable<string> names =
            [
                .. isFenced ? Joined(line) : Spans().Matches(line).SelectMany(span => Joined(span.Value)),
                .. isCatalogue ? Single().Matches(FirstCell(line)).Select(match => match.Groups["name"].Value) : [],
            ];
            foreach (string name in names.Distinct())
            {
                yield return (index + 1, name);
            }
        }
    }

    private static IEnumerable<string> Joined(string code) => JoinedWords().Matches(code).Select(match => match.Value);

    private static string FirstCell(string row) => row.Split('|') is [_, string cell, ..] ? cell.Trim() : string.Empty;

    [GeneratedRegex("`[^`]+`")]
    private static partial Regex Spans();

    // Not a part of a path, a variable or a file's name, nor the start of several names (free_run*).
    [GeneratedRegex(@"(?<![\w/$-])[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![\w*]|\.[a-z])")]
    private static partial Regex JoinedWords();

    [GeneratedRegex("`(?<name>[a-z0-9_]+)`")]
    private static partial Regex Single();
}
