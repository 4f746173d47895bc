using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Completion;

/// <summary>What a real shell offers at the end of a line, with the script that we make for it: that which is declared.</summary>
/// <remarks>One process of the shell answers all lines of a test.</remarks>
[Trait(Tier.Key, Tier.Shells)]
public abstract class CompletionConformance : IDisposable
{
    private const string OneDirectory = "a dir";
    private static readonly string[] s_files = ["b one.dat", "c:two.dat", "d'three.dat", "e\"four.dat", "f$five.dat"];

    protected CompletionConformance()
    {
        Directory.CreateDirectory(Path.Combine(Place, OneDirectory));
        s_files.ToList().ForEach(name => File.WriteAllText(Path.Combine(Place, name), string.Empty));
    }

    [Fact]
    public void The_shell_can_read_the_script()
    {
        Capability.RequireProgram(Shell);
        Command done = Command.Run(Shell, ["-n", ScriptFile()]);
        Assert.Equal((0, string.Empty, string.Empty), (done.ExitCode, done.Output, done.Error));
    }

    [Fact]
    public void Every_verb_is_offered()
    {
        var expected = Verbs.Where(one => one.Verb.Verbs.Count > 0).SelectMany(one => new[] { one.Path, one.Path.Replace("landspeed", "landspeed help", StringComparison.Ordinal) }.Select(
            path => ($"{path} ", one.Verb.Verbs.Select(verb => verb.Name)))).ToList();
        Assert.Equal(4, expected.Count);
        Check([.. expected, ("landspeed rec", ["records"]), ("landspeed --no-color rec", ["records"]), ("landspeed copy rec", [])]);
    }

    [Fact]
    public void Every_option_of_every_verb_is_offered() => Check(Verbs.Select(one => (
        $"{one.Path} -", OptionNames(one.Verb))));

    [Fact]
    public void Every_value_is_what_its_option_takes()
    {
        var expected = Verbs.SelectMany(one => one.Verb.Options.Where(option => option.Value is not null).SelectMany(
            option => Fronts(option).Select(front => ($"{one.Path} {front}", (IEnumerable<string>)Expected(option.Value!))))).ToList();
        Assert.True(expected.Count > 200, $"only {expected.Count} options with values");
        Check(expected);
    }

    [Fact]
    public void A_list_is_continued_with_what_it_lacks() => Check(Verbs.SelectMany(one =>
        one.Verb.Options.Where(option => option.Value?.Kind == ValueKind.Words).SelectMany(option => Fronts(option).Select(
            front => ($"{one.Path} {front}{Words(option.Value!)[0]},", Words(option.Value!).Skip(1))))));

    [Fact]
    public void Every_operand_is_what_its_verb_takes() => Check(Verbs.Where(one => one.Verb.Verbs.Count == 0 && one.Path != "landspeed help")
        .SelectMany(one => Enumerable.Range(0, (one.Verb.Operand?.Values.Count ?? 0) + 1).Select(index => (
            $"{one.Path} {string.Concat(Enumerable.Repeat("x ", index))}",
            one.Verb.Operand?.Values is { } values && (values.ElementAtOrDefault(index) ?? values[^1]) is { } value
                && (index < values.Count || value.IsRepeated) ? Expected(value)
                : OffersOptionsForNothing ? OptionNames(one.Verb)
                : []))));

    [Fact]
    public void What_stands_before_is_told_apart() => Check(
    [
        ("landspeed measure --strict ", Names),
        ("landspeed copy --limit 1M ", Names),
        ("landspeed copy --limit=1M ", Names),
        ("landspeed records generate --threads 2 ", []),
        ("landspeed records generate --threads 2 10 ", Names),
        ("landspeed copy 'b one.dat' --replace n", ["never"]),
        ("landspeed copy b\\ one.dat --replace=n", ["never"]),
        ("landspeed copy -- --", []),
        ("landspeed doctor -- ", [OneDirectory]),
        ("landspeed report < b", ["b one.dat"]),
    ]);

    [Fact]
    public void A_program_of_old_is_completed_by_its_own_name() => Check(Verbs.Where(one => one.Verb.HasOwnGrammar).Select(one => (
            $"{one.Verb.Name} -", OptionNames(one.Verb)))
        .Append(("ubcopy -o ", ["True", "False"])).Append(("iospeed -t30 b", ["b one.dat"])).Append(("./landspeed cop", ["copy"])));

