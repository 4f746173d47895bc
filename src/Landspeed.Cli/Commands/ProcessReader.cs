using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Processing;
using Landspeed.Platform;
using Landspeed.Quantities;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>process</c> into a request, or says which of them cannot be.</summary>
internal sealed class ProcessReader
{
    private const double DefaultScale = 0.05; // with it, and three runs, about a minute
    private const int DefaultRepetitions = 3;
    private const int FullRepetitions = 5;

    private readonly ProcessSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentReader _shared;

    internal ProcessReader(ProcessSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _shared = new ExperimentReader(symbols.Shared, _words, parts);
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line, for the command that continues an interrupted experiment.</param>
    internal ExperimentRequest Read(IReadOnlyList<string> line)
    {
        FilePath? input = Input();
        RefuseDataSet(input);

        // Not in the input: there it would be one more file to process.
        FilePath place = input is null
            ? FilePath.FromText(".") : FilePath.FromText(Path.GetFullPath(input.Text)).Parent;
        return _shared.Read(ProcessSymbols.Verb, line, place, settings => new ProcessExperiment(Options(input, settings)));
    }

    private ProcessOptions Options(FilePath? input, ExperimentSettings settings)
    {
        var defaults = new ProcessOptions
        {
            Data = _symbols.Set.Read(_words, settings.Full ? 1 : DefaultScale),
            Seed = settings.Seed,
        };
        return defaults with
        {
            Input = input,
            Output = _words.Read(_symbols.Output, Values.Path),
            Overwrite = _words.IsSet(_symbols.Overwrite),
            Keep = settings.Keep,
            Full = settings.Full,
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : DefaultRepetitions),
            Strategies = List(_symbols.Strategy, Choices.Strategies) ?? defaults.Strategies,
            Threads = Counts(_symbols.Threads, 1, 64) ?? defaults.Threads,
            Passes = Counts(_symbols.Work, 0, 100_000) ?? defaults.Passes,
            BufferSizes = _words.Read(_symbols.Buffer, Buffers) ?? defaults.BufferSizes,
            Hints = List(_symbols.Hint, Choices.Hints) ?? defaults.Hints,
        };
    }

    private static IReadOnlyList<ByteCount> Buffers(string name, string text) =>
        [.. ValueLists.Sizes(name, text, 1, 16 << 20).Select(bytes => new ByteCount(bytes))];

    private IReadOnlyList<int>? Counts(Option<string> option, int smallest, int largest) =>
        _words.Read(option, (name, text) => ValueLists.Counts(name, text, smallest, largest));

    private IReadOnlyList<T>? List<T>(Option<string> option, IReadOnlyList<(string Word, T Value)> choices) =>
        _words.Read(option, (name, text) => ValueLists.Choices(name, text, choices));

    private FilePath? Input() => _words.Names(_symbols.Place) switch
    {
        [] => null,
        [var name] => Values.Path("DIR", name),
        var names => throw UsageError.Of(
            $"more than one directory named: {string.Join(", ", names.Select(Shown.Value))}; process takes one at a time"),
    };

    private void RefuseDataSet(FilePath? input)
    {
        Option? given = _words.IsSet(_symbols.Shared.Full!) ? _symbols.Shared.Full
            : new Option[] { _symbols.Set.Preset, _symbols.Set.Scale }.FirstOrDefault(_words.Has);
        if (input is not null && given is not null)
        {
            throw UsageError.Of(
                $"{given.Name} is about the data set that is made when no directory is named; leave it out, or leave " +
                $"{Shown.Value(input.Text)} out");
        }
    }
}
