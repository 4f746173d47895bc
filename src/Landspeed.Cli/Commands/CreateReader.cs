using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Creating;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>create</c> into a request, or says which of them cannot be.</summary>
internal sealed class CreateReader
{
    private const ulong DefaultSeed = 1;

    private readonly CreateSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentReader _shared;

    internal CreateReader(CreateSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _shared = new ExperimentReader(symbols.Shared, _words, parts);
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line.</param>
    internal ExperimentRequest Read(IReadOnlyList<string> line)
    {
        FilePath place = Place();
        return _shared.Read(CreateSymbols.Verb, line, place, settings => new CreateExperiment(new DataSetOptions
        {
            Directory = place,
            Shape = Shape(),
            Seed = _words.Has(_symbols.Shared.Seed) ? settings.Seed : DefaultSeed,
            Overwrite = _words.IsSet(_symbols.Overwrite),
            Resume = settings.Resume,
            Keep = settings.Keep,
            Threads = _words.Count(_symbols.Threads, 64) ?? DataSetOptions.DefaultThreads,
        }));
    }

    private DataShape Shape()
    {
        DataShape preset = _symbols.Set.Read(_words, scale: 1);
        return preset with
        {
            Files = Count(_symbols.Files, DataShape.MostFiles) ?? preset.Files,
            Lines = Count(_symbols.Lines, long.MaxValue) ?? preset.Lines,
            Characters = Count(_symbols.Characters, long.MaxValue) ?? preset.Characters,
            Kind = _words.Choice(_symbols.Kind, Choices.DataKinds, DataKind.Text),
        };
    }

    private long? Count(Option<string> option, long largest) =>
        _words.Read(option, (name, text) => (long?)Values.LongCount(name, text, 1, largest));

    private FilePath Place() => _words.Names(_symbols.Place) switch
    {
        [] => throw UsageError.Of("no directory named; for example: landspeed create data --scale 0.1"),
        [var name] => Values.Path("DIRECTORY", name),
        var names => throw UsageError.Of(
            $"more than one directory named: {string.Join(", ", names.Select(Shown.Value))}; create takes one at a time"),
    };
}
