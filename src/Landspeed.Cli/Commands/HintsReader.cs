using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Hints;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>hints</c> into a request, or says which of them cannot be.</summary>
internal sealed class HintsReader
{
    private const int FullRepetitions = 11;
    private const int MostFiles = 1_000_000;

    private static readonly (string Word, AccessHint Value)[] s_hints =
        [.. Enum.GetValues<AccessHint>().Select(hint => (HintNames.Of(hint), hint))];

    private static readonly (string Word, AccessPattern Value)[] s_patterns =
        [.. Enum.GetValues<AccessPattern>().Select(pattern => (pattern.ToString().ToLowerInvariant(), pattern))];

    private readonly HintsSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentParts _parts;

    internal HintsReader(HintsSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _parts = parts;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line.</param>
    internal ExperimentRequest Read(IReadOnlyList<string> line)
    {
        FilePath place = ExperimentPlace.Directory(_words.Names(_symbols.Place), HintsSymbols.Verb);
        var common = new ExperimentReader(_symbols.Common, _words, _parts);
        return common.Read(HintsSymbols.Verb, line, place, settings => new HintExperiment(Options(place, settings)));
    }

    private HintOptions Options(FilePath place, ExperimentSettings settings)
    {
        var options = new HintOptions { Place = place, Seed = settings.Seed, Full = settings.Full, Keep = settings.Keep };
        return options with
        {
            Files = _words.Count(_symbols.Files, MostFiles) ?? options.Files,
            FileSize = _words.Size(_symbols.FileSize) ?? options.FileSize,
            Bytes = _words.Size(_symbols.Bytes) ?? Math.Min(options.Bytes, _words.Size(_symbols.FileSize) ?? options.FileSize),
            Reads = _words.Count(_symbols.Reads, int.MaxValue) ?? options.Reads,
            Pattern = _words.Choice(_symbols.Pattern, s_patterns, options.Pattern),
            Hints = _words.Read(_symbols.Hints, (name, text) => ValueLists.Choices(name, text, s_hints)) ?? options.Hints,
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : options.Repetitions),
        };
    }
}
