using Landspeed.Cli.Arguments;

namespace Landspeed.Cli.Completion;

/// <summary>A verb as the scripts of completion see it.</summary>
/// <param name="Path">Its name with those above it and without the command's: <c>records generate</c>; empty for the command itself.</param>
/// <param name="Verb">The verb.</param>
internal sealed record CompletedVerb(string Path, Verb Verb)
{
    /// <summary>Its options, those of every verb among them.</summary>
    internal IEnumerable<VerbOption> Options => Verb.Options.Concat(HelpText.Common.Options);

    /// <summary>What each of its operands can be.</summary>
    internal IReadOnlyList<ValueForm> Operands => Verb.Operand?.Values ?? [];

    /// <summary>Whether it is also a program of its own.</summary>
    internal bool IsProgram => Verb.HasOwnGrammar;

    /// <summary>All verbs of a command, the command itself first.</summary>
    internal static IReadOnlyList<CompletedVerb> Of(Verb root) =>
        [.. root.WithInner(root.Name).Select(one => new CompletedVerb(one.Path[root.Name.Length..].TrimStart(' '), one.Verb))];

    /// <summary>The names of the command and of its verbs that are programs, too.</summary>
    internal static string Programs(Verb root) =>
        string.Join(' ', root.Verbs.Where(verb => verb.HasOwnGrammar).Select(verb => verb.Name).Prepend(root.Name));
}
