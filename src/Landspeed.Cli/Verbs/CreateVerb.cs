using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>create</c>: a data set.</summary>
internal sealed class CreateVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "create", "Make a data set: lines, or incompressible, typed or no data.", terminal, composition)
{
    private const ulong DefaultSeed = 1;
    private readonly OptionGroup<DataSet> _set = DataSet.Options("Scale the number of files; below one file its lines", "1");

    private readonly OptionGroup<DataShape> _shape = new("Its shape, instead of the preset's")
    {
        {
            LongCount("--files", $"Number of files, 1 to {DataShape.MostFiles.ToString(CultureInfo.InvariantCulture)}", 1, DataShape.MostFiles),
            (shape, files) => shape with { Files = files }
        },
        { LongCount("--lines", "Lines of each file", 1, long.MaxValue), (shape, lines) => shape with { Lines = lines } },
        {
            LongCount("--characters", "Characters of each line without its end", 1, long.MaxValue),
            (shape, characters) => shape with { Characters = characters }
        },
        {
            Word("--kind", "KIND", "What the files hold", new WordList<DataKind>(
                ("text", DataKind.Text, null),
                ("incompressible", DataKind.Incompressible, "as long as the text"),
                ("zero", DataKind.Zero, "likewise"),
                ("sparse", DataKind.Sparse, "likewise"),
                ("typed", DataKind.Typed, "for each line a record of 20 bytes: int32, int64 and double")), "text"),
            (shape, kind) => shape with { Kind = kind }
        },
    };

    private readonly OptionGroup<DataSetOptions> _making = new("How it is made")
    {
        {
            Count("--threads", "Threads that write, which never changes the files", 1, 64, "one for each processor, at most 4"),
            (options, threads) => options with { Threads = threads }
        },
        {
            Flag("--overwrite", "Allow a directory with files in it: those that landspeed created are replaced, others stay"),
            options => options with { Overwrite = true }
        },
    };

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Where the files are made: a directory that is missing or empty.", new ValueForm("DIRECTORY", ValueKind.Directory));

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["process"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed create data --scale 0.1", "1,000 files of 100 lines of 100 characters"),
        new("landspeed create big --preset big", "20 files of 100 MB"),
        new("landspeed create noise --files 8 --lines 1000 --characters 1000 --kind incompressible --seed 7"),
        new("landspeed create data --scale 0.1 --resume", "what is complete stays, the rest is made"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_set, _shape, _making];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The work")
    {
        { Number("--seed", "Start of the data: the same seed gives the same files", "1"), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag("--resume", "Keep the files that are complete, and make the rest"), settings => settings with { Resume = true } },
        { Flag("--keep", "When stopped, keep the files that were made"), settings => settings with { Keep = true } },
        { Flag("--quiet", "No progress"), settings => settings with { Quiet = true } },
    };

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        string directory = words.Operand("directory", "no directory named; for example: landspeed create data --scale 0.1")!;
        return new CreateExperiment(_making.Read(words, new DataSetOptions
        {
            Directory = Values.Path("DIRECTORY", directory),
            Shape = _shape.Read(words, _set.Read(words, new DataSet(DataPresets.Small, 1)).Shape),
            Seed = settings.GivenSeed ?? DefaultSeed,
            Resume = settings.Resume,
            Keep = settings.Keep,
        }));
    }
}
