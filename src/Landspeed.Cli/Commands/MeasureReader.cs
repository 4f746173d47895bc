using System.CommandLine;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Engine;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>measure</c> into a request, or says which of them cannot be.</summary>
internal sealed class MeasureReader
{
    private readonly MeasureSymbols _symbols;
    private readonly GivenWords _words;

    internal MeasureReader(MeasureSymbols symbols, ParseResult words)
    {
        _symbols = symbols;
        _words = new GivenWords(words);
    }

    /// <summary>Reads the request.</summary>
    internal MeasureRequest Read()
    {
        MeasurementOptions options = Case();
        Contradictions.Check(options, _words, _symbols);
        return new MeasureRequest
        {
            Options = options,
            Outputs = new ResultOutputs
            {
                Json = _words.Text(_symbols.Json),
                Csv = _words.Text(_symbols.Csv),
                Format = _words.Choice(_symbols.Format, Choices.Formats, null),
            },
            ShowProgress = !_words.IsSet(_symbols.Quiet),
            PlanOnly = _words.IsSet(_symbols.DryRun),
            ExpectedVerdict = _words.Choice(_symbols.Strict, Choices.Verdicts, null),
        };
    }

    private MeasurementOptions Case()
    {
        MeasuredOperation operation = Operation();
        EngineChoice engine = _words.Choice(_symbols.Engine, Choices.Engines, EngineChoice.Automatic);
        FileApi api = _words.Choice(_symbols.Api, Choices.Apis, FileApi.Engine);
        (IoMode mode, Necessity necessity) = _words.Choice(
            _symbols.Mode,
            Choices.Modes,
            api == FileApi.FileStream ? (IoMode.Buffered, Necessity.Required) : (IoMode.Direct, Necessity.Preferred));
        bool oneRequest = engine == EngineChoice.Synchronous || api == FileApi.FileStream;
        long? bytes = _words.Size(_symbols.Bytes);
        bool bounded = bytes is not null || operation == MeasuredOperation.Extend;
        var defaults = new MeasurementOptions { Path = File() };
        return defaults with
        {
            Operation = operation,
            Mode = mode,
            ModeNecessity = necessity,
            RequestSize = _words.Size(_symbols.RequestSize, EngineLimits.MaximumTransfer) ?? defaults.RequestSize,
            Api = api,
            QueueDepth = _words.Count(_symbols.QueueDepth, EngineLimits.MaximumQueueDepth) ?? (oneRequest ? 1 : defaults.QueueDepth),
            Threads = _words.Count(_symbols.Threads, 256) ?? defaults.Threads,
            DistancePct = Distance(),
            Time = _words.Read(_symbols.Time, (name, text) => (TimeSpan?)Values.Time(name, text))
                ?? (bounded ? Values.LongestTime : defaults.Time),
            Bytes = bytes,
            Size = _words.Size(_symbols.Size),
            Preparation = _words.Choice(_symbols.Preallocate, Choices.Preparations, null),
            Touch = _words.IsSet(_symbols.Touch),
            Cold = _words.IsSet(_symbols.Cold),
            Engine = engine,
            Flush = _words.Choice(_symbols.Flush, Choices.Flushes, FlushPolicy.None),
            Repeat = _words.Count(_symbols.Repeat, 1000) ?? defaults.Repeat,
            Overwrite = _words.IsSet(_symbols.Overwrite),
            Keep = _words.IsSet(_symbols.Keep),
            Seed = _words.Read(_symbols.Seed, (name, text) => (ulong?)Values.Seed(name, text)) ?? defaults.Seed,
        };
    }

    private FilePath File()
    {
        string[] names = _words.Names(_symbols.File);
        return names switch
        {
            [var name] => Values.Path("FILE", name),
            [] => throw UsageError.Of("no file named; for example: landspeed measure big.dat"),
            _ => throw UsageError.Of(
                $"more than one file named: {string.Join(", ", names.Select(Shown.Value))}; " +
                (names.Any(IsVerdict) ? "a verdict is attached: --strict=cache" : "measure takes one at a time")),
        };
    }

    private static bool IsVerdict(string word) =>
        Choices.Verdicts.Any(choice => string.Equals(choice.Word, word, StringComparison.OrdinalIgnoreCase));

    private MeasuredOperation Operation()
    {
        (string Name, MeasuredOperation Operation)[] given =
        [
            .. new[]
            {
                (_symbols.Read, MeasuredOperation.Read),
                (_symbols.Write, MeasuredOperation.Write),
                (_symbols.Extend, MeasuredOperation.Extend),
            }
            .Where(pair => _words.IsSet(pair.Item1)).Select(pair => (pair.Item1.Name, pair.Item2)),
        ];
        return given.Length <= 1
            ? given.FirstOrDefault().Operation
            : throw UsageError.Of($"{string.Join(" and ", given.Select(pair => pair.Name))} exclude each " +
                "other; name one");
    }

    private double Distance()
    {
        double? distance = _words.Read(_symbols.Distance, (name, text) => (double?)Values.Percent(name, text));
        double? pattern = _words.Choice(_symbols.Pattern, Choices.Patterns, null);
        return (distance, pattern) switch
        {
            ({ } given, { } named) when given != named => throw UsageError.Of(
                $"--pattern {_words.Text(_symbols.Pattern)} and --distance {_words.Text(_symbols.Distance)} contradict each " +
                "other; name one"),
            _ => distance ?? pattern ?? 0,
        };
    }
}
