namespace Landspeed.Cli.Arguments;

/// <summary>
/// A verb of the command, declared once: the parser, help, manual page and <c>docs/commands.md</c> are made from it.
/// </summary>
internal abstract class Verb
{
    private protected Verb(string name, string job)
    {
        (Name, Job) = (name, job);
    }

    /// <summary>Its name.</summary>
    internal string Name { get; }

    /// <summary>What it does, a sentence that fits on one line of the list of verbs.</summary>
    internal string Job { get; }

    /// <summary>What help says besides; null: nothing.</summary>
    internal virtual string? Details => null;

    /// <summary>All that help says it does.</summary>
    internal virtual string Description => Details is null ? Job : $"{Job} {Details}";

    /// <summary>Under which heading the verbs above list it.</summary>
    internal virtual string Section => "Verbs";

    /// <summary>Whether its words are told apart by a scanner of its own, as those of the old command lines are.</summary>
    internal virtual bool HasOwnGrammar => false;

    /// <summary>Whether it can be run by several ranks of one job together.</summary>
    internal virtual bool KnowsRanks => false;

    /// <summary>The words of it that are no options; null: it takes none.</summary>
    internal virtual Operand? Operand => null;

    /// <summary>Its options.</summary>
    internal virtual IReadOnlyList<OptionGroup> Groups => [];

    /// <summary>Verbs below it; a verb that has some cannot be run itself.</summary>
    internal virtual IReadOnlyList<Verb> Verbs => [];

    /// <summary>Command lines that work as written.</summary>
    internal abstract IReadOnlyList<Example> Examples { get; }

    /// <summary>Variables of the environment that it asks for besides those that every verb does, for its manual page.</summary>
    internal virtual IReadOnlyList<Definition> Variables => [];

    /// <summary>Files that it makes without being told their names, for its manual page.</summary>
    internal virtual IReadOnlyList<Definition> Files => [];

    /// <summary>Verbs of the command that go with it, for its manual page.</summary>
    internal virtual IReadOnlyList<string> Related => [];

    /// <summary>How it ends.</summary>
    internal virtual ExitCodes ExitCodes => ExitCodes.Usual;

    /// <summary>All its options.</summary>
    internal IEnumerable<VerbOption> Options => OptionsByTitle.SelectMany(group => group.Options);

    /// <summary>Its options as help shows them, with their short names.</summary>
    internal IEnumerable<(string Title, IEnumerable<VerbOption> Options)> OptionsByTitle => Groups.Select(group =>
        (group.Title, HasOwnGrammar ? group.Options : group.Options.Select(option => option.WithShortName())));

    /// <summary>The lines of usage.</summary>
    /// <param name="path">Its name with those above it.</param>
    internal virtual IReadOnlyList<string> Usages(string path) =>
        [string.Join(' ', new[] { path, Verbs.Count > 0 ? "VERB" : null, Operand?.Form, "[options]" }.OfType<string>())];

    /// <summary>It and the verbs below it, each with its path.</summary>
    /// <param name="path">Its name with those above it.</param>
    internal IEnumerable<(Verb Verb, string Path)> WithInner(string path) =>
        Verbs.SelectMany(inner => inner.WithInner($"{path} {inner.Name}")).Prepend((this, path));

    /// <summary>Its help.</summary>
    /// <param name="path">Its name with those above it.</param>
    /// <param name="width">Columns of the terminal.</param>
    internal string Help(string path, int width) => HelpText.Of(this, path, width);

    /// <summary>Runs it.</summary>
    /// <param name="words">What was typed.</param>
    /// <returns>The exit code.</returns>
    internal virtual int Run(GivenWords words) => throw new NotSupportedException($"{Name} is run through the verbs below it");
}

/// <summary>The words of a verb that are no options.</summary>
/// <param name="Meaning">What they name.</param>
/// <param name="Values">What each of them can be, in order.</param>
internal sealed record Operand(string Meaning, params IReadOnlyList<ValueForm> Values)
{
    /// <summary>Whether they may be left out, the last ones first.</summary>
    internal bool IsOptional { get; init; }

    /// <summary>Their names alone: <c>SOURCE TARGET</c>.</summary>
    internal string Names => string.Join(' ', Values.Select(value => value.Name + (value.IsRepeated ? "..." : string.Empty)));

    /// <summary>As the line of usage shows them: <c>FILE</c>, <c>[DIR]</c>, <c>SOURCE TARGET</c>, <c>[FILE [COUNT]]</c>.</summary>
    internal string Form => IsOptional ? $"[{Names.Replace(" ", " [", StringComparison.Ordinal)}{new string(']', Values.Count)}" : Names;

    /// <summary>Words that may be left out.</summary>
    /// <param name="meaning">What they name.</param>
    /// <param name="values">What each of them can be.</param>
    internal static Operand Optional(string meaning, params IReadOnlyList<ValueForm> values) => new(meaning, values) { IsOptional = true };
}

/// <summary>A command line that works as written.</summary>
/// <param name="Line">All of it.</param>
/// <param name="Comment">What it does; null: the line says it.</param>
internal sealed record Example(string Line, string? Comment = null);

/// <summary>The codes with which a verb ends, and what they mean.</summary>
internal sealed class ExitCodes
{
    private readonly SortedDictionary<int, string> _codes;

    private ExitCodes(IDictionary<int, string> codes)
    {
        _codes = new SortedDictionary<int, string>(codes);
    }

    /// <summary>Those of most verbs.</summary>
    internal static ExitCodes Usual { get; } = new(new Dictionary<int, string>
    {
        [ExitStatus.Done] = "done",
        [ExitStatus.Failed] = "failed",
        [ExitStatus.Usage] = "usage error",
        [ExitStatus.Refused] = "refused for safety, nothing touched",
        [ExitStatus.OutOfSpace] = "out of space or quota",
        [129] = "stopped by SIGHUP",
        [130] = "stopped by SIGINT (Ctrl-C)",
        [143] = "stopped by SIGTERM",
    });

    /// <summary>Each code with its meaning, in ascending order.</summary>
    internal IEnumerable<(int Code, string Meaning)> All => _codes.Select(pair => (pair.Key, pair.Value));

    /// <summary>These codes, some of them with another meaning or added.</summary>
    internal ExitCodes With(params (int Code, string Meaning)[] codes)
    {
        var changed = new ExitCodes(_codes);
        foreach ((int code, string meaning) in codes)
        {
            changed._codes[code] = meaning;
        }

        return changed;
    }

    /// <summary>These codes without some.</summary>
    internal ExitCodes Without(params int[] codes) =>
        new(_codes.Where(pair => !codes.Contains(pair.Key)).ToDictionary(pair => pair.Key, pair => pair.Value));
}
