using System.Globalization;
using Landspeed.Experiments;
using Landspeed.Quantities;

namespace Landspeed.Cli.Arguments;

/// <summary>Values for people; text from outside is made harmless for a terminal.</summary>
internal static class Shown
{
    /// <summary>A value that a person typed, in quotes, control characters escaped.</summary>
    internal static string Value(string text) => $"'{OneLine(text)}'";

    /// <summary>A number of bytes in a unit of powers of two, for example <c>64 KiB</c>.</summary>
    internal static string Size(long bytes) => new ByteCount(bytes).ToDisplay();

    /// <summary>A number of bytes as a person would type it, for example <c>64KiB</c> or <c>2147479552</c>.</summary>
    internal static string Typed(long bytes) => bytes < 1024 || bytes % 1024 != 0 || (bytes > 1 << 30 && bytes % (1 << 30) != 0)
        ? bytes.ToString(CultureInfo.InvariantCulture)
        : new ByteCount(bytes).ToWord();

    /// <summary>A message on one line, control characters escaped.</summary>
    internal static string OneLine(string text)
    {
        string line = text.ReplaceLineEndings(" ").Replace("\0", "\\x00", StringComparison.Ordinal);
        return line.Length == 0 ? line : FilePath.FromText(line).Display;
    }
}

/// <summary>Mistakes on the command line.</summary>
internal static class UsageError
{
    /// <summary>A mistake.</summary>
    /// <param name="message">The value, what is wrong with it, and what is allowed.</param>
    internal static ExperimentException Of(string message) => new(Outcome.Usage, message);

    /// <summary>An option that does not exist.</summary>
    /// <param name="word">What was typed.</param>
    /// <param name="help">The command that lists the options, for example <c>landspeed copy --help</c>.</param>
    /// <param name="names">The options that exist.</param>
    internal static ExperimentException UnknownOption(string word, string help, IEnumerable<string> names) => Of(
        $"unknown option {Shown.Value(word)}{Suggestion.Question(word, names) ?? $"; see {help}"}"
        + (Path.Exists(word) ? $" (for the file of that name use ./{Shown.OneLine(word)})" : string.Empty));

    /// <summary>A verb that does not exist.</summary>
    /// <param name="word">What was typed.</param>
    /// <param name="help">The command that lists the verbs.</param>
    /// <param name="names">The verbs that exist.</param>
    internal static ExperimentException UnknownVerb(string word, string help, IEnumerable<string> names) =>
        Of(UnknownVerbText(word, help, names));

    /// <summary>What is wrong with a verb that does not exist.</summary>
    /// <inheritdoc cref="UnknownVerb"/>
    internal static string UnknownVerbText(string word, string help, IEnumerable<string> names) =>
        $"unknown verb {Shown.Value(word)}{Suggestion.Question(word, names) ?? $"; see {help}"}";
}
