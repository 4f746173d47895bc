using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>help</c>: the help of another verb, or its manual page.</summary>
internal sealed class HelpVerb(Terminal terminal, Verb root) : Verb("help", "Show the help of a verb, or the source of its manual page.")
{
    private readonly OptionGroup _form = OptionGroup.Of(
        "Form", Flag("--man", "The manual page in the language of man(7), for man -l -"));

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "The verb, and the one below it if it has some (default: the command itself).", new ValueForm("VERB", ValueKind.Verb));

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_form];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed help records generate", "the same as landspeed records generate --help"),
        new("landspeed help --man copy | man -l -", "the manual page of copy"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(1, 3, 6, 129, 130, 143);

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        (Verb verb, string path) = words.Operands().Aggregate((root, root.Name), Below);
        terminal.Output.Write(words.IsSet("--man")
            ? ManualPage.Of(verb, path, ProgramVersion.Text)
            : verb.Help(path, terminal.OutputStyle.Width));
        return (int)Outcome.Done;
    }

    private static (Verb Verb, string Path) Below((Verb Verb, string Path) above, string name) =>
        above.Verb.Verbs.FirstOrDefault(verb => verb.Name == name) is { } found
            ? (found, $"{above.Path} {name}")
            : throw UsageError.Of($"unknown verb {Shown.Value(name)}; see {above.Path} --help");
}
