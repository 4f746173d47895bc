using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Experiments.Patterns.Creation;
using Landspeed.Experiments.Patterns.FileModes;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.RunLengths;
using Landspeed.Experiments.Volumes;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>patterns</c>: ways to program file I/O, every .NET file API, every FileMode, creating files, fragmented files.</summary>
internal sealed class PatternsVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "patterns",
    "Compare ways to program file I/O: styles, APIs, modes, creation.",
    terminal,
    composition)
{
    private const int FullRepetitions = 11;

    private static readonly ImageOptions s_image = new(0, ImageFileSystem.Ext4);

    private static readonly string[] s_kinds = ["--modes", "--apis", "--creation", "--run-lengths"];

    private readonly OptionGroup<object> _kind = new("Which experiment (default: programming styles)")
    {
        {
            Flag("--modes", "Open files in every FileMode instead, and compare the outcome with the documentation"),
            nothing => nothing
        },
        { Flag("--apis", "Compare every file API by record size, order, operation and flush instead"), nothing => nothing },
        { Flag("--creation", "Create files with requests of every size instead: not preallocated, with the length set, and with blocks reserved"), nothing => nothing },
        { Flag("--run-lengths", "Read and write files stored in contiguous runs of different lengths instead"), nothing => nothing },
    };

    private readonly OptionGroup<StylesOptions> _styles = new("Programming styles")
    {
        {
            Words("--styles", "Styles to compare", WordList<string>.Of(StylesOptions.AllStyles, name => name), "all"),
            (options, styles) => options with { Styles = styles }
        },
        {
            LongCount(
                "--records", "Number of 100-byte records that a style creates and reads", 1, StylesOptions.MostRecords,
                string.Create(CultureInfo.InvariantCulture, $"{StylesOptions.DefaultRecords}; full: {StylesOptions.FullRecords}")),
            (options, records) => options with { Records = records }
        },
    };

    private readonly OptionGroup<ApiOptions> _apis = new("With --apis")
    {
        {
            Words("--api", "APIs to compare", WordList<string>.Of(ApiOptions.AllApis, name => name), "all"),
            (options, apis) => options with { Apis = apis }
        },
        {
            Sizes(
                "--record-size", "Bytes of a record: powers of two", 1, ApiOptions.MostRecordSize,
                "1,64,4K,64K,1M; with --full 1..1M"),
            (options, sizes) => options with { RecordSizes = [.. sizes.Select(size => (int)size)] }
        },
        {
            Words("--order", "Order of the records", new WordList<ApiOrder>(
                ("sequential", ApiOrder.Sequential, null), ("random", ApiOrder.Random, "touches half of the file")), "both"),
            (options, orders) => options with { Orders = orders }
        },
        {
            Words("--operation", "Operations to measure", new WordList<ApiOperation>(
                ("read", ApiOperation.Read, null), ("write", ApiOperation.Write, null)), "both"),
            (options, operations) => options with { Operations = operations }
        },
        {
            Words("--flushing", "State of the cache", new WordList<ApiFlush>(
                ("on", ApiFlush.On, "cold at the start, writes timed until durable"), ("off", ApiFlush.Off, "cached")), "both"),
            (options, flushes) => options with { Flushes = flushes }
        },
        {
            SharedOptions.FlushCache(),
            (options, flush) => options with { CacheFlush = flush }
        },
    };

    private readonly OptionGroup<CreationOptions> _creation = new("With --creation")
    {
        {
            Sizes("--request-size", "Bytes of one write", 1, CreationOptions.MostRequestSize, "1,16,256,4K,16K,64K,256K,1M,4M; with --direct from 4K; with --full 1..4M"),
            (options, sizes) => options with { RequestSizes = [.. sizes.Select(size => (int)size)] }
        },
        { Flag("--direct", "Write with direct I/O, one request at a time, instead of with a FileStream"), options => options with { Mode = IoMode.Direct } },
        {
            Size(
                "--image", "Compare two temporary volumes of this size instead, in files in the directory: one clean, one full except for holes "
                    + "(needs root); they are removed at the end"),
            (options, size) => options with { Image = (options.Image ?? s_image) with { Size = size } }
        },
        {
            SharedOptions.FileSystem(),
            (options, system) => options with { Image = (options.Image ?? s_image) with { FileSystem = system } }
        },
        {
            Size("--hole-size", "Bytes of a hole in the fragmented volume: a multiple of 4 KiB", absent: Shown.Typed(CreationOptions.UsualHole)),
            (options, hole) => options with { Hole = hole }
        },
    };

    private readonly OptionGroup<RunLengthsOptions> _runLengths = new("With --run-lengths")
    {
        {
            Sizes(
                "--run-length", "Bytes of the contiguous runs of each file: multiples of the file system's block size; a file in one piece is always included",
                512, 1L << 30, "4K..1M*4; with --full 4K..8M; if the file has 4 to 65536 of them"),
            (options, lengths) => options with { RunLengths = lengths }
        },
    };

    private readonly OptionGroup<long?> _length = new("With --apis, --creation or --run-lengths")
    {
        {
            Size(
                "--size", "Length of each test file",
                absent: $"{Shown.Typed(ApiOptions.DefaultFileLength)}; with --creation {Shown.Typed(CreationOptions.UsualFileLength)}, less for small requests; "
                    + $"with --run-lengths {Shown.Typed(RunLengthsOptions.DefaultSize)}"),
            (_, size) => size
        },
    };

    private readonly OptionGroup<TimeSpan?> _time = new("With --apis or --run-lengths")
    {
        {
            Time("--time", "Maximum time of a run; a run that is cut short reports the rate of the part it did", "1s; none with --apis --full; 30ms for records below 4 KiB"),
            (_, time) => time
        },
    };

    /// <inheritdoc/>
    internal override string Details => "By byte, line or block, typed or text; or every .NET file API; or every FileMode; or creating files, preallocated or not; or fragmented files.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "Where temporary files are created (default: the current directory).", ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("patterns", "apis", "modes", "creation", "run-lengths"), UsualFiles.Journal(Name), UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["hints", "fragment", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed patterns", "programming styles, in the current directory"),
        new("landspeed patterns /mnt/data --styles byte,line,block --html styles.html"),
        new("landspeed patterns --apis --record-size 1..1M --operation read --csv apis.csv"),
        new("landspeed patterns --modes", "what each FileMode does"),
        new("landspeed patterns --creation /mnt/data --html creation.html", "creating files on an existing volume"),
        new("landspeed patterns --creation /mnt/data --image 2G --fs xfs", "on a clean and a fragmented volume, as root"),
        new("landspeed patterns --run-lengths --html runs.html", "what fragmentation of a file costs"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_kind, _styles, _apis, _creation, _runLengths, _length, _time];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = Comparison(
        "Use the authors' own sizes: 1000000 records, eleven runs; with --apis all record sizes without a time limit (default: some minutes); with --creation or --run-lengths every power of two",
        "five; with --modes one, with --creation eleven, with --run-lengths fifteen");

    /// <inheritdoc/>
    private protected override FilePath JournalDirectory(GivenWords words)
    {
        CheckKind(words);
        return SharedOptions.Directory(words);
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        if (settings.Keep)
        {
            throw UsageError.Of("--keep has no use here: each run removes its own files; see landspeed create for data that stays");
        }

        FilePath directory = SharedOptions.Directory(words);
        return words.IsSet("--modes") ? new FileModesExperiment(directory, settings.Seed, settings.Repetitions ?? 1)
            : words.IsSet("--apis") ? new ApisExperiment(Apis(words, directory, settings))
            : words.IsSet("--creation") ? new CreationExperiment(Creation(words, directory, settings))
            : words.IsSet("--run-lengths") ? new RunLengthsExperiment(RunLengths(words, directory, settings))
            : new StylesExperiment(Styles(words, directory, settings));
    }

    private StylesOptions Styles(GivenWords words, FilePath directory, ExperimentSettings settings)
    {
        var options = new StylesOptions { Directory = directory, Seed = settings.Seed, Full = settings.Full };
        return _styles.Read(words, options with
        {
            Records = settings.Full ? StylesOptions.FullRecords : options.Records,
            Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : options.Repetitions),
        });
    }

    private ApiOptions Apis(GivenWords words, FilePath directory, ExperimentSettings settings)
    {
        var options = new ApiOptions { Directory = directory, Seed = settings.Seed, Full = settings.Full };
        return _apis.Read(words, options with
        {
            RecordSizes = settings.Full ? ApiOptions.AllRecordSizes : options.RecordSizes,
            Time = _time.Read(words, settings.Full ? null : options.Time),
            LargeTime = _time.Read(words, settings.Full ? null : options.LargeTime),
            FileLength = _length.Read(words, null) ?? options.FileLength,
            Repetitions = settings.Repetitions ?? options.Repetitions,
        });
    }

    private CreationOptions Creation(GivenWords words, FilePath directory, ExperimentSettings settings)
    {
        var options = new CreationOptions { Directory = directory, Seed = settings.Seed, Full = settings.Full };
        return _creation.Read(words, options with
        {
            FileLength = _length.Read(words, null) ?? options.FileLength,
            Repetitions = settings.Repetitions ?? options.Repetitions,
        });
    }

    private RunLengthsOptions RunLengths(GivenWords words, FilePath directory, ExperimentSettings settings)
    {
        var options = new RunLengthsOptions { Directory = directory, Seed = settings.Seed, Full = settings.Full };
        return _runLengths.Read(words, options with
        {
            Size = _length.Read(words, null) ?? options.Size,
            Time = _time.Read(words, null) ?? options.Time,
            Repetitions = settings.Repetitions ?? options.Repetitions,
        });
    }

    private void CheckKind(GivenWords words)
    {
        string[] given = [.. s_kinds.Where(words.IsSet)];
        if (given.Length > 1)
        {
            throw UsageError.Of($"{given[0]} and {given[1]} are two experiments; choose one");
        }

        string? kind = given.FirstOrDefault();
        Require(kind == "--apis", _apis, $"is for comparing APIs; {Instead(kind, "--apis")}");
        Require(kind == "--creation", _creation, $"is for creating files; {Instead(kind, "--creation")}");
        Require(kind == "--run-lengths", _runLengths, $"is for fragmented files; {Instead(kind, "--run-lengths")}");
        Require(
            kind is "--apis" or "--creation" or "--run-lengths", _length,
            "is for comparing APIs, creating files and fragmented files; add --apis, --creation or --run-lengths");
        Require(
            kind is "--apis" or "--run-lengths", _time,
            $"is for comparing APIs and for fragmented files; {Instead(kind, "--apis or --run-lengths")}");
        Require(kind is null, _styles, $"is for the programming styles; leave {kind} out");

        if (!words.Has("--image") && words.FirstOf(_creation.Options.Where(option => option.Name is "--fs" or "--hole-size")) is { } ofImage)
        {
            throw UsageError.Of($"{ofImage} is for temporary volumes; add --image SIZE, for example --image 2G");
        }

        void Require(bool isTheirs, OptionGroup group, string advice)
        {
            if (!isTheirs && words.FirstOf(group.Options) is { } option)
            {
                throw UsageError.Of($"{option} {advice}");
            }
        }
    }

    private static string Instead(string? given, string needed) => given is null ? $"add {needed}" : $"use {needed} instead of {given}";
}
