using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Campaigns;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>campaign</c>: a list of commands.</summary>
internal sealed class CampaignVerb(Terminal terminal, Composition composition, Verb root) : Verb(
    "campaign", "Run a list of commands unattended; resume after any interruption.")
{
    private const string Example = "for example: landspeed campaign night.txt";
    private const string Out = "--out";
    private const string Resume = "--resume";
    private const string Status = "--status";
    private const string DryRun = "--dry-run";

    private readonly OptionGroup<CampaignOptions> _campaign = new("The campaign")
    {
        {
            Path(Out, ValueForm.Directory, "Directory for journal, outputs and results; must not exist yet", "FILE.campaign"),
            (options, directory) => options with { Directory = directory }
        },
        { Count("--repeat", "Runs of each command, in rounds", 1, 1000, "1"), (options, count) => options with { Repeat = count } },
        { Flag("--shuffle", "Shuffle the commands of each round"), options => options with { Shuffle = true } },
        { SharedOptions.Seed(), (options, seed) => options with { Seed = seed } },
        {
            Time("--settle", "Before each command wait for the machine to become idle, at most this long", "5m", "0s"),
            (options, time) => options with { Settle = time }
        },
        { Time("--command-limit", "End a command that takes longer, and continue with the next", "1h", "100ms", "480h"), (options, time) => options with { Limit = time } },
        { Flag("--cold", "Drop the machine's page cache before each command (needs root)"), options => options with { Cold = true } },
        {
            Flag("--reboot", "Reboot between commands (needs root); a systemd unit or a cron line resumes the campaign and is removed at its end"),
            options => options with { Reboot = true }
        },
        { Flag("--stop-on-failure", "Stop after a command that failed (default: continue with the next)"), options => options with { StopOnFailure = true } },
    };

    private readonly OptionGroup<CampaignRequest> _running = new("The command")
    {
        { SharedOptions.DryRun(), request => request with { ShowPlan = true } },
        { Flag(Resume, "Resume from its journal a campaign that was stopped, killed or cut off by power loss"), request => request with { Resume = true } },
        { Flag(Status, "Show what is done, failed, interrupted and left, even while it runs; run nothing"), request => request with { ShowStatus = true } },
        { Flag("--quiet", "Show no progress"), request => request with { Quiet = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details =>
        "Each line of the file is a command, with an optional NAME: before it; lines with # are comments. A command that starts with landspeed is one of its verbs, "
        + "and its result is kept; any other is run by the shell. A failure is recorded, and the next command runs.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file of commands, one per line, or JSON.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_campaign, _running, _results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Campaign, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed campaign night.txt", "run everything, with a table at the end"),
        new("landspeed campaign night.txt --dry-run", "what would be run, in which order"),
        new("landspeed campaign night.txt --repeat 5 --shuffle --cold", "five times, each round in random order, cold"),
        new("landspeed campaign night.txt --reboot --dry-run", "and what would be installed to resume it"),
        new("landspeed campaign night.txt --status"),
        new("landspeed campaign night.txt --resume"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "a command failed, and the others ran; or the campaign cannot be read"),
        (3, "refused: the directory or its journal is not this campaign's; nothing touched"),
        (6, "out of space; --resume continues"));

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
            throw UsageError.Of($"{string.Join(" and ", several)} cannot be combined; leave all but one out");
        }

        bool isOld = request.Resume || request.ShowStatus;
        if (isOld && words.FirstOf(_campaign.Options.Where(option => option.Name != Out)) is { } given)
        {
            throw UsageError.Of($"{given} was recorded when the campaign began, and {(request.Resume ? Resume : Status)} reads it from the journal; leave it out");
        }

        if (words.Has("--seed") && !request.Options.Shuffle)
        {
            throw UsageError.Of("--seed is for the random order of --shuffle; add --shuffle");
        }

        CampaignOptions options = request.Options;
        request = request with
        {
            Options = options with { Seed = !options.Shuffle || words.Has("--seed") ? options.Seed : composition.NewSeed() },
        };
        return new CampaignCall(terminal, composition).Execute(request);
    }
}
