using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>A promise names the tests that hold it: a class of tests in code format exists.</summary>
public static partial class PageTestRule
{
    /// <summary>Classes of tests that do not exist.</summary>
    /// <param name="page">The page's name in messages.</param>
    /// <param name="text">Its text.</param>
    /// <param name="known">The classes of the tests.</param>
    public static IEnumerable<Violation> Check(string page, string text, IReadOnlySet<string> known) =>
        from line in text.Split('\n').Index()
        from Match name in Named().Matches(line.Item)
        where !known.Contains(name.Groups["class"].Value)
        select new Violation(
            $"{page}:{line.Index + 1}",
            $"there is no test class {name.Groups["class"].Value}",
            "name the one that tests this");

    /// <summary>The classes that a file declares.</summary>
    /// <param name="text">Text of C#.</param>
    public static IEnumerable<string> Declared(string text) =>
        Classes().Matches(text).Select(match => match.Groups["class"].Value);

    [GeneratedRegex(@"`(?<class>[A-Z]\w+Tests)`")]
    private static partial Regex Named();

    [GeneratedRegex(@"\bclass (?<class>\w+)")]
    private static partial Regex Classes();
}
