using System.Text.RegularExpressions;

namespace Landspeed.Conventions.Tests.Rules;

/// <summary>Only Platform knows where a system keeps its files and how it numbers its errors.</summary>
public static partial class SystemKnowledgeRule
{
    /// <summary>The broken lines of one file.</summary>
    /// <param name="path">Path below src/, with forward slashes.</param>
    /// <param name="text">Its text.</param>
    /// <param name="platform">The folder that may, for example <c>Landspeed/Platform</c>.</param>
    public static IEnumerable<Violation> Check(string path, string text, string platform) =>
        path.StartsWith(platform + "/", StringComparison.Ordinal)
            ? []
            : from pair in text.Split('\n').Index()
              let code = Comment().Replace(pair.Item, string.Empty)
              from match in SystemPath().Matches(code).Concat(ErrorNumber().Matches(code))
              select new Violation(
                  $"src/{path}:{pair.Index + 1}",
                  $"'{match.Value}' belongs to one system, which only {platform} knows",
                  $"ask through an interface of {platform}, and name errors by their NativeErrorKind");

    [GeneratedRegex(@"(?:^|\s)//.*$")]
    private static partial Regex Comment();

    // A path, not a word with a slash such as "src/dev/null" or "and/proc/or".
    [GeneratedRegex(@"(?<![\w.])/(?:proc|sys|dev)/\w+")]
    private static partial Regex SystemPath();

    [GeneratedRegex(@"\bLinuxErrors\b|\bnew NativeError\(-?\d+\)|\bnew NativeResult\(-\d+\)|\bHResult\s*(?:==|is)\s*\d+")]
    private static partial Regex ErrorNumber();
}
