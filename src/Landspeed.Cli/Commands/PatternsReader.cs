using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Trials;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>patterns</c> into a request, or says which of them cannot be.</summary>
internal sealed class PatternsReader
{
    private const int FullRepetitions = 11;

    private static readonly (string Word, ApiOrder Value)[] s_orders =
        [("sequential", ApiOrder.Sequential), ("random", ApiOrder.Random)];

    private static readonly (string Word, ApiOperation Value)[] s_operations =
        [("read", ApiOperation.Read), ("write", ApiOperation.Write)];

    private static readonly (string Word, ApiFlush Value)[] s_flushes = [("on", ApiFlush.On), ("off", ApiFlush.Off)];

    private static readonly (string Word, CacheFlush Value)[] s_cacheFlushes =
        [("drop", CacheFlush.Drop), ("second-file", CacheFlush.SecondFile), ("none", CacheFlush.None)];

    private readonly PatternsSymbols _symbols;
    private readonly GivenWords _words;
    private readonly ExperimentParts _parts;

    internal PatternsReader(PatternsSymbols symbols, ParseResult words, ExperimentParts parts)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
        _parts = parts;
    }

    /// <summary>Reads the request.</summary>
    /// <param name="line">All words of the command line.</param>
    internal ExperimentRequest Read(IReadOnlyList<string> line)
    {
        CheckKind();
        FilePath place = ExperimentPlace.Directory(_words.Names(_symbols.Place), PatternsSymbols.Verb);
        var common = new ExperimentReader(_symbols.Common, _words, _parts);
        return common.Read(PatternsSymbols.Verb, line, place, settings => Experiment(place, settings));
    }

    private IExperiment Experiment(FilePath place, ExperimentSettings settings)
    {
        if (settings.Keep)
        {
            throw UsageError.Of("--keep keeps nothing here: the files are those of single runs; see landspeed create for data that stays");
        }

        return _words.IsSet(_symbols.Modes) ? new FileModesExperiment(place, settings.Seed, settings.Repetitions ?? 1)
            : _words.IsSet(_symbols.Apis) ? new ApisExperiment(Apis(place, settings))
            : new StylesExperiment(Styles(place, settings));
    }

    private StylesOptions Styles(FilePath place, ExperimentSettings settings)
    {
        var options = new StylesOptions { Directory = place, Seed = settings.Seed, Full = settings.Full };
        return options with
        {
            Records = _words.Read(
                _symbols.Records, (name, text) => (long?)Values.LongCount(name, text, 1, StylesOptions.MostRecords))
                ?? (settings.Full ? StylesOptions.FullRecords : options.Records),
            Styles = Names(_symbols.Styles, StylesOptions.AllStyles),
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : options.Repetitions),
        };
    }

    private ApiOptions Apis(FilePath place, ExperimentSettings settings)
    {
        var options = new ApiOptions { Directory = place, Seed = settings.Seed, Full = settings.Full };
        return options with
        {
            Apis = Names(_symbols.Api, ApiOptions.AllApis),
            FileLength = _words.Size(_symbols.Size) ?? options.FileLength,
            RecordSizes = _words.Read(_symbols.RecordSize, Sizes) ?? (settings.Full ? ApiOptions.AllRecordSizes : options.RecordSizes),
            Orders = Listed(_symbols.Order, s_orders) ?? options.Orders,
            Operations = Listed(_symbols.Operation, s_operations) ?? options.Operations,
            Flushes = Listed(_symbols.Flush, s_flushes) ?? options.Flushes,
            CacheFlush = _words.Choice(_symbols.FlushCache, s_cacheFlushes, options.CacheFlush),
            Time = _words.Read(_symbols.Time, (name, text) => (TimeSpan?)Values.Time(name, text))
                ?? (settings.Full ? null : options.Time),
            Repetitions = settings.Repetitions ?? options.Repetitions,
        };
    }

    private static IReadOnlyList<int> Sizes(string name, string text) =>
        [.. ValueLists.Sizes(name, text, 1, ApiOptions.MostRecordSize).Select(size => (int)size)];

    private IReadOnlyList<T>? Listed<T>(Option<string> option, (string Word, T Value)[] choices) =>
        _words.Read(option, (name, text) => ValueLists.Choices(name, text, choices));

    private IReadOnlyList<string> Names(Option<string> option, IReadOnlyList<string> known)
    {
        (string Word, int Value)[] choices = [.. known.Select((name, index) => (name, index))];
        return Listed(option, choices)?.Select(index => known[index]).ToArray() ?? known;
    }

    private void CheckKind()
    {
        bool modes = _words.IsSet(_symbols.Modes);
        bool apis = _words.IsSet(_symbols.Apis);
        if (modes && apis)
        {
            throw UsageError.Of("--modes and --apis are two experiments; give one of them");
        }

        Option? lost = apis ? null : Array.Find(_symbols.OfApis, _words.Has);
        if (lost is not null)
        {
            throw UsageError.Of($"{lost.Name} is for the comparison of APIs; add --apis");
        }

        lost = modes || apis ? Array.Find(_symbols.OfStyles, _words.Has) : null;
        if (lost is not null)
        {
            throw UsageError.Of($"{lost.Name} is for the programming styles; leave {(modes ? "--modes" : "--apis")} out");
        }
    }
}
