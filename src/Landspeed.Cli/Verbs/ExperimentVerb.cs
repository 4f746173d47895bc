using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>A verb that carries an experiment out: it declares its options and makes the experiment from them.</summary>
internal abstract class ExperimentVerb : Verb
{
    private protected ExperimentVerb(string name, string job, Terminal terminal, Composition composition)
        : base(name, job)
    {
        (Terminal, Composition) = (terminal, composition);
    }

    /// <summary>Where results and messages go.</summary>
    private protected Terminal Terminal { get; }

    /// <summary>The parts of the command.</summary>
    private protected Composition Composition { get; }

    /// <summary>The options of the experiment alone.</summary>
    private protected abstract IReadOnlyList<OptionGroup> Own { get; }

    /// <summary>What it takes of that which every experiment takes.</summary>
    private protected abstract OptionGroup<ExperimentSettings> Settings { get; }

    private OptionGroup<ResultOutputs> Results { get; } = SharedOptions.ResultsWithColumns(SharedOptions.Formats);

    /// <inheritdoc/>
    internal sealed override IReadOnlyList<OptionGroup> Groups => [.. Own, Settings, Results];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((1, "failed, or some cases failed"), (5, "a file shrank during the run"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words) => new ExperimentCall(Terminal, Composition).Execute(Request(words));

    /// <summary>Makes the experiment.</summary>
    private protected abstract IExperiment Experiment(GivenWords words, ExperimentSettings settings);

    /// <summary>The directory in which the journal lies when nothing else is said.</summary>
    private protected virtual FilePath JournalDirectory(GivenWords words) => FilePath.FromText(".");

    /// <summary>Refuses what is too large to begin without being asked; by default nothing is.</summary>
    /// <exception cref="ExperimentException">Refused.</exception>
    private protected virtual void Consent(GivenWords words, ExperimentPlan plan)
    {
    }

    /// <summary>Reads all words.</summary>
    private protected ExperimentRequest Request(GivenWords words)
    {
        FilePath directory = JournalDirectory(words);
        ResultOutputs outputs = Results.Read(words, new ResultOutputs());
        outputs.Check();
        ExperimentSettings settings = Settings.Read(words, new ExperimentSettings());
        bool keepsRuns = Settings.Options.Any(option => option.Name == "--journal");
        string? journal = keepsRuns ? JournalPlace.Find(Name, settings.Journal, outputs, directory) : null;
        settings = settings with { Seed = Seed(settings, journal) };
        return new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = Experiment(words, settings),
                Journal = journal,
                Resume = settings.Resume && journal is not null,
                KeepJournal = settings.Journal is not null,
            },
            Outputs = outputs,
            ShowProgress = !settings.Quiet,
            ShowPlan = settings.ShowPlan,
            Consent = plan => Consent(words, plan),
            ContinueCommand = words.ContinueCommand(settings.Resume),
        };
    }

    /// <summary>The options of an experiment that compares cases.</summary>
    /// <param name="full">What <c>--full</c> stands for.</param>
    /// <param name="repetitions">How often a case runs when nothing is said.</param>
    private protected static OptionGroup<ExperimentSettings> Comparison(string full, string repetitions) => new("The runs")
    {
        { Flag("--full", full), settings => settings with { Full = true } },
        { SharedOptions.Repeat(repetitions), (settings, runs) => settings with { Repetitions = runs } },
        { SharedOptions.Seed(), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag("--resume", "Resume an interrupted run"), settings => settings with { Resume = true } },
        { SharedOptions.Journal("in the directory of the experiment"), (settings, file) => settings with { Journal = file } },
        { Flag("--keep", "Keep the files created by the experiment"), settings => settings with { Keep = true } },
        { Flag("--quiet", "Show no progress"), settings => settings with { Quiet = true } },
    };

    /// <summary>The options of work that is done once.</summary>
    private protected static OptionGroup<ExperimentSettings> SingleWork() => new("The run")
    {
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag("--quiet", "Show no progress"), settings => settings with { Quiet = true } },
    };

    // An experiment that is continued keeps its own.
    private ulong Seed(ExperimentSettings settings, string? journal)
    {
        if (!settings.Resume || journal is null)
        {
            return settings.GivenSeed ?? Composition.NewSeed();
        }

        ulong kept = Composition.Runner.SetupOf(journal, "experiment").Seed;
        return settings.GivenSeed is not { } given || given == kept
            ? kept
            : throw UsageError.Of(FormattableString.Invariant(
                $"--seed {given} contradicts the experiment being resumed, which has seed {kept}; leave --seed out"));
    }
}

/// <summary>What a person asked of any experiment.</summary>
internal sealed record ExperimentSettings
{
    /// <summary>Start of the pseudo-random order and data that was given; null: none was.</summary>
    internal ulong? GivenSeed { get; init; }

    /// <summary>Start of the pseudo-random order and data: the given one, or a new one.</summary>
    internal ulong Seed { get; init; }

    /// <summary>Runs of each case; null: as the experiment has it.</summary>
    internal int? Repetitions { get; init; }

    /// <summary>Whether the authors' own sizes are asked for.</summary>
    internal bool Full { get; init; }

    /// <summary>Whether files that the experiment makes stay.</summary>
    internal bool Keep { get; init; }

    /// <summary>Whether interrupted work is continued.</summary>
    internal bool Resume { get; init; }

    /// <summary>The file that was named for the runs; null: none was.</summary>
    internal string? Journal { get; init; }

    /// <summary>Whether the plan is printed, and nothing done.</summary>
    internal bool ShowPlan { get; init; }

    /// <summary>Whether progress is left out.</summary>
    internal bool Quiet { get; init; }
}