    [Fact]
    public void A_name_with_special_characters_is_completed_to_that_name() => Check(Names.SelectMany(name => new (string, IEnumerable<string>)[]
    {
        ($"landspeed copy {name[0]}", [name]), ($"landspeed copy --json={name[0]}", [name]),
    }));

    public void Dispose()
    {
        Scratch.Dispose();
        GC.SuppressFinalize(this);
    }

    private protected ScratchDirectory Scratch { get; } = new();

    private protected abstract string Shell { get; }

    /// <summary>Whether it offers options where no other word can come.</summary>
    private protected virtual bool OffersOptionsForNothing => false;

    private protected string Place => Scratch.File("place");

    /// <summary>Asks a shell with the script what it offers at the end of each line, in <see cref="Place"/>.</summary>
    private protected abstract IReadOnlyList<Answer> Ask(IReadOnlyList<string> lines);

    private protected string ScriptFile(string name = "script")
    {
        Command done = new CommandUnderTest().Run("completion", Shell);
        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        string file = Scratch.File(name);
        File.WriteAllText(file, done.Output);
        return file;
    }

    private protected void Check(IEnumerable<(string Line, IEnumerable<string> Expected)> questions)
    {
        Capability.RequireProgram(Shell);
        (string Line, IEnumerable<string> Expected)[] all = [.. questions];
        IReadOnlyList<Answer> answers = Ask([.. all.Select(question => question.Line)]);
        Assert.Equal(all.Length, answers.Count);
        string[] wrong =
        [
            .. all.Zip(answers).Select(pair => (
                    pair.First.Line, Expected: Sorted(pair.First.Expected), Offered: Sorted(pair.Second.Words.Select(word => Value(word, pair.First.Line)))))
                .Where(one => one.Expected != one.Offered)
                .Select(one => $"'{one.Line}' offers {one.Offered}; expected: {one.Expected}"),
        ];
        Assert.True(wrong.Length == 0, string.Create(CultureInfo.InvariantCulture, $"{wrong.Length} of {all.Length}:\n{string.Join('\n', wrong)}"));
    }

    /// <summary>Names of all that lies in <see cref="Place"/>.</summary>
    private protected static string[] Names { get; } = [OneDirectory, .. s_files];

    private static IEnumerable<(Verb Verb, string Path)> Verbs { get; } =
        [.. new LandspeedVerb(new Terminal(TextWriter.Null, TextWriter.Null), Composition.Create()).WithInner("landspeed")];

    private static IEnumerable<string> OptionNames(Verb verb) => verb.Options.Concat(HelpText.Common.Options).SelectMany(option => option.Names);

    private static string[] Expected(ValueForm value) => value.Kind switch
    {
        ValueKind.Word or ValueKind.Words => Words(value),
        ValueKind.File or ValueKind.Path => Names,
        ValueKind.Directory => [OneDirectory],
        _ => [],
    };

    private static string[] Words(ValueForm value) => [.. value.List!.Words.Select(word => word.Text)];

    // What can stand before a value: a word of its own, or the same word. One that may be left out is never a word of its own.
    private static IEnumerable<string> Fronts(VerbOption option) => option.Names.SelectMany(name => new[]
    {
        option.BareValue is null ? $"{name} " : null,
        name.StartsWith("--", StringComparison.Ordinal) ? $"{name}=" : null,
    }.OfType<string>());

    // Shells differ in how much of the word before the value they repeat.
    private static string Value(string word, string line)
    {
        string value = word.Length > 1 ? word.TrimEnd('/', '=') : word;
        value = value.StartsWith("--", StringComparison.Ordinal) && value.Contains('=', StringComparison.Ordinal) ? value[(value.IndexOf('=', StringComparison.Ordinal) + 1)..] : value;
        return line.EndsWith(',') ? value[(value.LastIndexOf(',') + 1)..] : value;
    }

    private static string Sorted(IEnumerable<string> words) => string.Join(" | ", words.Distinct().Order(StringComparer.Ordinal));

    /// <summary>What a shell answered.</summary>
    /// <param name="Words">What it offered, without quotes.</param>
    /// <param name="Line">The line as it was completed.</param>
    private protected sealed record Answer(IReadOnlyList<string> Words, string Line);
}
