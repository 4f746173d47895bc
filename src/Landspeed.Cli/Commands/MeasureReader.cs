using System.CommandLine;
using System.CommandLine.Parsing;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Commands;

/// <summary>Reads the words of <c>measure</c> into a request, or says which of them cannot be.</summary>
internal sealed class MeasureReader
{
    // linux/fs.h MAX_RW_COUNT: a read or write moves at most 2,147,479,552 bytes (INT_MAX rounded down to pages).
    private const long LargestRequest = 2_147_479_552;
    private readonly MeasureSymbols _symbols;
    private readonly ParseResult _words;

    internal MeasureReader(MeasureSymbols symbols, ParseResult words)
    {
        _symbols = symbols;
        _words = words;
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
                Json = Text(_symbols.Json),
                Csv = Text(_symbols.Csv),
                Format = Choice(_symbols.Format, Choices.Formats, null),
            },
            ShowProgress = !_words.GetValue(_symbols.Quiet),
            PlanOnly = _words.GetValue(_symbols.DryRun),
            ExpectedVerdict = Choice(_symbols.Strict, Choices.Verdicts, null),
        };
    }

    private MeasurementOptions Case()
    {
        MeasuredOperation operation = Operation();
        EngineChoice engine = Choice(_symbols.Engine, Choices.Engines, EngineChoice.Automatic);
        (IoMode mode, Necessity necessity) = Choice(
            _symbols.Mode, Choices.Modes, (IoMode.Direct, Necessity.Preferred));
        long? bytes = Size(_symbols.Bytes);
        bool bounded = bytes is not null || operation == MeasuredOperation.Extend;
        var defaults = new MeasurementOptions { Path = File() };
        return defaults with
        {
            Operation = operation,
            Mode = mode,
            ModeNecessity = necessity,
            RequestSize = Size(_symbols.RequestSize, LargestRequest) ?? defaults.RequestSize,
            QueueDepth = Count(_symbols.QueueDepth, 4096)
                ?? (engine == EngineChoice.Synchronous ? 1 : defaults.QueueDepth),
            Threads = Count(_symbols.Threads, 256) ?? defaults.Threads,
            DistancePct = Distance(),
            Time = Optional(_symbols.Time, (name, text) => (TimeSpan?)Values.Time(name, text))
                ?? (bounded ? Values.LongestTime : defaults.Time),
            Bytes = bytes,
            Size = Size(_symbols.Size),
            Preparation = Choice(_symbols.Preallocate, Choices.Preparations, null),
            Touch = _words.GetValue(_symbols.Touch),
            Cold = _words.GetValue(_symbols.Cold),
            Engine = engine,
            Flush = Choice(_symbols.Flush, Choices.Flushes, FlushPolicy.None),
            Repeat = Count(_symbols.Repeat, 1000) ?? defaults.Repeat,
            Overwrite = _words.GetValue(_symbols.Overwrite),
            Keep = _words.GetValue(_symbols.Keep),
            Seed = Optional(_symbols.Seed, (name, text) => (ulong?)Values.Seed(name, text)) ?? defaults.Seed,
        };
    }

    // The parser takes an option that it does not know for a file; only after -- a file may begin with a dash.
    private FilePath File()
    {
        string[] names = _words.GetValue(_symbols.File) ?? [];
        bool escaped = _words.Tokens.Any(token => token.Type == TokenType.DoubleDash);
        if (!escaped && names.FirstOrDefault(name => name.StartsWith('-')) is { } unknown)
        {
            throw UsageError.Of(
                $"unknown option {Shown.Value(unknown)}; see landspeed measure --help (a file of that name: " +
                $"./{unknown})");
        }

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
            .Where(pair => _words.GetValue(pair.Item1)).Select(pair => (pair.Item1.Name, pair.Item2)),
        ];
        return given.Length <= 1
            ? given.FirstOrDefault().Operation
            : throw UsageError.Of($"{string.Join(" and ", given.Select(pair => pair.Name))} exclude each " +
                "other; name one");
    }

    private double Distance()
    {
        double? distance = Optional(_symbols.Distance, (name, text) => (double?)Values.Percent(name, text));
        double? pattern = Choice(_symbols.Pattern, Choices.Patterns, null);
        return (distance, pattern) switch
        {
            ({ } given, { } named) when given != named => throw UsageError.Of(
                $"--pattern {Text(_symbols.Pattern)} and --distance {Text(_symbols.Distance)} contradict each " +
                "other; name one"),
            _ => distance ?? pattern ?? 0,
        };
    }

    private long? Size(Option<string> option, long largest = long.MaxValue) =>
        Optional(option, (name, text) => (long?)Values.Size(name, text, 1, largest));

    private int? Count(Option<string> option, int largest) =>
        Optional(option, (name, text) => (int?)Values.Count(name, text, 1, largest));

    private T Choice<T>(Option<string> option, IReadOnlyList<(string Word, T Value)> choices, T absent) =>
        Text(option) is { } text ? Values.Choice(option.Name, text, choices) : absent;

    private T? Optional<T>(Option<string> option, Func<string, string, T?> read) =>
        Text(option) is { } text ? read(option.Name, text) : default;

    private string? Text(Option<string> option) => _words.GetValue(option);
}
