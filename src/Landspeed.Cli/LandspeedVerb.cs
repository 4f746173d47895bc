using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Classic;
using Landspeed.Cli.Output;
using Landspeed.Cli.Verbs;

namespace Landspeed.Cli;

/// <summary>The command itself: the list of its verbs. A new verb is a file in <c>Verbs</c> and a line here.</summary>
internal sealed class LandspeedVerb : Verb
{
    internal LandspeedVerb(Terminal terminal, Composition composition)
        : base("landspeed", "Moves bytes through files as fast as the hardware allows, and reports how fast that really was.")
    {
        Verbs =
        [
            new MeasureVerb(
                terminal, composition, words => new CommandLine(this, terminal, composition.Rank).Run(words)),
            new SweepVerb(terminal, composition),
            new PatternsVerb(terminal, composition),
            new HintsVerb(terminal, composition),
            new ProcessVerb(terminal, composition),
            new CreateVerb(terminal, composition),
            new FragmentVerb(terminal, composition),
            new RecordsVerb(terminal, composition),
            new CopyVerb(terminal, composition),
            new VerifyVerb(terminal, composition),
            new ExtentsVerb(terminal, composition),
            new PaperVerb(terminal, composition),
            new ReportVerb(terminal, composition),
            new MergeVerb(terminal, composition),
            new CompareVerb(terminal, composition, this),
            new CampaignVerb(terminal, composition, this),
            new DoctorVerb(terminal, composition),
            new HelpVerb(terminal, composition, this),
            new CompletionVerb(terminal, this),
            .. ClassicProgram.All,
        ];
    }

    /// <inheritdoc/>
    internal override IReadOnlyList<Verb> Verbs { get; }

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed sweep", "which request size, depth and mode to choose"),
        new("landspeed copy big.dat /mnt/backup/ --verify", "a durable copy, compared on the medium"),
        new("landspeed measure big.dat", "one case on one file"),
        new("landspeed patterns", "what each way to program file I/O costs"),
        new("landspeed hints", "what FileOptions and advice really fetch"),
        new("landspeed process", "streaming, buffering or pipelining"),
        new("landspeed fragment test.dat --run-length 64K", "a file in pieces of 64 KiB"),
        new("landspeed records generate 10000000 in.dat", "records of the sort benchmark"),
        new("landspeed verify photos.sha256", "files against their checksums"),
        new("landspeed extents big.dat", "how many pieces a file has, and where"),
        new("landspeed paper", "the 2004 report repeated: its figures and five findings"),
        new("landspeed report sweep.json --html sweep.html", "a stored result, shown again"),
        new("landspeed merge run.rank*.json", "the results of several hosts as one"),
        new("landspeed compare before.json after.json", "what became faster or slower"),
        new("landspeed campaign night.txt", "a list of commands, with a journal that survives power loss"),
        new("landspeed iospeed -t30 -b64K -r1G -s0 a.dat", "measure, with the options of 2004"),
        new("landspeed doctor", "what this machine can do, and what to fix"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (4, "verification mismatch"), (5, "a source changed while it was read"), (7, "a finding that --strict does not accept"));
}
