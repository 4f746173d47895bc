using Landspeed.Cli.Arguments;
using Landspeed.Files;
using Microsoft.Extensions.FileSystemGlobbing;

namespace Landspeed.Cli.Verbs;

/// <summary>Which entries of a tree are copied: those that <c>--include</c> names, less those that <c>--exclude</c> names.</summary>
/// <remarks>
/// A pattern with a slash is a path below the source; one without is a name at any depth. What is said of a directory is said
/// of everything below it. For one thread at a time.
/// </remarks>
internal sealed class CopyFilter
{
    // Matching needs some absolute directory to be relative to; it is never looked at.
    private const string Root = "/";
    private readonly Matcher? _includes;
    private readonly Matcher? _excludes;

    private CopyFilter(IReadOnlyList<string> includes, IReadOnlyList<string> excludes, string source)
    {
        _includes = MatcherOf("--include", includes, source);
        _excludes = MatcherOf("--exclude", excludes, source);
    }

    /// <summary>The choice that patterns make; null: everything.</summary>
    /// <param name="includes">The patterns of <c>--include</c>.</param>
    /// <param name="excludes">The patterns of <c>--exclude</c>.</param>
    /// <param name="source">The source, below which they are.</param>
    /// <exception cref="Experiments.ExperimentException">A pattern is invalid, or can match nothing.</exception>
    internal static Func<FilePath, FileKind, bool>? Of(
        IReadOnlyList<string> includes, IReadOnlyList<string> excludes, FilePath source) =>
        includes.Count + excludes.Count == 0
            ? null : new CopyFilter(includes, excludes, PlainPath.FullOf(source).Text).Chooses;

    private bool Chooses(FilePath path, FileKind kind)
    {
        string text = path.Text;
        if (_excludes is not null && IsMatch(_excludes, text))
        {
            return false;
        }

        // A directory that is not included itself may hold something that is.
        return _includes is null || kind == FileKind.Directory || IsWithin(_includes, text);
    }

    private static bool IsWithin(Matcher matcher, string path)
    {
        for (int end = path.Length; end > 0; end = path.LastIndexOf('/', end - 1))
        {
            if (IsMatch(matcher, path[..end]))
            {
                return true;
            }
        }

        return false;
    }

    private static bool IsMatch(Matcher matcher, string path) => matcher.Match(Root, path).HasMatches;

    private static Matcher? MatcherOf(string option, IReadOnlyList<string> patterns, string source)
    {
        if (patterns.Count == 0)
        {
            return null;
        }

        var matcher = new Matcher(StringComparison.Ordinal);
        foreach (string pattern in patterns)
        {
            matcher.AddInclude(Checked(option, pattern, source));
        }

        return matcher;
    }

    private static string Checked(string option, string pattern, string source)
    {
        string path = pattern.Trim('/');
        string? problem = path switch
        {
            "" => "names nothing",
            _ when path.IndexOfAny(['?', '[', ']', '\\', '{', '}']) >= 0 =>
                "has a character that looks like a wildcard but is not one here",
            _ when path.Split('/').Any(part => part is "." or "..") => "leads outside the source, or nowhere",
            _ when path.Split('/').Any(part => part.Length == 0) => "has two slashes with no name between them",
            _ when source.Length > 1 && $"{pattern.TrimEnd('/')}/".StartsWith($"{source}/", StringComparison.Ordinal) =>
                "is a full path and can never match: patterns start below the source",
            _ when path.Split('/').Any(part => part.Contains("**", StringComparison.Ordinal) && part != "**") =>
                "has ** next to other characters",
            _ => null,
        };
        return problem is null
            ? pattern.Trim('/').Contains('/', StringComparison.Ordinal) || pattern.StartsWith('/') ? path : $"**/{path}"
            : throw UsageError.Of(
                $"{option} {Shown.Value(pattern)} {problem}; allowed: names and paths with * (any characters but a slash) and ** " +
                "(any directories), for example *.log, build or docs/**/*.tmp");
    }
}
