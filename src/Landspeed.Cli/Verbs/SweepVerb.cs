using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Engine;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Sweeping;
using Landspeed.Files;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>sweep</c>: a grid of cases.</summary>
internal sealed class SweepVerb(Terminal terminal, Composition composition) : Verb(
    "sweep", "Measure a grid of cases, find each curve's knee, and give advice.")
{
    private readonly OptionGroup<SweepOptions> _grid = new("The grid")
    {
        {
            Flag("--full", "Measure powers of two, five longer runs each (default: powers of four, about a minute)"),
            options => options with { Grid = SweepGrid.Full }
        },
        {
            Sizes(
                "--request-size", "Bytes of one request", 1, EngineLimits.MaximumTransfer,
                "1..4M*4; with --full 1..4M; plus the alignment for direct I/O", "--block-size"),
            (options, sizes) => options with { RequestSizes = sizes }
        },
        {
            Counts("--queue-depth", "Requests in flight, for --api engine", 1, EngineLimits.MaximumQueueDepth, "1,8"),
            (options, depths) => options with { QueueDepths = depths }
        },
        {
            Words("--mode", "How to open the file", new WordList<IoMode>(
                ("direct", IoMode.Direct, null), ("buffered", IoMode.Buffered, null), ("uncached", IoMode.Uncached, null)),
                "direct; filestream: buffered"),
            (options, modes) => options with { Modes = [.. modes.Order()] }
        },
        {
            Words("--operation", "Operations to measure", new WordList<MeasuredOperation>(
                ("read", MeasuredOperation.Read, null),
                ("write", MeasuredOperation.Write, null),
                ("extend", MeasuredOperation.Extend, null)), "read,write"),
            (options, operations) => options with { Operations = operations }
        },
        {
            Words("--api", "API that performs the requests", SharedOptions.Apis, "both"),
            (options, apis) => options with { Apis = apis }
        },
    };

    private readonly OptionGroup<SweepOptions> _runs = new("The runs")
    {
        { SharedOptions.Repeat("set by the grid"), (options, runs) => options with { Repetitions = runs } },
        {
            Time("--time", "Maximum measured time of a run", "set by the grid", "10ms", "1h"),
            (options, time) => options with { Time = time }
        },
        { Size("--bytes", "Maximum bytes moved by a run", absent: "set by the grid"), (options, bytes) => options with { Bytes = bytes } },
        {
            Size("--size", "Length of the file to create", absent: "1GiB, or the length of an existing file"),
            (options, size) => options with { Size = size }
        },
        { SharedOptions.Seed(), (options, seed) => options with { Seed = seed } },
        { SharedOptions.Overwrite(), options => options with { Overwrite = true } },
        { Flag("--keep", "Keep the files created by the sweep"), options => options with { Keep = true } },
        { Flag("--resume", "Resume an interrupted sweep"), options => options },
        { SharedOptions.Journal("beside the measured file"), (options, _) => options },
    };

    private readonly OptionGroup<ResultOutputs> _results =
        SharedOptions.ResultsWithColumns(SharedOptions.FormatsWithFio);

    private readonly OptionGroup<ExperimentRequest> _running = new("The command")
    {
        {
            Text("--svg", ValueForm.Directory, "Write the charts as separate files to a directory, which is created if missing"),
            (request, directory) => request with { Charts = directory }
        },
        { SharedOptions.DryRun(), request => request with { ShowPlan = true } },
        {
            Flag("--show-fio", "Print the closest fio command for each case; measure nothing"),
            request => request with { ShowFio = true }
        },
        { Flag("--quiet", "Show no live table and no progress"), request => request with { ShowProgress = false } },
    };

    /// <inheritdoc/>
    internal override string Details => "The cases combine request sizes with modes, queue depths and operations.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "A directory, in which a temporary file is created (default: the current one); or a file: if missing, --size creates it.",
        new ValueForm("PLACE", ValueKind.Path));

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_grid, _runs, RankLaunch.Group, _results, _running];

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files =>
    [
        new("landspeed-sweep.dat", "The file that is read and written, in the given directory; removed at the end unless --keep is given."),
        UsualFiles.Journal(Name), UsualFiles.Mark, UsualFiles.Result,
    ];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed sweep", "the current directory, about a minute"),
        new("landspeed sweep /mnt/data --html sweep.html", "another directory, and a page with charts"),
        new("landspeed sweep --request-size 4K..1M --queue-depth 1,4,16 --operation read"),
        new("landspeed sweep --full --json sweep.json", "the full grid; after Ctrl-C continue with --resume"),
        new("mpirun -n 4 landspeed sweep /scratch --json sweep.json", "four ranks at the same time, one file each"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "failed, or some cases failed"), (5, "the file shrank during the run"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        FilePath place = Place(words);
        SweepOptions options = ReadOptions(words, place);
        CheckFileStream(options, words);
        MeasureGroups.CheckRunning(words);
        CheckRanks(words, place);
        CheckMissing(words, place);
        MeasuringRanks? ranks = MeasuringRanks.Of(composition.Rank, NativePlatform.Host.RandomNumber());
        if (ranks is not null)
        {
            options = options with { Rank = ranks.Self.Number, Seed = unchecked((ulong)composition.Rank.Tell((long)options.Seed)) };
        }

        bool resume = words.IsSet("--resume");
        string? journal = ranks is null ? JournalPlace.Find(Name, words.Text("--journal"), outputs, place) : null;
        if (resume && journal is null)
        {
            throw UsageError.Of(
                $"--resume: no journal can exist beside {place.Display}, because the name is not UTF-8; name the journal with --journal");
        }

        return new ExperimentCall(terminal, composition).Execute(_running.Read(words, new ExperimentRequest
        {
            Task = new ExperimentTask
            {
                Experiment = new SweepExperiment(options), Ranks = ranks, Journal = journal, Resume = resume, KeepJournal = words.Has("--journal"),
            },
            GivenSeed = words.Has("--seed") ? options.Seed : null,
            Outputs = outputs,
            ContinueCommand = words.ContinueCommand(resume),
        }));
    }

    private SweepOptions ReadOptions(GivenWords words, FilePath place)
    {
        ulong seed = words.IsSet("--resume") ? 0 : composition.NewSeed(); // a sweep that is continued keeps its own
        return _runs.Read(words, _grid.Read(words, new SweepOptions { Path = place, Seed = seed }));
    }

    private FilePath Place(GivenWords words)
    {
        const string Hint = "sweep takes one at a time (separate list values with commas, without spaces)";
        string? name = words.Operand("place", absent: null, Hint);
        return name is null ? FilePath.FromText(".") : Values.Path("PLACE", RankedCase.NameOf(name, composition.Rank.Rank));
    }

    // A directory that is misspelt must not become a file.
    private static void CheckMissing(GivenWords words, FilePath place)
    {
        bool mayMake = words.Has("--size") || words.IsSet("--resume");
        NativeResult asked = NativePlatform.Files.StatusOf(place, out _);
        if (!mayMake && asked is { Failed: true, Error.Kind: NativeErrorKind.NotFound })
        {
            throw UsageError.Of(
                $"{place.Display} does not exist: name an existing directory or file, "
                + "or add --size to create a file of that name");
        }
    }

    // Ranks with one file would lie in wait for each other's locks; a journal of one rank says nothing of the others.
    private void CheckRanks(GivenWords words, FilePath place)
    {
        if (composition.Rank.IsAlone)
        {
            return;
        }

        if (words.IsSet("--resume") || words.Has("--journal"))
        {
            throw UsageError.Of("a sweep on several ranks keeps no journal and cannot be resumed; leave --resume and --journal out");
        }

        if (!NameKinds.IsDirectory(place)
            && !words.Operands()[0].Contains(RankedCase.Placeholder, StringComparison.Ordinal))
        {
            throw UsageError.Of($"on several ranks a sweep needs one file per rank: put {RankedCase.Placeholder} in its name, or name a directory");
        }
    }

    // FileStream is left out of a grid that has no place for it; when nothing else is asked for, nothing is left.
    private static void CheckFileStream(SweepOptions options, GivenWords words)
    {
        if (options.Apis is not [FileApi.FileStream])
        {
            return;
        }

        if (options.Modes is { } modes && !modes.Contains(IoMode.Buffered))
        {
            throw UsageError.Of(
                $"--api filestream is buffered, but --mode asks for {Shown.Value(words.Text("--mode")!)}: no case is left; use " +
                "--mode buffered, or --api engine");
        }

        if (options.QueueDepths is { } depths && !depths.Contains(1))
        {
            throw UsageError.Of(
                $"--api filestream has one request in flight, but --queue-depth asks for {Shown.Value(words.Text("--queue-depth")!)}; " +
                "use --queue-depth 1, or --api engine");
        }
    }
}
