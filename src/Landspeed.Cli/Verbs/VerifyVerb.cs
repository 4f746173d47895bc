using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Copying;
using Landspeed.Files;
using Landspeed.Hashing;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>verify</c>: files against a manifest.</summary>
internal sealed class VerifyVerb(Terminal terminal, Composition composition) : Verb(
    "verify", "Check files against a manifest, read from the medium.")
{
    private readonly OptionGroup<VerificationTask> _check = new("What is checked")
    {
        {
            VerbOption.Path("--directory", ValueForm.Directory, "What the manifest's names are relative to", "the current directory"),
            (task, directory) => task with { Directory = directory }
        },
        {
            Word(
                "--checksum", "NAME", "Kind of the checksums", CopyVerb.Digests,
                "what a line says; 32 digits need it unless the manifest's name has md5 or xxh in it"),
            (task, algorithm) => task with { Algorithm = algorithm }
        },
        {
            Word(
                "--mode", "MODE", "How files are read",
                SharedOptions.Modes.And<(IoMode? Mode, Necessity Necessity)>(
                    mode => mode,
                    ("automatic", (null, Necessity.Preferred), "from the page cache what it holds, the rest past it")),
                "prefer-direct: past the page cache"),
            (task, mode) => task with { Mode = mode.Mode, Necessity = mode.Necessity }
        },
        { Count("--threads", "Files read at the same time", 1, 64, "4"), (task, threads) => task with { Threads = threads } },
        { Flag("--ignore-missing", "Pass over files that are not there"), task => task with { IgnoreMissing = true } },
        { Flag("--extra", "Also list files of the directory that the manifest does not name"), task => task with { FindExtra = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    private readonly OptionGroup<VerifyRequest> _running = new("The command")
    {
        { Flag("--verbose", "Also list files that are as they should be"), request => request with { Verbose = true } },
        { Flag("--quiet", "No progress, no summary; what is wrong is still listed"), request => request with { Quiet = true } },
    };

    /// <inheritdoc/>
    internal override string Details => "Files are read past the page cache: what is compared lies on the medium, and not only in memory.";

    /// <inheritdoc/>
    internal override bool KnowsRanks => true;

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Checksums as copy --manifest, md5sum, sha256sum and xxh128sum write them; - for standard input.",
        new ValueForm("MANIFEST", ValueKind.File));

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_check, _results, _running, RankLaunch.Group];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["copy"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed verify photos.sha256 --directory /mnt/backup/photos"),
        new("landspeed verify MD5SUMS --extra", "also name files that are not in it"),
        new("mpirun -n 16 landspeed verify archive.sha256 --directory /archive", "by 16 processes on several hosts"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(6).With(
        (0, "all as it should be"),
        (1, "a file is missing or cannot be read, or a line of the manifest"),
        (3, "ranks see different files under the same names"),
        (4, "a file differs"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        const string Example = "for example: landspeed verify SHA256SUMS --directory /mnt/backup";
        string named = words.Operand(
            "manifest", $"no manifest named; {Example}", Example, StoredResult.IsInput)!;
        bool isInput = StoredResult.IsInput(named);
        if (isInput && !composition.Rank.IsAlone)
        {
            throw UsageError.Of("standard input reaches one rank only; name a manifest that all can read");
        }

        FilePath manifest = isInput ? FilePath.FromText("standard input") : Values.Path("MANIFEST", named);
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        outputs.Refuse(manifest, "the manifest");
        VerifyRequest request = _running.Read(words, new VerifyRequest
        {
            Outputs = outputs,
            Task = _check.Read(words, new VerificationTask
            {
                Manifest = manifest,
                OpenManifest = isInput ? Console.OpenStandardInput : null,
                Directory = FilePath.FromText("."),
                Algorithm = Named(manifest),
                Mode = IoMode.Direct,
                Necessity = Necessity.Preferred,
            }),
        });
        return new VerifyRun(terminal, composition).Execute(request);
    }

    // MD5SUMS, photos.md5, photos.xxh128: 32 digits alone do not tell which of the two made them.
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
