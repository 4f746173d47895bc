using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Campaigns;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>campaign</c>: a list of commands.</summary>
internal sealed class CampaignVerb(Terminal terminal, Composition composition, Verb root) : Verb(
    "campaign", "Run a list of commands, and carry on after anything.")
{
    private const string Example = "for example: landspeed campaign night.txt";
    private const string Out = "--out";
    private const string Resume = "--resume";
    private const string Status = "--status";
    private const string DryRun = "--dry-run";

    private readonly OptionGroup<CampaignOptions> _campaign = new("The campaign")
    {
        {
            Path(Out, ValueForm.Directory, "Where journal, outputs and results go; nothing may be there", "FILE.campaign"),
            (options, directory) => options with { Directory = directory }
        },
        { Count("--repeat", "Runs of each command, in rounds", 1, 1000, "1"), (options, count) => options with { Repeat = count } },
        { Flag("--shuffle", "Run the commands of each round in an order of its own"), options => options with { Shuffle = true } },
        { SharedOptions.Seed(), (options, seed) => options with { Seed = seed } },
        {
            Time("--settle", "Before each command wait until processors and devices are quiet, at most so long", "5m", "0s"),
            (options, time) => options with { Settle = time }
        },
        { Time("--limit", "End a command that takes longer, and go on with the next", "1h", "100ms", "480h"), (options, time) => options with { Limit = time } },
        { Flag("--cold", "Drop the page cache of the machine before each command; root only"), options => options with { Cold = true } },
        {
            Flag("--reboot", "Start the machine anew between commands; a unit of systemd, or a line of cron, carries the campaign on and goes at its end; root only"),
            options => options with { Reboot = true }
        },
        { Flag("--stop-on-failure", "Run nothing after a command that failed (default: the next one)"), options => options with { StopOnFailure = true } },
    };

    private readonly OptionGroup<CampaignRequest> _running = new("The command")
    {
        { Flag(DryRun, "Print commands, order and what --reboot would install, and run nothing"), request => request with { ShowPlan = true } },
        { Flag(Resume, "Carry on what was stopped, killed or lost its power, as its journal says"), request => request with { Resume = true } },
        { Flag(Status, "Show what is done, failed, interrupted and left, also while it runs, and run nothing"), request => request with { ShowStatus = true } },
        { Flag("--quiet", "No progress"), request => request with { Quiet = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details =>
        "A line of the file is a command, NAME: before it if you like; lines with # are comments. One that begins with landspeed is a verb of ours, "
        + "whose result is kept; any other is run by the shell. What fails is recorded, and the next one goes on.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file with the commands, a line each, or JSON.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_campaign, _running, _results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Campaign, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed campaign night.txt", "all of it, and a table at the end"),
        new("landspeed campaign night.txt --dry-run", "what would be run, in which order"),
        new("landspeed campaign night.txt --repeat 5 --shuffle --cold", "five times, each round in random order, cold"),
        new("landspeed campaign night.txt --reboot --dry-run", "and what would be installed to carry it on"),
        new("landspeed campaign night.txt --status"),
        new("landspeed campaign night.txt --resume"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "a command failed, and the others were run; or the campaign cannot be read"),
        (3, "refused: the directory, or the journal in it, is not that of this campaign; nothing touched"),
        (6, "out of space; --resume carries it on"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string name = words.Operand("file", $"no file named; {Example}")!;
        CampaignRequest request = _running.Read(words, new CampaignRequest
        {
            Options = _campaign.Read(words, new CampaignOptions { File = Values.Path("FILE", name) }),
            Outputs = _results.Read(words, new ResultOutputs()),
            Verbs = new OwnVerbs(root, Name),
            ContinueCommand = ShellWord.Join(["landspeed", Name, name, Resume, .. words.Text(Out) is { } directory ? [Out, directory] : Array.Empty<string>()]),
        });
        if (new[] { DryRun, Resume, Status }.Where(words.Has).ToArray() is { Length: > 1 } several)
        {
            throw UsageError.Of($"{string.Join(" and ", several)} exclude each other; leave all but one out");
        }

        bool isOld = request.Resume || request.ShowStatus;
        if (isOld && words.FirstOf(_campaign.Options.Where(option => option.Name != Out)) is { } given)
        {
            throw UsageError.Of($"{given} is in the journal since the campaign began, and {(request.Resume ? Resume : Status)} takes it from there; leave it out");
        }

        if (words.Has("--seed") && !request.Options.Shuffle)
        {
            throw UsageError.Of("--seed is the start of a random order, which --shuffle asks for; add --shuffle");
        }

        CampaignOptions options = request.Options;
        request = request with
        {
            Options = options with { Seed = !options.Shuffle || words.Has("--seed") ? options.Seed : composition.NewSeed() },
        };
        return new CampaignCommandRun(terminal, composition).Execute(request);
    }
}
