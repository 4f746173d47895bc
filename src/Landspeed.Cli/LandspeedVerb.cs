using Landspeed.Cli.Arguments;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Cli.Verbs;
using Landspeed.Experiments;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli;

/// <summary>The command itself: the list of its verbs. A new verb is a file in <c>Verbs</c> and a line here.</summary>
internal sealed class LandspeedVerb : Verb
{
    internal LandspeedVerb(Terminal terminal, Composition composition)
        : base("landspeed", "Moves bytes through files as fast as the hardware allows, and says truthfully how fast that was.")
    {
        Verbs =
        [
            new MeasureVerb(terminal, composition),
            new SweepVerb(terminal, composition),
            new PatternsVerb(terminal, composition),
            new HintsVerb(terminal, composition),
            new ProcessVerb(terminal, composition),
            new CreateVerb(terminal, composition),
            new RecordsVerb(terminal, composition),
            new CopyVerb(terminal, composition),
            new VerifyVerb(terminal, composition),
            new ReportVerb(terminal, composition),
            new DoctorVerb(terminal, composition),
            new HelpVerb(terminal, this),
            .. ClassicProgram.All.Select(program => new ClassicVerb(program)),
        ];
    }

    /// <inheritdoc/>
    internal override IReadOnlyList<Verb> Verbs { get; }

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed sweep", "which request size, depth and mode to choose"),
        new("landspeed copy big.dat /mnt/backup/ --verify", "copy, durable and compared on the medium"),
        new("landspeed measure big.dat", "one case on one file"),
        new("landspeed patterns", "which way to program file I/O costs what"),
        new("landspeed hints", "what FileOptions and advice really fetch"),
        new("landspeed process", "streaming, buffering or pipelining"),
        new("landspeed records generate 10000000 in.dat", "records of the sort benchmark"),
        new("landspeed verify photos.sha256", "files against their checksums"),
        new("landspeed report sweep.json --html sweep.html", "a stored result, shown again"),
        new("landspeed iospeed -t30 -b64K -r1G -s0 a.dat", "measure, with the options of 2004"),
        new("landspeed doctor", "what this machine can do, and what to fix"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (4, "verification mismatch"), (5, "a source changed while it was read"), (7, "a finding that --strict does not accept"));
}

/// <summary>The verb <c>help</c>: the help of another verb, or its manual page.</summary>
internal sealed class HelpVerb(Terminal terminal, Verb root) : Verb("help", "Show the help of a verb, or the source of its manual page.")
{
    private readonly OptionGroup<object> _form = new("Form")
    {
        { Flag("--man", "The manual page in the language of man(7), for man -l -"), nothing => nothing },
    };

    /// <inheritdoc/>
    internal override Operand Operand => new("[VERB]", "The verb, and the one below it if it has some (default: the command itself).");

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
        terminal.Output.Write(words.IsSet("--man") && verb.IsDeclared
            ? ManualPage.Of(verb, path, ProgramVersion.Text)
            : verb.Help(path, terminal.OutputStyle.Width));
        return (int)Outcome.Done;
    }

    private static (Verb Verb, string Path) Below((Verb Verb, string Path) above, string name) =>
        above.Verb.Verbs.FirstOrDefault(verb => verb.Name == name) is { } found
            ? (found, $"{above.Path} {name}")
            : throw UsageError.Of($"unknown verb {Shown.Value(name)}; see {above.Path} --help");
}
