using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>An option name has one meaning: what a user knows of it from one verb holds for the others.</summary>
public class OptionMeaningTests
{
    // Several of the values that other verbs take one of.
    private const string Several = "LIST";

    // Each with the reason.
    private static readonly Dictionary<(string Verb, string Name), string> s_exceptions = new()
    {
        [("ubcopy", "--checksum")] = "a name of the original of 2010, whose command lines work unchanged",
    };

    [Fact]
    public void An_option_means_the_same_in_every_verb()
    {
        Use[] uses = Uses();
        Assert.All(s_exceptions.Keys, key => Assert.Contains(uses, use => (use.Verb, use.Name) == key));

        string[] differences =
        [
            .. uses.Where(use => !s_exceptions.ContainsKey((use.Verb, use.Name)))
                .GroupBy(use => use.Name, (name, same) => (Name: name, Uses: same.ToArray()))
                .Where(one => !IsOneMeaning(one.Uses))
                .Select(one => $"{one.Name}: {string.Join("; ", one.Uses.Select(use => $"{use.Verb} {use.Form}"))}"),
        ];

        Assert.True(differences.Length == 0, $"one name, several meanings:\n{string.Join('\n', differences)}");
    }

    [Fact]
    public void The_options_of_all_verbs_are_what_was_reviewed() => Golden.Check("options", string.Concat(
        Uses().GroupBy(use => (use.Name, use.Form)).OrderBy(row => row.Key.Name, StringComparer.Ordinal)
            .Select(row => $"{row.Key.Name,-29}{row.Key.Form,-13}{string.Join(", ", row.Select(use => use.Verb))}\n")));

    private static Verb Root { get; } =
        new LandspeedVerb(new Terminal(TextWriter.Null, TextWriter.Null), Composition.Create());

    // The letters of the old programs are theirs alone.
    private static Use[] Uses() =>
    [
        .. Root.WithInner(Root.Name).Skip(1).SelectMany(one => one.Verb.Options.SelectMany(option => option.Names
            .Where(name => name.StartsWith("--", StringComparison.Ordinal))
            .Select(name => new Use(one.Path[(Root.Name.Length + 1)..], name, option)))),
    ];

    private static bool IsOneMeaning(Use[] uses) =>
        uses.Select(use => use.Shape).Distinct().Count() == 1
        && uses.Select(use => use.Option.Value?.Name).Where(name => name != Several).Distinct().Count() <= 1;

    /// <summary>A name of an option of a verb.</summary>
    private sealed record Use(string Verb, string Name, VerbOption Option)
    {
        /// <summary>How the value is shown in the table.</summary>
        internal string Form => Option.Value is null ? "(flag)"
            : Option.BareValue is null ? Option.Value.Name
            : $"[{Option.Value.Name}]";

        /// <summary>Whether there is a value, must be one, and what it can be.</summary>
        internal (bool HasValue, bool IsRequired, ValueKind? Kind) Shape => (
            Option.Value is not null,
            Option.BareValue is null,
            Option.Value?.Kind == ValueKind.Words ? ValueKind.Word : Option.Value?.Kind);
    }
}
