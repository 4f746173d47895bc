using System.Text.RegularExpressions;
using Landspeed.Cli.Arguments;
using Landspeed.Results;

namespace Landspeed.Cli.Classic;

/// <summary>
/// Rewrites texts that name options of a verb of today, so that they name what a classic program accepts: its own
/// letter, the same option, or the verb of today with its option.
/// </summary>
/// <param name="program">The program that was started.</param>
internal sealed partial class OptionNames(ClassicProgram program)
{
    private readonly HashSet<string> _accepted = [.. VerbOption.NamesOf(program.Options)];

    /// <summary>A text with the names that the program accepts.</summary>
    internal string In(string text) => Names().Replace(text, found => Name(found.Value));

    /// <summary>A result whose advice has the names that the program accepts.</summary>
    internal ResultDocument In(ResultDocument document) => document with
    {
        Conclusions = [.. document.Conclusions.Select(one => one with { Text = In(one.Text) })],
    };

    private string Name(string option) => _accepted.Contains(option) ? option
        : program.Letters.TryGetValue(option, out string? letter) ? letter
        : $"landspeed {program.Modern} {option}";

    // Not inside a word or a path, and not where a command line of another verb already stands.
    [GeneratedRegex(@"(?<![\w/'.=-])(?<!\blandspeed [^;:.,()]*)--[a-z][a-z-]*\b", RegexOptions.None, 1000)]
    private static partial Regex Names();
}
