using System.Text.RegularExpressions;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

/// <summary>What is made from the declarations of the verbs: help, manual pages, <c>docs/commands.md</c>.</summary>
public partial class DeclarationTests
{
    public static TheoryData<string> Paths => [.. Root.WithInner(Root.Name).Select(verb => verb.Path)];

    [Fact]
    public void The_command_alone_shows_each_verb_on_one_line_and_two_examples()
    {
        Command done = new CommandUnderTest().Run();

        Assert.Equal((2, string.Empty), (done.ExitCode, done.Output));
        Golden.Check("overview", done.Error);
        Assert.All(Root.Verbs, verb => Assert.Contains($"{verb.Job}\n", done.Error, StringComparison.Ordinal));
        Assert.Equal(2, done.Error.Split('\n').Count(line => line.StartsWith("  landspeed ", StringComparison.Ordinal)) - 1);
    }

    [Fact]
    public void Colour_alone_is_no_verb() => Assert.Equal(2, new CommandUnderTest().Run("--no-color").ExitCode);

    [Theory]
    [MemberData(nameof(Paths))]
    public void No_line_of_help_is_wider_than_the_terminal_but_an_example(string path)
    {
        Verb verb = Find(path);
        foreach (int width in new[] { 60, 80, 100, 200 })
        {
            string[] examples = [.. verb.Examples.Select(example => $"  {example.Line}")];
            string[] lines = HelpText.Of(verb, path, width).Split('\n');

            Assert.All(lines.Except(examples), line => Assert.True(line.Length <= Math.Min(width, 100), $"{width}: {line}"));
            Assert.All(examples, line => Assert.True(line.Length <= 80, line));
            Assert.All(lines, line => Assert.Equal(line.TrimEnd(), line));
        }
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public void Help_manual_and_reference_name_every_option(string path)
    {
        Verb verb = Find(path);
        string help = HelpText.Of(verb, path, 80);
        string manual = Fonts().Replace(Page(verb, path), string.Empty);
        Assert.All(verb.Options, option =>
        {
            Assert.Contains($"  {option.Form}", help, StringComparison.Ordinal);
            Assert.Contains($".TP\n{option.Form.Replace("-", "\\-", StringComparison.Ordinal)}\n", manual, StringComparison.Ordinal);
            Assert.Contains($"| `{option.Form}`", CommandReference.Of(Root), StringComparison.Ordinal);
        });
    }

    [Theory]
    [MemberData(nameof(Paths))]
    public void Examples_name_the_verb_and_options_that_it_has(string path)
    {
        Verb verb = Find(path);
        string[] known = [.. verb.Options.Concat(HelpText.Common.Options).Select(option => option.Name)];
        Assert.NotEmpty(verb.Examples);
        Assert.All(verb.Examples.Where(_ => verb.Verbs.Count == 0), example =>
        {
            string line = verb.KnowsRanks ? Launcher().Replace(example.Line, string.Empty) : example.Line;
            Assert.StartsWith(verb.HasOwnGrammar ? verb.Name : path, line, StringComparison.Ordinal);
            Assert.All(
                OptionNames().Matches(line.Split('|')[0]).Select(match => match.Value), option => Assert.Contains(option, known));
        });
    }

    [Fact]
    public void The_manual_page_is_what_was_reviewed() =>
        Golden.Check("manual-records-generate", Page(Find("landspeed records generate"), "landspeed records generate"));

    [Theory]
    [InlineData("measure")]
    [InlineData("records", "generate")]
    public void Help_as_a_verb_says_what_the_option_says(params string[] words) => Assert.Equal(
        new CommandUnderTest().Run([.. words, "--help"]).Output, new CommandUnderTest().Run(["help", .. words]).Output);

    [Fact]
    public void Help_shows_the_text_of_an_old_command_line() => Assert.Equal(
        new CommandUnderTest().Run("iospeed", "--help").Output, new CommandUnderTest().Run("help", "iospeed").Output);

    [Fact]
    public void Help_of_a_verb_that_is_none_ends_with_2()
    {
        Command done = new CommandUnderTest().Run("help", "frob");

        Assert.Equal((2, "landspeed: unknown verb 'frob'; see landspeed --help\n"), (done.ExitCode, done.Error));
    }

    [Theory]
    [InlineData("no verb named; landspeed records has generate and validate; see landspeed records --help", "records")]
    [InlineData("unknown verb 'frob'; see landspeed records --help", "records", "frob")]
    public void A_verb_with_verbs_below_it_names_them(string message, params string[] words)
    {
        Command done = new CommandUnderTest().Run(words);

        Assert.Equal((2, string.Empty, $"landspeed: {message}\n"), (done.ExitCode, done.Output, done.Error));
    }

    [Fact]
    public void The_reference_in_docs_is_what_the_declarations_say()
    {
        string file = Path.Combine(DocumentationTests.Root, "docs/commands.md");
        if (Environment.GetEnvironmentVariable("LANDSPEED_UPDATE_GOLDEN") == "1")
        {
            File.WriteAllText(file, CommandReference.Of(Root));
        }

        Assert.True(
            File.ReadAllText(file) == CommandReference.Of(Root),
            "docs/commands.md is stale: run this test with LANDSPEED_UPDATE_GOLDEN=1, and look at the difference");
    }

    private static Verb Root { get; } = new LandspeedVerb(new Terminal(TextWriter.Null, TextWriter.Null), Composition.Create());

    private static string Page(Verb verb, string path) => ManualPage.Of(Root, verb, path, "1.2.3", new DateOnly(2026, 11, 23));

    private static Verb Find(string path) => Root.WithInner(Root.Name).First(verb => verb.Path == path).Verb;

    [GeneratedRegex(@"\\f[BIR]")]
    private static partial Regex Fonts();

    [GeneratedRegex("^mpirun -n [0-9]+ ")]
    private static partial Regex Launcher();

    [GeneratedRegex("--[a-z][a-z-]*")]
    private static partial Regex OptionNames();
}
