using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Engine;
using Landspeed.Experiments;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Files;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>iospeed</c>: <c>measure</c> with the options of the 2004 tool (MSR-TR-2004-136, appendix).</summary>
internal static class Iospeed
{
    private const long DefaultFileSize = 1L << 30;
    private const long DefaultRequestSize = 64L << 10;
    private static readonly string[] WithSize = ["r", "w", "x", "p"];
    private static readonly TimeSpan DefaultTime = TimeSpan.FromSeconds(30);

    private const string Usage = """
        Description:
          Measures sequential file I/O with the options of the 2004 tool, and adds the CPU cost per byte
          and where the bytes came from. Sizes: K, M and G are powers of two.

        Usage:
          iospeed [options] FILE          (or: landspeed iospeed [options] FILE)

        Options; values attached (-t30) or separate (-t 30):
          -r[size]     Read test, and the file's size (default: -r1G). A missing file is created with
                       incompressible data, a smaller one is extended.
          -w[size]     Write test within the file, again and again (default size: 1G).
          -t<seconds>  Longest time (default: 30).
          -b<size>     Request size, 1 to 2147479552 bytes (default: 64K).
          -a<n>        Asynchronous with n requests in flight, 1 to 4096 (default: synchronous).
          -d           Disable all caching: direct I/O, an error where there is none (default: buffered).
          -s<pct>      Distance of the next request in percent of the file: 0 sequential, 100 seeks
                       anywhere (default: 0).
          -x<size>     Delete, create and extend by synchronous appends of the request size.
          -p<size>     The same, blocks reserved first. -w<size> -p: a write test on reserved blocks.
          -c           Touch every byte.
          -q           Quiet: one line of comma separated values, no progress.

          --overwrite  Allow -w, -x, -p and extending on a file that landspeed did not create; its
                       content is lost. Without it such a file is refused (exit code 3).
          --keep       Keep a created file even when the run is stopped or fails.
          --json FILE  Write the result as JSON; - for standard output. --csv FILE the same as CSV.
          --dry-run    Print the plan and touch nothing.
          --no-color   No colours.  --version  Show the version.  --help, -h, -?  Show this help.

        Examples:
          iospeed -t30 -b64K -r1G -s0 a.dat     the defaults, the same as: iospeed a.dat
          iospeed -t60 -p100M a.dat             create 100 MiB with blocks reserved first
          iospeed -t30 -w100M -p a.dat          write within 100 MiB of reserved blocks
          iospeed -a2 -b256K a.dat              asynchronous, two requests of 256 KiB in flight

        """;

    /// <summary>The program.</summary>
    internal static ClassicProgram Program { get; } = new(
        "iospeed", "measure, as in 2004: iospeed -t30 -b64K -r1G -s0 a.dat", Usage, Run);

    /// <summary>Reads a command line.</summary>
    /// <param name="words">The words after the program's name.</param>
    /// <returns>The request.</returns>
    /// <exception cref="ExperimentException">A word cannot be, or two contradict each other.</exception>
    internal static ExperimentRequest Parse(IReadOnlyList<string> words) => Read(IospeedWords.Scan(words));

    private static ExperimentRequest Read(IospeedWords words)
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
        return new ExperimentRequest
        {
            Task = new ExperimentTask { Experiment = new MeasureExperiment(options) },
            Outputs = new ResultOutputs
            {
                Json = words.Value("json"),
                Csv = words.Value("csv"),
                Format = words.Has("q") ? ResultFormat.QuietLine : null,
            },
            ShowProgress = !words.Has("q"),
            ShowPlan = words.Has("dry-run"),
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

    private static int Run(string[] words, Terminal terminal, Composition composition)
    {
        if (words.Length == 0)
        {
            throw UsageError.Of("no file named; for example: iospeed -t30 -b64K -r1G -s0 a.dat (see iospeed --help)");
        }

        var scanned = IospeedWords.Scan(words);
        terminal.OutputHasColor &= !scanned.Has("no-color");
        string? question = scanned.Has("help") ? "--help" : scanned.Has("version") ? "--version" : null;
        return Program.Answers(question, terminal)
            ? (int)Outcome.Done
            : new ExperimentRun(terminal, composition).Execute(Read(scanned));
    }
}
