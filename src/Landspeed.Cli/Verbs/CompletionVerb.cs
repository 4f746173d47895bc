using Landspeed.Cli.Arguments;
using Landspeed.Cli.Completion;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>completion</c>: what a shell needs to complete our command lines.</summary>
internal sealed class CompletionVerb(Terminal terminal, Verb root) : Verb(
    "completion", "Write a shell completion script for landspeed.")
{
    private const string Shell = "SHELL";
    private static readonly WordList<Func<Verb, string>> s_shells = new(
        ("bash", BashScript.Of, null), ("zsh", ZshScript.Of, null), ("fish", FishScript.Of, null));

    /// <inheritdoc/>
    internal override string Details =>
        "It completes verbs, options, their values, files and directories, also for the classic programs, and never starts " +
        "landspeed. Write it again after an update.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        $"The shell: {s_shells.Alternatives}. The script goes to standard output.", new ValueForm(Shell, ValueKind.Word, s_shells));

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["help"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed completion bash > /etc/bash_completion.d/landspeed"),
        new("landspeed completion zsh > /usr/local/share/zsh/site-functions/_landspeed"),
        new("landspeed completion fish > ~/.config/fish/completions/landspeed.fish"),
        new("landspeed completion fish | source", "for this shell only"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3, 6, 129, 130, 143);

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string shell = words.Operand("shell", $"no shell named; allowed: {s_shells.Enumeration}")!;
        terminal.Output.Write(s_shells.Read(Shell, shell)(root));
        return ExitStatus.Done;
    }
}
