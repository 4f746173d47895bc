using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Copying;
using Landspeed.Copying.Ranks;
using Landspeed.Copying.Runs;
using Landspeed.Experiments.Copying;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>copy</c>: a file, a tree or a stream.</summary>
internal sealed class CopyVerb(Terminal terminal, Composition composition) : Verb(
    "copy", "Copy a file or directory: fast, durable, verified on request.")
{
    private const int LargestRequest = 1 << 30;
    private const int RequestStep = 4096;
    private const int LargestSmallFile = 64 << 20;

    // A file of twice as many bytes keeps a journal also where one process goes on.
    private const long MostSplit = 1L << 40;
    private const long LeastSplit = CopySetup.JournalThresholdInTrees / 2;
    private const string Clean = "--clean";
    private static readonly string[] s_resumeRules = ["--resume", "--no-resume", "--paranoid"];
    private static readonly CopyOptions s_defaults = new() { ReplacePermission = "--replace always" };
    private static readonly TreeCopyOptions s_treeDefaults = new() { ReplacePermission = "--replace always, or older" };

    /// <summary>The checksums that files can have.</summary>
    internal static WordList<DigestAlgorithm> Digests { get; } = new(
        ("md5", DigestAlgorithm.Md5, null), ("sha256", DigestAlgorithm.Sha256, null), ("xxh128", DigestAlgorithm.Xxh128, null));

    private readonly OptionGroup<CopyOptions> _checking = new("Checking")
    {
        {
            Word(
                "--verify",
                "TIMES",
                "Read the target back from the medium and compare, before it gets its name",
                new WordList<bool>(
                    ("once", false, null), ("twice", true, "read the source from its medium again, too")),
                bare: "once"),
            (options, twice) => options with { Verify = true, VerifySource = twice }
        },
        {
            Words(
                "--checksum",
                "Checksums to compute while copying; printed like md5sum on standard output, with the summary on standard error",
                Digests),
            (options, digests) => options with { Digests = digests }
        },
    };

    private readonly OptionGroup<CopyOptions> _existing = new("Existing files")
    {
        {
            Word(
                "--replace",
                "RULE",
                "When to replace a file of that name; in a tree, equal files stay and are up to date",
                new WordList<OverwriteRule>(
                    ("never", OverwriteRule.Never, "it stays"),
                    ("older", OverwriteRule.Older, null),
                    ("always", OverwriteRule.Always, null)),
                "never"),
            (options, rule) => options with { Overwrite = rule }
        },
        {
            Flag("--update", "Copy what is missing and replace what is older; short for --replace older"),
            options => options with { Overwrite = OverwriteRule.Older }
        },
        { Flag("--resume", "Resume an interrupted copy where it stopped (default)"), options => options with { Resume = ResumeRule.Continue } },
        {
            Flag("--no-resume", "Remove what an interrupted copy left, and start again"),
            options => options with { Resume = ResumeRule.StartAnew }
        },
        {
            Flag("--paranoid", "Resume, but first read and compare both sides of what was copied"),
            options => options with { Resume = ResumeRule.Paranoid }
        },
        {
            Flag("--remove-source", "Remove each source file once its copy is durable, and verified if --verify is given"),
            options => options with { RemoveSource = true }
        },
        {
            Flag(
                "--lose-attributes",
                "With --remove-source: also remove files whose extended attributes the target did not keep"),
            options => options with { MayLoseAttributes = true }
        },
    };

    private readonly OptionGroup<CopyOptions> _bytes = new("How data is copied")
    {
        {
            Word("--strategy", "STRATEGY", "How to copy the data", new WordList<CopyStrategy>(
                ("auto", CopyStrategy.Automatic, "chosen for each file"),
                ("direct", CopyStrategy.Direct, "bypassing the page cache"),
                ("uncached", CopyStrategy.Uncached, "through the page cache, then dropped"),
                ("buffered", CopyStrategy.Buffered, null)), "auto"),
            (options, strategy) => options with { Strategy = strategy }
        },
        {
            Word("--reflink", "RULE", "Share the source's blocks", new WordList<ReflinkRule>(
                ("auto", ReflinkRule.Automatic, "where possible, not with --verify"),
                ("never", ReflinkRule.Never, null),
                ("always", ReflinkRule.Always, null)), "auto"),
            (options, rule) => options with { Reflink = rule }
        },
        {
            Word("--holes", "RULE", "What to do with holes in the source", new WordList<bool>(
                ("keep", false, null), ("fill", true, "read and written as zeros")), "keep"),
            (options, rule) => options with { FillHoles = rule }
        },
        {
            Size("--limit", "Maximum bytes per second: 100M, 50MB", absent: "no limit"),
            (options, limit) => options with { BytesPerSecond = limit }
        },
        {
            Word(
                "--setuid",
                "RULE",
                "Set-user-ID and set-group-ID permissions and capabilities of files",
                new WordList<SetIdRule>(
                    ("auto", SetIdRule.Automatic, "dropped and listed when root copies from a volume mounted nosuid"),
                    ("keep", SetIdRule.Keep, null),
                    ("drop", SetIdRule.Drop, null)),
                "auto"),
            (options, rule) => options with { SetIds = rule }
        },
        {
            Count(
                "--retry",
                "How often to repeat a read of the source that fails with an error that may pass",
                0,
                100,
                "0"),
            (options, retries) => options with { MaxRetries = retries }
        },
        {
            Of(
                "--request-size", "SIZE", "Bytes per request for a large file", RequestSize,
                "4KiB to 1GiB in steps of 4KiB", Shown.Typed(s_defaults.RequestSize), "--block-size"),
            (options, size) => options with { RequestSize = (int)size }
        },
        {
            Count("--queue-depth", "Requests in flight", 1, 256, s_defaults.QueueDepth.ToString(CultureInfo.InvariantCulture)),
            (options, depth) => options with { QueueDepth = depth }
        },
        {
            Word("--engine", "ENGINE", "How requests reach the system", new WordList<EngineKind?>(
                ("auto", null, "io_uring, otherwise threads"),
                ("uring", EngineKind.Uring, null),
                ("threads", EngineKind.Threads, null),
                ("synchronous", EngineKind.Synchronous, null)), "auto"),
            (options, engine) => options with { Engine = engine }
        },
    };

    private readonly OptionGroup<TreeCopyOptions> _tree = new("Directories")
    {
        {
            Texts("--include", new ValueForm("GLOB"), "Copy only what matches: a name at any depth (*.dat), or a path with slashes (a/**/*.dat); may be repeated"),
            (options, _) => options
        },
        { Texts("--exclude", new ValueForm("GLOB"), "Leave out what matches, even if it is included; may be repeated"), (options, _) => options },
        {
            Flag("--delete", "Remove from the target what the source lacks; needs --yes; try --dry-run first"),
            options => options with { DeleteExtraneous = true }
        },
        {
            Flag("--cross-mounts", "Descend into other file systems mounted below the source (default: leave their directories empty)"),
            options => options with { CrossMounts = true }
        },
        {
            Flag("--special", "Recreate FIFOs, sockets and device nodes (default: skip and list them)"),
            options => options with { Special = true }
        },
        {
            Count("--threads", "Threads for small files", 1, 64, s_treeDefaults.SmallFileThreads.ToString(CultureInfo.InvariantCulture)),
            (options, threads) => options with { SmallFileThreads = threads }
        },
        {
            Of(
                "--small-file", "SIZE", "Maximum length of a small file", (name, text) => (int)Values.Size(name, text, 0, LargestSmallFile),
                "0 to 64MiB", Shown.Typed(s_treeDefaults.SmallFileLimit)),
            (options, size) => options with { SmallFileLimit = size }
        },
    };

    private readonly OptionGroup<CopyOutputs> _results = SharedOptions.AddResults(
        new OptionGroup<CopyOutputs>("Results"),
        SharedOptions.Formats,
        (outputs, change) => outputs with { Results = change(outputs.Results) });

    private readonly OptionGroup<CopyOutputs> _entries = new("Entries and checksums")
    {
        {
            Text("--events", ValueForm.File, "Write a line of JSON to a file as each entry is done; - for standard output"),
            (outputs, file) => outputs with { Events = file }
        },
        {
            Text(
                "--manifest", ValueForm.File,
                "Write the checksums of all copied files to a file, which is replaced, for verify, md5sum -c and similar programs (one " +
                "--checksum, default sha256)"),
            (outputs, file) => outputs with { Manifest = file }
        },
    };

    private readonly OptionGroup<CopyRequest> _running = new("The command")
    {
        { SharedOptions.DryRun(), request => request with { PlanOnly = true } },
        { Flag("--yes", "Confirm --delete"), request => request },
        { Flag("--explain", "Show which strategy each file was copied with, and why"), request => request with { Explain = true } },
        {
            Flag("--quiet", "Show no progress and no summary; still report problems"),
            request => request with { ShowProgress = false, ShowSummary = false }
        },
        {
            Flag(
                Clean,
                "Instead of copying, remove what interrupted copies left below one directory; "
                    + "with --dry-run only list it"),
            request => request
        },
    };

    private readonly OptionGroup<CopyRequest> _ranks = new(RankLaunch.Title)
    {
        { RankLaunch.Mpi, (request, _) => request },
        {
            Of(
                "--split", "SIZE", "Bytes of a large file that one rank copies at a time (files of twice this length are split)",
                (name, text) => Stepped(name, text, LeastSplit, MostSplit), "32MiB to 1TiB", Shown.Typed(RankSettings.DefaultSegmentSize)),
            (request, size) => request with { Split = size }
        },
    };

    /// <inheritdoc/>
    internal override string Details => "A target name never holds a partial file, and an interrupted copy can be resumed.";

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "A file or directory, and the name of its copy; DIR/ copies into a directory, under the source's name; - is standard input or output.",
        new ValueForm("SOURCE", ValueKind.Path),
        new ValueForm("TARGET", ValueKind.Path));

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Usages(string path) =>
        [.. base.Usages(path), $"{path} {Clean} DIR [options]"];

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_checking, _existing, _bytes, _tree, _results, _entries, _running, _ranks];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [.. UsualFiles.Copy, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["verify"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed copy big.dat /mnt/backup/ --verify", "one file into a directory, read back and compared"),
        new("landspeed copy photos /mnt/backup/photos", "a directory, and the name of its copy"),
        new("landspeed copy photos /mnt/backup/photos --update --delete --dry-run"),
        new("landspeed copy photos /mnt/photos --manifest photos.sha256 --exclude '*.tmp'"),
        new("mpirun -n 16 landspeed copy /scratch/a /archive/a --verify", "a directory, by 16 processes on several hosts"),
        new("landspeed copy - /mnt/backup/dump.sql", "from standard input"),
        new("landspeed copy --clean /mnt/backup", "remove what interrupted copies left there"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "failed, or some files failed and the rest were copied"),
        (4, "the copy differs from its source"),
        (5, "the source changed during the copy"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words) => words.IsSet(Clean)
        ? !composition.Rank.Speaks ? 0 : new CleanCall(terminal, composition.Copy.Copier).Execute(CleanRequestOf(words))
        : new CopyCall(terminal, composition).Execute(Request(words));

    private static CleanRequest CleanRequestOf(GivenWords words) =>
        words.Operands(IsStandard) is [var directory] && !IsStandard(directory)
            ? new CleanRequest(Values.Path("DIR", directory), words.IsSet("--dry-run"), !words.IsSet("--quiet"))
            : throw UsageError.Of("copy --clean takes one directory; for example: landspeed copy --clean /mnt/backup");

    private CopyRequest Request(GivenWords words)
    {
        (string source, string target) = SourceAndTarget(words);
        CheckWords(words);
        CopyOutputs outputs = _entries.Read(words, _results.Read(words, new CopyOutputs { Content = IsStandard(target) }));
        outputs.Results.Check();
        CopyOptions options = ReadOptions(words, outputs, s_defaults);
        outputs = outputs with { Checksums = options.Digests.Count > 0 && outputs.Manifest is null };
        CopyPlaces places = RankPlaces.Of(composition.Rank, source, target);
        outputs.Check(places.Source, places.Target);
        return _ranks.Read(words, _running.Read(words, new CopyRequest
        {
            Task = new CopyTask
            {
                Subject = places.Subject,
                Source = places.Source,
                Target = places.Target,
                Options = places.Subject == CopySubject.Tree
                    ? TreeOptions(words, outputs, places.Source!)
                    : FileOptions(words, options, places.Subject),
            },
            Outputs = outputs,
            ContinueCommand = $"landspeed {ShellWord.Join(words.Line.Where(word => word != "--no-resume"))}",
        }));
    }

    private static (string Source, string Target) SourceAndTarget(GivenWords words)
    {
        const string Example = "for example: landspeed copy big.dat /mnt/backup/";
        return words.Operands(IsStandard) switch
        {
            [var source, var target] => (source, target),
            [] => throw UsageError.Of($"no source and no target named; {Example}"),
            [var source] => throw UsageError.Of($"no target named for {Shown.Value(source)}; {Example}"),
            ["twice", ..] when words.Text("--verify") is not null => throw UsageError.Of(
                "twice is taken for the source here; with an equals sign it belongs to the option: --verify=twice"),
            var names => throw UsageError.Of(
                $"more than one source and one target named: {string.Join(", ", names.Select(Shown.Value))}; copy one at a time " +
                "(select from a directory with --include and --exclude)"),
        };
    }

    // A record of a derived type keeps its type through the groups of its base.
    private CopyOptions ReadOptions(GivenWords words, CopyOutputs outputs, CopyOptions defaults)
    {
        CopyOptions options = new[] { _checking, _existing, _bytes }.Aggregate(defaults, (read, group) => group.Read(words, read));
        if (outputs.Manifest is not null && options.Digests.Count > 1)
        {
            throw UsageError.Of($"--manifest holds one kind of checksum; name one algorithm with --checksum, not {options.Digests.Count}");
        }

        if (options is { Verify: true, Reflink: ReflinkRule.Always })
        {
            throw UsageError.Of(
                "--reflink always shares the source's blocks, so --verify has no second copy to check; leave one of them out");
        }

        return outputs.Manifest is not null && options.Digests.Count == 0 ? options with { Digests = [DigestAlgorithm.Sha256] } : options;
    }

    private TreeCopyOptions TreeOptions(GivenWords words, CopyOutputs outputs, FilePath source) =>
        _tree.Read(words, (TreeCopyOptions)ReadOptions(words, outputs, s_treeDefaults)) with
        {
            Filter = CopyFilter.Of(words.Texts("--include"), words.Texts("--exclude"), source),
            DryRun = words.IsSet("--dry-run"),
        };

    private CopyOptions FileOptions(GivenWords words, CopyOptions options, CopySubject subject)
    {
        if (subject == CopySubject.Stream && options.VerifySource)
        {
            throw UsageError.Of(
                "--verify=twice reads the source a second time, which a stream does not allow; use --verify");
        }

        string source = subject == CopySubject.Stream ? "a stream" : "a single file";
        return words.FirstOf(_tree.Options) is { } option
            ? throw UsageError.Of($"{option} is for directories, but the source is {source}; leave it out")
            : options;
    }

    private static void CheckWords(GivenWords words)
    {
        if (words.IsSet("--update") && words.Text("--replace") is { } rule
            && !rule.Equals("older", StringComparison.OrdinalIgnoreCase))
        {
            throw UsageError.Of($"--update is short for --replace older, but --replace asks for {rule}; name one");
        }

        string[] resuming = [.. s_resumeRules.Where(words.IsSet)];
        if (resuming.Length > 1 && resuming.Contains("--no-resume"))
        {
            throw UsageError.Of($"{string.Join(" and ", resuming)} contradict each other; name one");
        }

        // What is removed is gone: a typing error in TARGET must not cause that.
        if (words.IsSet("--delete") && !words.IsSet("--yes") && !words.IsSet("--dry-run"))
        {
            throw UsageError.Of(
                "--delete removes what the source lacks, and needs --yes; to see what that is, run: landspeed " +
                ShellWord.Join([.. words.Line, "--dry-run"]));
        }

        if (words.IsSet("--yes") && !words.IsSet("--delete"))
        {
            throw UsageError.Of("--yes only confirms --delete; add --delete, or leave it out");
        }

        if (words.IsSet("--lose-attributes") && !words.IsSet("--remove-source"))
        {
            throw UsageError.Of("--lose-attributes needs --remove-source; without that nothing is lost");
        }
    }

    private static bool IsStandard(string word) => word == ResultOutputs.Standard;

    private static int RequestSize(string name, string text) => (int)Stepped(name, text, RequestStep, LargestRequest);

    private static long Stepped(string name, string text, long least, long most)
    {
        long size = Values.Size(name, text, least, most);
        return size % RequestStep == 0
            ? size
            : throw UsageError.Of(
                $"{name} {Shown.Value(text)} is not a multiple of 4KiB; allowed: {Shown.Typed(least)} to {Shown.Typed(most)} in steps of 4KiB, for example 64MiB");
    }
}
