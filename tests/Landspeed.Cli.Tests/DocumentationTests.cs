using System.Text.RegularExpressions;

namespace Landspeed.Cli.Tests;

/// <summary>README and docs name only options that the command knows, and files that exist.</summary>
public partial class DocumentationTests
{
    private static readonly string[] s_verbs =
    [
        "measure", "sweep", "copy", "verify", "extents", "iospeed", "ubcopy", "asynccopy", "doctor", "hints", "records", "patterns",
        "process", "create", "fragment", "fragdisk", "help", "completion", "ioexamples", "fileio", "report", "paper", "compare", "campaign",
    ];

    public static TheoryData<string> Pages => [.. FindPages()];

    [Theory]
    [MemberData(nameof(Pages))]
    public void Options_in_examples_are_known(string page)
    {
        foreach ((int line, string verb, string option) in Options(File.ReadAllText(Path.Combine(Root, page))))
        {
            Assert.True(Knows(verb, option), $"{page}:{line}: '{verb} --help' does not know {option}");
        }
    }

    [Theory]
    [InlineData("Judging/FindingRules.cs", "docs/measuring.md", 14)]
    [InlineData("Judging/RunFindings.cs", "docs/sweep.md", 4)]
    public void Every_finding_is_explained(string rules, string page, int atLeast)
    {
        string catalogue = File.ReadAllText(
            Path.Combine(Root, "src/Landspeed.Experiments/Judging/FindingCodes.cs"));
        string source = File.ReadAllText(Path.Combine(Root, "src/Landspeed.Experiments", rules));
        string text = File.ReadAllText(Path.Combine(Root, page));
        string[] used = [.. UsedFindings().Matches(source).Select(match => match.Groups["field"].Value).Distinct()];

        Assert.True(used.Length >= atLeast, $"only {used.Length} codes were found: has the way of writing them changed?");
        Assert.All(used, field =>
        {
            Match named = Regex.Match(catalogue, $"FindingCode {field} = new\\(\\s*\"(\\w+)\"");
            Assert.True(named.Success, field);
            Assert.Contains($"`{named.Groups[1].Value}`", text, StringComparison.Ordinal);
        });
    }

