using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Ranks;
using Landspeed.Cli.Runs;
using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>verify</c>: files against a manifest.</summary>
internal sealed class VerifyVerb(Terminal terminal, Composition composition) : Verb(
    "verify", "Check files against a manifest, reading them from the medium.")
{
    private readonly OptionGroup<VerificationTask> _check = new("What is checked")
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
        { Flag("--ignore-missing", "Skip missing files"), task => task with { IgnoreMissing = true } },
        { Flag("--extra", "Also list files of the directory that are not in the manifest"), task => task with { FindExtra = true } },
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
        "Checksums as written by copy --manifest, md5sum, sha256sum or xxh128sum; - for standard input.",
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
        new("landspeed verify MD5SUMS --extra", "also list files that are not in it"),
        new("mpirun -n 16 landspeed verify archive.sha256 --directory /archive", "by 16 processes on several hosts"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(6).With(
        (0, "all files match"),
        (1, "a file is missing or cannot be read, or a manifest line is invalid"),
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
        if (!isInput && NativePlatform.Files.StatusOf(manifest, out FileStatus status).Succeeded
            && status.Kind == FileKind.Directory)
        {
            throw UsageError.Of(
                $"{manifest.Display} is a directory; name a manifest, such as copy --manifest or sha256sum writes");
        }

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
            }),
        });
        return new VerifyRun(terminal, composition).Execute(request);
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
