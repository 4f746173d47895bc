using Landspeed.Cli.Arguments;
using Landspeed.Cli.Commands;
using Landspeed.Cli.Output;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>Gives the words of the 2004 grammar their meaning (MSR-TR-2004-136, appendix).</summary>
internal static class IospeedGrammar
{
    private const long DefaultFileSize = 1L << 30;
    private const long DefaultRequestSize = 64L << 10;
    private static readonly string[] WithSize = ["r", "w", "x", "p"];
    private static readonly TimeSpan DefaultTime = TimeSpan.FromSeconds(30);

    /// <summary>Reads a command line.</summary>
    /// <param name="words">The words after the program's name.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A word cannot be, or two contradict each other.</exception>
    internal static MeasureRequest Parse(IReadOnlyList<string> words) => Read(IospeedScanner.Scan(words));

    internal static MeasureRequest Read(IospeedWords words)
    {
        CheckContradictions(words);
        bool asynchronous = words.Has("a");
        var options = new MeasurementOptions
        {
            Path = File(words),
            Operation = Operation(words),
            Mode = words.Has("d") ? IoMode.Direct : IoMode.Buffered,
            ModeNecessity = Necessity.Required,
            RequestSize = words.Value("b") is { } request
                ? Values.Size("-b", request, 1, EngineLimits.MaximumTransfer)
                : DefaultRequestSize,
            QueueDepth = words.Value("a") is { } depth
                ? Values.Count("-a", depth, 1, EngineLimits.MaximumQueueDepth)
                : 1,
            Engine = asynchronous ? EngineChoice.Automatic : EngineChoice.Synchronous,
            DistancePct = words.Value("s") is { } distance ? Values.Percent("-s", distance) : 0,
            Time = words.Value("t") is { } time ? Values.Time("-t", time) : DefaultTime,
            Size = FileSize(words),
            Preparation = Preparation(words),
            Touch = words.Has("c"),
            Overwrite = words.Has("overwrite"),
            Keep = words.Has("keep"),
        };
        return new MeasureRequest
        {
            Options = options,
            Outputs = new ResultOutputs
            {
                Json = words.Value("json"),
                Csv = words.Value("csv"),
                Format = words.Has("q") ? ResultFormat.QuietLine : null,
            },
            ShowProgress = !words.Has("q"),
            PlanOnly = words.Has("dry-run"),
        };
    }

    private static FilePath File(IospeedWords words) => words.Files switch
    {
        [var name] => Values.Path("FILE", name),
        [] => throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat"),
        var names => throw UsageError.Of(
            $"more than one file named: {string.Join(", ", names.Select(Shown.Value))}; " +
            "one at a time (sizes are numbers with K, M or G, for example -r 1G)"),
    };

    // -x and -p<size> create and extend; -p beside -w is a write test on a file whose blocks were reserved first.
    private static MeasuredOperation Operation(IospeedWords words) =>
        words.Has("x") || words.Value("p") is not null || (words.Has("p") && !words.Has("w")) ? MeasuredOperation.Extend
        : words.Has("w") ? MeasuredOperation.Write
        : MeasuredOperation.Read;

    private static FilePreparation? Preparation(IospeedWords words) =>
        words.Has("p") ? FilePreparation.Reserve
        : words.Has("x") ? FilePreparation.None
        : null;

    private static long FileSize(IospeedWords words)
    {
        (string Option, long Size)[] sizes =
        [
            .. WithSize.Where(letter => words.Value(letter) is not null)
                .Select(letter => ($"-{letter}{words.Value(letter)}", Values.Size($"-{letter}", words.Value(letter)!))),
        ];
        return sizes.Select(size => size.Size).Distinct().Count() <= 1
            ? sizes.Select(size => size.Size).FirstOrDefault(DefaultFileSize)
            : throw UsageError.Of(
                $"{string.Join(" and ", sizes.Select(size => size.Option))} name different file sizes; name one");
    }

    private static void CheckContradictions(IospeedWords words)
    {
        Exclude(words, "r", "w", "is a read test", "is a write test");
        Exclude(words, "r", "x", "is a read test", "extends the file");
        Exclude(words, "r", "p", "is a read test", "extends the file");
        Exclude(words, "x", "p", "extends a file that was not preallocated", "one that was");
        if (words.Has("a") && Operation(words) == MeasuredOperation.Extend)
        {
            throw UsageError.Of("-x and -p extend by synchronous appends, -a is asynchronous; leave one of them out");
        }
    }

    private static void Exclude(IospeedWords words, string one, string other, string meaning, string otherMeaning)
    {
        if (words.Has(one) && words.Has(other))
        {
            throw UsageError.Of($"-{one} {meaning} and -{other} {otherMeaning}; name one of them");
        }
    }
}
