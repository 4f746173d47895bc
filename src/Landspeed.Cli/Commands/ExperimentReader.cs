using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words that every experiment takes.</summary>
internal sealed class ExperimentReader
{
    private readonly ExperimentSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentParts _parts;

    internal ExperimentReader(ExperimentSymbols symbols, GivenWords words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = words;
        _parts = parts;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="verb">The verb, or its sub-command.</param>
    /// <param name="line">All words of the command line, for the command that continues an interrupted experiment.</param>
    /// <param name="place">Directory in which the journal lies when nothing else is said.</param>
    /// <param name="experiment">Makes the experiment from what all experiments take.</param>
    internal ExperimentRequest Read(
        string verb, IReadOnlyList<string> line, FilePath place, Func<ExperimentSettings, IExperiment> experiment)
    {
        ResultOutputs outputs = Outputs();
        outputs.Check();
        bool resume = _words.IsSet(_symbols.Resume);
        string? journal = _symbols.Journal is { } option
            ? JournalPlace.Find(verb, _words.Text(option), outputs, place)
            : null;
        if (journal is not null)
        {
            outputs.Refuse(FilePath.FromText(journal), "the journal of the experiment");
        }

        var settings = new ExperimentSettings(
            Seed(journal, resume),
            _symbols.Repeat is { } repeat ? _words.Count(repeat, 100) : null,
            _symbols.Full is { } full && _words.IsSet(full),
            _words.IsSet(_symbols.Keep),
            resume);
        return new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = experiment(settings),
                Journal = journal,
                Resume = resume && journal is not null,
                KeepJournal = _symbols.Journal is { } named && _words.Has(named),
            },
            Outputs = outputs,
            ShowProgress = !_words.IsSet(_symbols.Quiet),
            ShowPlan = _words.IsSet(_symbols.DryRun),
            ContinueCommand = ContinueCommand.Of(line, verb, resume),
        };
    }

    private ResultOutputs Outputs() => new()
    {
        Json = _words.Text(_symbols.Json),
        Csv = _words.Text(_symbols.Csv),
        Html = _words.Text(_symbols.Html),
        Format = _words.Choice(_symbols.Format, Choices.ExperimentFormats, null),
    };

    // An experiment that is carried on keeps its own.
    private ulong Seed(string? journal, bool resume)
    {
        ulong? given = _words.Read(_symbols.Seed, (name, text) => (ulong?)Values.Seed(name, text));
        if (!resume || journal is null)
        {
            return given ?? _parts.NewSeed();
        }

        ulong kept = _parts.Runner.SetupOf(journal).Seed;
        return given is null || given == kept
            ? kept
            : throw UsageError.Of(FormattableString.Invariant(
                $"--seed {given} contradicts the experiment to --resume, which has the seed {kept}; leave --seed out"));
    }
}
