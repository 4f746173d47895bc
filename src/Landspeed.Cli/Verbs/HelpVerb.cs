using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>help</c>: the help of another verb, or its manual page.</summary>
internal sealed class HelpVerb(Terminal terminal, Composition composition, Verb root) : Verb(
    "help", "Show the help of a verb, or the source of its manual page.")
{
    private const string Epoch = "SOURCE_DATE_EPOCH";
    private const string Pages = "--man-pages";

    private readonly OptionGroup _form = OptionGroup.Of(
        "Format",
        Flag("--man", "Print the manual page as man(7) source, for man -l -"),
        Text(Pages, ValueForm.Directory, "Write the manual pages of all verbs to files in a directory, which is created if missing"));

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "The verb, and the verb below it, if any (default: the command itself).", new ValueForm("VERB", ValueKind.Verb));

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_form];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed help records generate", "the same as landspeed records generate --help"),
        new("landspeed help --man copy | man -l -", "the manual page of copy"),
        new("landspeed help --man-pages /usr/local/share/man/man1", "all of them, for man landspeed-copy"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (3, "refused: a file with a page's name was not written by landspeed; nothing touched"));

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Variables =>
        [new(Epoch, "The date of manual pages, in seconds since 1970, instead of today, so that each build of a package makes the same pages.")];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files =>
        [new("landspeed.1, landspeed-*.1", "The manual pages, in the directory that --man-pages names. Files of these names that landspeed did not write are refused."), UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["completion"];

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands();
        if (words.Text(Pages) is { } directory)
        {
            return Write(directory, names, words.IsSet("--man"));
        }

        (Verb verb, string path) = names.Aggregate((root, root.Name), Below);
        terminal.Output.Write(words.IsSet("--man") ? Page(verb, path, Today()) : verb.Help(path, terminal.OutputStyle.Width));
        return ExitStatus.Done;
    }

    private int Write(string directory, string[] names, bool one)
    {
        if (one || names.Length > 0)
        {
            throw UsageError.Of(
                $"{Pages} {Shown.Value(directory)} writes all pages, but {(one ? "--man" : Shown.Value(names[0]))} asks for one; leave one of them out");
        }

        DateOnly date = Today();
        int? stopped = ManualPageFiles.Write(
            Pages, directory, root.WithInner(root.Name).ToDictionary(one => $"{ManualPage.Name(one.Path)}.1", one => Page(one.Verb, one.Path, date)),
            composition.Signals);
        if (stopped is not null)
        {
            Diagnostics.Say(terminal, "stopped by a signal; some manual pages are missing, the others are complete");
        }

        return stopped ?? ExitStatus.Done;
    }

    private string Page(Verb verb, string path, DateOnly date) => ManualPage.Of(root, verb, path, ProgramVersion.Text, date);

    // https://reproducible-builds.org/specs/source-date-epoch
    private DateOnly Today()
    {
        DateTimeOffset now = composition.Variable(Epoch) is { Length: > 0 } text
            ? DateTimeOffset.FromUnixTimeSeconds(Values.LongCount(Epoch, text, 0, DateTimeOffset.MaxValue.ToUnixTimeSeconds()))
            : composition.Time.GetUtcNow();
        return DateOnly.FromDateTime(now.UtcDateTime);
    }

    private static (Verb Verb, string Path) Below((Verb Verb, string Path) above, string name) =>
        above.Verb.Verbs.FirstOrDefault(verb => verb.Name == name) is { } found
            ? (found, $"{above.Path} {name}")
            : throw UsageError.UnknownVerb(
                name, $"{above.Path} --help", above.Verb.Verbs.Select(inner => inner.Name));
}
