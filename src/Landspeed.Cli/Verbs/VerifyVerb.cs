using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Calls.Pairs;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Copying;
using Landspeed.Experiments;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Copying.Pairs;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>verify</c>: files against a manifest, or two files or directories against each other.</summary>
internal sealed class VerifyVerb(Terminal terminal, Composition composition) : Verb(
    "verify", "Check files against a manifest or another copy.")
{
    private const string ManifestExample = "for example: landspeed verify SHA256SUMS --directory /mnt/backup";

    private readonly OptionGroup<VerificationTask> _check = new("Against a manifest")
    {
        {
            VerbOption.Path("--directory", ValueForm.Directory, "Directory that the manifest's names are relative to", "the current directory"),
            (task, directory) => task with { Directory = directory }
        },
        {
            Word(
                "--checksum", "NAME", "Type of the checksums", CopyVerb.Digests,
                "as each line says; required for 32 digits unless the manifest's name contains md5 or xxh"),
            (task, algorithm) => task with { Algorithm = algorithm }
        },
        { Flag("--ignore-missing", "Skip missing files"), task => task with { IgnoreMissing = true } },
        { Flag("--extra", "Also list files of the directory that are not in the manifest"), task => task with { FindExtra = true } },
    };

    private readonly OptionGroup<PairTask> _pair = new("Against another copy")
    {
        {
            Words("--ignore", "Metadata not to compare", new WordList<PairMetadataKinds>(
                ("permissions", PairMetadataKinds.Permissions, null),
                ("owner", PairMetadataKinds.Owner, "and group"),
                ("times", PairMetadataKinds.Times, null),
                ("attributes", PairMetadataKinds.Attributes, "and access lists"),
                ("links", PairMetadataKinds.Links, "hard links"),
                ("all", PairMetadataKinds.All, "only kinds, contents and the targets of links count"))),
            (task, ignored) => task with { Metadata = ignored.Aggregate(task.Metadata, (kept, kind) => kept & ~kind) }
        },
    };

    private readonly OptionGroup<VerificationTask> _reading = new("Reading")
    {
        {
            Word(
                "--mode", "MODE", "How to read files",
                SharedOptions.Modes.And<(IoMode? Mode, bool Required)>(
                    mode => mode,
                    ("auto", (null, false), "cached data from the page cache, the rest direct")),
                "prefer-direct: bypassing the page cache"),
            (task, mode) => task with { Mode = mode.Mode, RequireMode = mode.Required }
        },
        { Count("--threads", "Files read at the same time", 1, 64, "4"), (task, threads) => task with { Threads = threads } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    private readonly OptionGroup<VerifyRequest> _running = new("The command")
    {
        { Flag("--matching", "Also list files that match"), request => request with { ListsMatching = true } },
        { Flag("--quiet", "Show no progress and no summary; still list what is wrong"), request => request with { Quiet = true } },
    };

    /// <inheritdoc/>
    internal override string Details => "Files are read bypassing the page cache, so the check covers what is on the medium, not only in memory.";

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Two files or two directories to compare; or one file: a manifest as written by copy --manifest, md5sum, "
            + "sha256sum or xxh128sum; - for standard input.",
        new ValueForm("A", ValueKind.Path),
        new ValueForm("B", ValueKind.Path));

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Usages(string path) => [$"{path} MANIFEST [options]", .. base.Usages(path)];

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
        [_check, _pair, _reading, _results, _running, RankLaunch.Group];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["copy"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed verify photos.sha256 --directory /mnt/backup/photos"),
        new("landspeed verify MD5SUMS --extra", "also list files that are not in it"),
        new("landspeed verify photos /mnt/backup/photos", "two directories, without a manifest"),
        new("landspeed verify disk.img /mnt/backup/disk.img --ignore all", "only the bytes"),
        new("mpirun -n 16 landspeed verify archive.sha256 --directory /archive", "by 16 processes on several hosts"),
        new("mpirun -n 16 landspeed verify /archive /mnt/backup/archive", "two directories, likewise"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(6).With(
        (0, "all files match"),
        (1, "a file cannot be read, or is missing from the directory, or a manifest line is invalid"),
        (3, "A and B are one, or one lies in the other; or ranks see different files under the same names"),
        (4, "a file differs, or only one of A and B has it"),
        (5, "A or B changed while it was read"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        return words.Operands(StoredResult.IsInput) switch
        {
            [var manifest] => CheckManifest(words, manifest),
            [var a, var b] => ComparePair(words, a, b),
            [] => throw UsageError.Of($"no manifest named; {ManifestExample}"),
            var names => throw UsageError.Of(
                $"more than two files or directories named: {string.Join(", ", names.Select(Shown.Value))}; "
                + "name a manifest, or two to compare"),
        };
    }

    private int CheckManifest(GivenWords words, string named)
    {
        if (words.FirstOf(_pair.Options) is { } option)
        {
            throw UsageError.Of(
                $"{option} compares two files or directories, but only {Shown.Value(named)} is named; "
                + "name another, or leave it out");
        }

        bool isInput = StoredResult.IsInput(named);
        if (isInput && !composition.Rank.IsAlone)
        {
            throw UsageError.Of("standard input reaches one rank only; name a manifest that all can read");
        }

        FilePath manifest = isInput ? FilePath.FromText("standard input") : Values.Path("MANIFEST", named);
        if (!isInput && NativePlatform.Files.StatusOf(manifest, out FileStatus status).Succeeded
            && status.Kind == FileKind.Directory)
        {
            throw UsageError.Of(
                $"{manifest.Display} is a directory; name a manifest, such as copy --manifest or sha256sum writes, "
                + "or a second directory to compare it with");
        }

        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        outputs.Refuse(manifest, "the manifest");
        VerifyRequest request = _running.Read(words, new VerifyRequest
        {
            Outputs = outputs,
            Task = _reading.Read(words, _check.Read(words, new VerificationTask
            {
                Manifest = manifest,
                OpenManifest = isInput ? Console.OpenStandardInput : null,
                Directory = FilePath.FromText("."),
                Algorithm = Named(manifest),
                Mode = IoMode.Direct,
            })),
        });
        return new VerifyCall(terminal, composition).Execute(request);
    }

    private int ComparePair(GivenWords words, string nameA, string nameB)
    {
        if (words.FirstOf(_check.Options) is { } option)
        {
            throw UsageError.Of(
                $"{option} is for a manifest, but two files or directories are named; "
                + "leave it out, or name only a manifest");
        }

        if (StoredResult.IsInput(nameA) || StoredResult.IsInput(nameB))
        {
            throw UsageError.Of("standard input can only be a manifest; name two files or two directories to compare");
        }

        (FilePath a, FilePath b) = (Values.Path("A", nameA), Values.Path("B", nameB));
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        outputs.Refuse(a, "to be compared");
        outputs.Refuse(b, "to be compared");
        VerificationTask reading = _reading.Read(words, new VerificationTask { Manifest = a, Directory = b });
        VerifyRequest request = _running.Read(words, new VerifyRequest { Task = reading });
        return new PairCall(terminal, composition).Execute(new PairRequest
        {
            Task = _pair.Read(words, new PairTask
            {
                A = a,
                B = b,
                IsTree = IsTree(a, b, composition.Rank.IsAlone),
                Mode = reading.Mode,
                RequireMode = reading.RequireMode,
                Threads = reading.Threads,
                ListsSame = request.ListsMatching,
            }),
            Outputs = outputs,
            Quiet = request.Quiet,
        });
    }

    private static bool IsTree(FilePath a, FilePath b, bool isAlone) => (KindOf(a), KindOf(b)) switch
    {
        (FileKind.Directory, FileKind.Directory) => true,
        (FileKind.Regular, FileKind.Regular) when isAlone => false,
        (FileKind.Regular, FileKind.Regular) => throw UsageError.Of(
            "ranks share the entries of two directories, and two files are compared by one process; "
            + "start it without ranks, or add --mpi=none"),
        (FileKind.Regular, FileKind.Directory) => throw UsageError.Of(
            $"{a.Display} is a file, but {b.Display} is a directory; "
            + "to check a directory against a manifest, add --directory before it"),
        (FileKind.Directory, FileKind.Regular) => throw UsageError.Of(
            $"{a.Display} is a directory, but {b.Display} is a file; name two files or two directories"),
        (not (FileKind.Directory or FileKind.Regular) and var kind, _) => throw Neither(a, kind),
        (_, var kind) => throw Neither(b, kind),
    };

    private static ExperimentException Neither(FilePath path, FileKind kind) =>
        UsageError.Of($"{path.Display} is {FileKinds.Describe(kind)}; name two files or two directories");

    private static FileKind KindOf(FilePath path)
    {
        NativeResult asked = NativePlatform.Files.StatusOf(path, out FileStatus status);
        return asked.Succeeded ? status.Kind : throw new NativeIOException("open", path, asked.Error);
    }

    // MD5SUMS, photos.md5, photos.xxh128: 32 digits alone do not show which of the two made them.
    private static DigestAlgorithm? Named(FilePath manifest)
    {
        string name = manifest.Name.Text;
        bool md5 = name.Contains("md5", StringComparison.OrdinalIgnoreCase);
        bool xxh = name.Contains("xxh", StringComparison.OrdinalIgnoreCase);
        return (md5, xxh) switch
        {
            (true, false) => DigestAlgorithm.Md5,
            (false, true) => DigestAlgorithm.Xxh128,
            _ => null,
        };
    }
}
