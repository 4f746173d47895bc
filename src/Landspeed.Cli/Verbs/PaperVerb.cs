using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Paper;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>paper</c>: the report of 2004 done again.</summary>
internal sealed class PaperVerb(Terminal terminal, Composition composition) : Verb(
    "paper", "Repeat the 2004 report's measurements, and judge its findings.")
{
    private readonly OptionGroup<PaperRequest> _paper = new("The paper")
    {
        {
            Flag("--full", "Measure every power of two, with longer runs and larger files: about twenty minutes (default: about three)"),
            request => request with { Options = request.Options with { Full = true } }
        },
        {
            Texts("--from", new ValueForm("RESULT", ValueKind.File), "Reuse a stored result of sweep, patterns --creation or paper; may be repeated"),
            (request, _) => request
        },
        {
            Size("--image", "Size of each of the two temporary volumes for figure 8 (needs root); without this option the current volume is used if they cannot be made", absent: "1G; with --full 2G"),
            (request, size) => request with { RequiresImage = true, Options = request.Options with { ImageSize = size } }
        },
        {
            SharedOptions.FileSystem(),
            (request, system) => request with { Options = request.Options with { FileSystem = system } }
        },
        { SharedOptions.Seed(), (request, seed) => request with { GivenSeed = seed } },
        { SharedOptions.DryRun(), request => request with { ShowPlan = true } },
        { Flag("--resume", "Resume an interrupted run; complete parts are not measured again"), request => request with { Resume = true } },
        { Flag("--quiet", "Show no progress"), request => request with { ShowProgress = false } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details =>
        "Measures what figures 2 to 8 of MSR-TR-2004-136 (Kukol and Gray, Sequential File Programming Patterns and Performance with .NET) show, and reports whether each of its five findings is confirmed, "
        + "refuted, inconclusive or not testable here, with the rule and the numbers. Without --json, --csv, --html and --format the page and the result are written to landspeed-paper.html and .json in the "
        + "current directory, or to numbered names if these exist.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "Where temporary files are created (default: the current directory).", ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_paper, _results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files =>
    [
        new("landspeed-paper.html, landspeed-paper.json", "The page and the result, unless other files are named."),
        new("landspeed-sweep.dat", "The file that is read and written; removed at the end."),
        UsualFiles.Trial("creation"),
        new("landspeed-paper-sweep.jsonl, landspeed-paper-creation.jsonl", "The result of each run as it ends, in the directory; --resume continues from it; removed after success."),
        UsualFiles.Mark, UsualFiles.Result,
    ];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["sweep", "patterns", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed paper", "the current directory, about three minutes"),
        new("landspeed paper /mnt/data --html paper.html --json paper.json", "another volume, and your own file names"),
        new("landspeed paper --from sweep.json", "reuse a sweep, and measure what it lacks"),
        new("landspeed paper --full --dry-run", "what the long form would do"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "failed, or some cases failed; a --from result cannot be read"), (3, "refused for safety, nothing touched; no --from result can be used"), (5, "a file shrank during the run"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        PaperRequest request = _paper.Read(words, new PaperRequest
        {
            Options = new PaperOptions { Directory = SharedOptions.Directory(words), Seed = 0 },
            Outputs = _results.Read(words, new ResultOutputs()),
            ContinueCommand = words.ContinueCommand(words.IsSet("--resume")),
        });
        request.Outputs.Check();
        foreach (string name in words.Texts("--from").Where(name => !StoredResult.IsInput(name)))
        {
            request.Outputs.Refuse(Values.Path("--from", name), "a result that the paper uses");
        }

        return new PaperCall(terminal, composition).Execute(request with
        {
            Options = request.Options with { Seed = request.GivenSeed ?? composition.NewSeed() },
            Given = [.. words.Texts("--from").Select(name => (Shown.OneLine(name), StoredResult.Read(name)))],
        });
    }
}