    [Fact]
    public void Every_advice_of_a_sweep_is_explained()
    {
        string catalogue = File.ReadAllText(Path.Combine(Root, "src/Landspeed.Experiments/Judging/ConclusionCodes.cs"));
        string text = File.ReadAllText(Path.Combine(Root, "docs/sweep.md"));
        string[] used =
        [
            .. Directory.GetFiles(Path.Combine(Root, "src/Landspeed.Experiments/Sweeping"), "SweepAdvice*.cs")
                .SelectMany(file => UsedCodes().Matches(File.ReadAllText(file))).Select(match => match.Groups["field"].Value).Distinct(),
        ];

        Assert.True(used.Length >= 6, $"only {used.Length} codes were found: has the way of writing them changed?");
        Assert.All(used, field =>
        {
            Match named = Regex.Match(catalogue, $"ConclusionCode {field} = new\\(\\s*\"(\\w+)\"");
            Assert.True(named.Success, field);
            Assert.Contains($"`{named.Groups[1].Value}`", text, StringComparison.Ordinal);
        });
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void Links_lead_somewhere(string page)
    {
        string text = File.ReadAllText(Path.Combine(Root, page));
        foreach (Match link in Links().Matches(text))
        {
            string target = link.Groups["target"].Value;
            if (target.Contains("://", StringComparison.Ordinal))
            {
                continue;
            }

            string[] parts = target.Split('#', 2);
            string file = parts[0].Length == 0
                ? Path.Combine(Root, page)
                : Path.Combine(Root, Path.GetDirectoryName(page)!, parts[0]);
            Assert.True(Path.Exists(file), $"{page}: there is no {target}");
            Assert.True(
                parts.Length == 1 || Anchors(file).Contains(parts[1]), $"{page}: there is no heading for {target}");
        }
    }

    [Theory]
    [MemberData(nameof(Pages))]
    public void Sources_that_are_named_exist(string page)
    {
        string[] named = [.. Sources().Matches(File.ReadAllText(Path.Combine(Root, page))).Select(match => match.Groups["path"].Value)];
        Assert.All(named, path => Assert.Contains(SourceFiles, file => file.EndsWith($"/{path}", StringComparison.Ordinal)));
    }

    [Fact]
    public void Pages_and_options_were_found()
    {
        Assert.Superset(
            new HashSet<string> { "README.md", "docs/measuring.md", "docs/results.md" }, FindPages().ToHashSet());
        Assert.Superset(
            new HashSet<string> { "any", "measure", "iospeed" },
            Options(File.ReadAllText(Path.Combine(Root, "README.md"))).Select(option => option.Verb).ToHashSet());
    }

    [Fact]
    public void Every_decision_is_in_the_index()
    {
        string directory = Path.Combine(Root, "docs/decisions");
        string index = File.ReadAllText(Path.Combine(directory, "README.md"));
        Assert.All(
            Directory.GetFiles(directory, "*.md").Select(Path.GetFileName).Where(name => name != "README.md"),
            name => Assert.Contains($"({name})", index, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("$ landspeed measure a.dat --frob --time 2s", "measure --frob,measure --time")]
    [InlineData("dotnet run -c Release --project src/Landspeed.Cli -- measure a --cold", "measure --cold")]
    [InlineData("landspeed iospeed -t30 -b 64K –s0 --keep a.dat # --not-ours", "iospeed -t,iospeed -b,iospeed -s,iospeed --keep")]
    [InlineData("landspeed measure a --strict=hole | cut -d, -f1", "measure --strict")]
    [InlineData("landspeed sweep . --full --svg d", "sweep --full,sweep --svg")]
    [InlineData("the mode is `--mode buffered` here", "any --mode")]
    [InlineData("dotnet test --project tests/X", "")]
    public void Options_are_found(string text, string expected) => Assert.Equal(
        expected.Split(',', StringSplitOptions.RemoveEmptyEntries),
        Options(text).Select(found => $"{found.Verb} {found.Option}"));

    [Theory]
    [InlineData("measure", "--frob")]
    [InlineData("measure", "--tim")]
    [InlineData("iospeed", "-z")]
    [InlineData("sweep", "--strict")]
    [InlineData("doctor", "--cold")]
    [InlineData("any", "--frob")]
    public void An_option_that_no_help_names_is_refused(string verb, string option) =>
        Assert.False(Knows(verb, option));

    internal static string Root { get; } = FindRoot();

    private static string[] SourceFiles { get; } =
        [.. new[] { "src", "tests", "packaging" }.SelectMany(folder => Directory.GetFiles(Path.Combine(Root, folder), "*.cs", SearchOption.AllDirectories))];

    private static Dictionary<string, string> Help { get; } =
        s_verbs.ToDictionary(verb => verb, verb => string.Concat(
            WordsOf(verb).Select(words => new CommandUnderTest().Run([.. words, "--help"]).Output)));

    // A verb with sub-commands knows what one of them knows.
    private static string[][] WordsOf(string verb) =>
        verb == "records" ? [[verb, "generate"], [verb, "validate"]] : [[verb]];

    private static bool Knows(string verb, string option) => verb == "any"
        ? s_verbs.Any(one => Knows(one, option))
        : Regex.IsMatch(
            Help[verb], option.StartsWith("--", StringComparison.Ordinal)
                ? $@"(?<![\w-]){option}(?![\w-])"
                : $@"(?m)(?<![\w-]){option}(?![a-zA-Z]{{2}})");

    // A command line goes from the verb to the end of the line, a pipe, a comment, or the end of the code span. Outside
    // of command lines, code spans that are an option may belong to any verb.
    private static IEnumerable<(int Line, string Verb, string Option)> Options(string text)
    {
        foreach ((int index, string line) in text.Split('\n').Index())
        {
            foreach (Match command in CommandLines().Matches(line))
            {
                string verb = command.Groups["verb"].Value;
                foreach (Match word in Words().Matches(command.Groups["words"].Value))
                {
                    string option = word.Groups["option"].Value;
                    yield return (index + 1, verb, option[0] == '–' ? $"-{option[1..]}" : option);
                }
            }

            foreach (Match span in OptionSpans().Matches(line))
            {
                yield return (index + 1, "any", span.Groups["option"].Value);
            }
        }
    }

    private static HashSet<string> Anchors(string page) =>
    [
        .. Headings().Matches(File.ReadAllText(page)).Select(heading => NoAnchor()
            .Replace(heading.Groups["text"].Value.ToLowerInvariant(), string.Empty).Replace(' ', '-')),
    ];

    private static IEnumerable<string> FindPages() =>
        Directory.EnumerateFiles(Root, "*.md")
            .Concat(Directory.EnumerateFiles(Path.Combine(Root, "docs"), "*.md", SearchOption.AllDirectories))
            .Select(file => Path.GetRelativePath(Root, file)).Order(StringComparer.Ordinal);

    private static string FindRoot()
    {
        string? directory = AppContext.BaseDirectory;
        while (directory is not null && !File.Exists(Path.Combine(directory, "Landspeed.slnx")))
        {
            directory = Path.GetDirectoryName(directory);
        }

        return directory ?? throw new InvalidOperationException("no Landspeed.slnx above the test: run it inside the tree");
    }

    [GeneratedRegex(@"FindingCodes\.(?<field>\w+)\.Says")]
    private static partial Regex UsedFindings();

    [GeneratedRegex(@"ConclusionCodes\.(?<field>\w+)")]
    private static partial Regex UsedCodes();

    [GeneratedRegex(@"(?:landspeed |-- |(?:^|[`$ ]))(?<verb>measure|sweep|patterns|hints|process|create|fragment|extents|records|copy|verify|iospeed|ubcopy|asynccopy|ioexamples|fileio|fragdisk|doctor) (?<words>[^|#`\n]*)")]
    private static partial Regex CommandLines();

    [GeneratedRegex(@"(?<=^|\s)(?<option>--[a-z][a-z-]*|[-–][a-z])")]
    private static partial Regex Words();

    [GeneratedRegex(@"(?<!\w)`(?<option>--[a-z][a-z-]*)[ =`]")]
    private static partial Regex OptionSpans();

    [GeneratedRegex(@"\]\((?<target>[^)\s]+)\)")]
    private static partial Regex Links();

    [GeneratedRegex(@"(?m)^#+ (?<text>.+)$")]
    private static partial Regex Headings();

    [GeneratedRegex(@"`(?<path>[\w./]+\.cs)`")]
    private static partial Regex Sources();

    [GeneratedRegex(@"[^\w\- ]")]
    private static partial Regex NoAnchor();
}
