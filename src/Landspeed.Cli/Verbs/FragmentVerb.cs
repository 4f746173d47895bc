using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>fragment</c>: a file that lies in pieces.</summary>
internal sealed class FragmentVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "fragment", "Make a file that lies in pieces of a length on its volume.", terminal, composition)
{
    private const ulong DefaultSeed = 1;

    private readonly OptionGroup<FragmentOptions> _layout = new("How it lies")
    {
        {
            Size("--run-length", "Bytes of each contiguous piece, which must be given: a multiple of the file system's block"),
            (options, length) => options with { RunLength = length }
        },
        {
            Size("--size", "Bytes of the file", absent: "1GiB, less where that is too many pieces"),
            (options, size) => options with { Size = size }
        },
        {
            Word("--order", "ORDER", "How the pieces follow each other on the volume", new WordList<RunOrder>(
                ("reversed", RunOrder.Reversed, "the last one first: short ways"),
                ("shuffled", RunOrder.Shuffled, "anywhere in the space of the file")), "reversed"),
            (options, order) => options with { Order = order }
        },
        {
            Count(
                "--most-runs", "Pieces that the file may have; volumes that discard take seconds to remove 65,536", 1, FragmentOptions.MostRunsAtAll,
                FragmentOptions.UsualMostRuns.ToString(CultureInfo.InvariantCulture)),
            (options, runs) => options with { MostRuns = runs }
        },
        { SharedOptions.Overwrite(), options => options with { Overwrite = true } },
    };

    /// <inheritdoc/>
    internal override string Details =>
        "The blocks are reserved piece by piece, the file is written once, and the volume is asked where it lies before success is claimed.";

    /// <inheritdoc/>
    internal override Operand Operand => new("The file; one that is missing, or that landspeed made.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "sweep"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed fragment torn.dat --run-length 64K", "1 GiB in 16,384 pieces"),
        new("landspeed fragment torn.dat --run-length 4K --size 256M --order shuffled"),
        new("landspeed fragment torn.dat --run-length 1M --dry-run", "what it would write, and where"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_layout];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The work")
    {
        { Number("--seed", "Start of the order and of the data: the same seed gives the same", "1"), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag("--keep", "Keep the file when it is stopped, or lies otherwise than asked"), settings => settings with { Keep = true } },
        { Flag("--quiet", "No progress"), settings => settings with { Quiet = true } },
    };

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        const string Example = "for example: landspeed fragment torn.dat --run-length 64K";
        string file = words.Operand("file", $"no file named; {Example}")!;
        return words.Has("--run-length")
            ? new FragmentExperiment(_layout.Read(words, new FragmentOptions
            {
                Path = Values.Path("FILE", file), RunLength = 0, Keep = settings.Keep, Seed = settings.GivenSeed ?? DefaultSeed,
            }))
            : throw UsageError.Of($"--run-length is missing: how long shall each piece be? {Example}");
    }
}
