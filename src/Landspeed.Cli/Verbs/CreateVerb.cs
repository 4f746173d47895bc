using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Creating;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>create</c>: a data set.</summary>
internal sealed class CreateVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "create", "Create a data set: lines, or incompressible, typed or no data.", terminal, composition)
{
    private const ulong DefaultSeed = 1;
    private readonly OptionGroup<DataSet> _set = DataSet.Options("Scale the number of files; below one file, its lines", "1");

    private readonly OptionGroup<DataShape> _shape = new("Shape, instead of the preset's")
    {
        {
            LongCount("--files", $"Number of files, 1 to {DataShape.MostFiles.ToString(CultureInfo.InvariantCulture)}", 1, DataShape.MostFiles),
            (shape, files) => shape with { Files = files }
        },
        { LongCount("--lines", "Lines per file", 1, long.MaxValue), (shape, lines) => shape with { Lines = lines } },
        {
            LongCount("--characters", "Characters per line, without the line end", 1, long.MaxValue),
            (shape, characters) => shape with { Characters = characters }
        },
        {
            Word("--kind", "KIND", "Content of the files", new WordList<DataKind>(
                ("text", DataKind.Text, null),
                ("incompressible", DataKind.Incompressible, "as long as the text"),
                ("zero", DataKind.Zero, "likewise"),
                ("sparse", DataKind.Sparse, "likewise"),
                ("typed", DataKind.Typed, "one 20-byte record per line: int32, int64 and double")), "text"),
            (shape, kind) => shape with { Kind = kind }
        },
    };

    private readonly OptionGroup<DataSetOptions> _making = new("How it is created")
    {
        {
            Count("--threads", "Threads that write; the files are the same for any number", 1, 64, "one per CPU, at most 4"),
            (options, threads) => options with { Threads = threads }
        },
        {
            Flag("--overwrite", "Allow a directory that has files: those created by landspeed are replaced, others stay"),
            options => options with { Overwrite = true }
        },
    };

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Where to create the files: a missing or empty directory.", new ValueForm("DIRECTORY", ValueKind.Directory));

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["process"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed create data --scale 0.1", "1,000 files of 100 lines of 100 characters"),
        new("landspeed create big --preset big", "20 files of 100 MB"),
        new("landspeed create noise --files 8 --lines 1000 --kind incompressible --seed 7"),
        new("landspeed create data --scale 0.1 --resume", "keep complete files, create the rest"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_set, _shape, _making];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The run")
    {
        { Number("--seed", "Seed of the data: the same seed gives the same files", "1"), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag("--resume", "Keep complete files, and create the rest"), settings => settings with { Resume = true } },
        { Flag("--keep", "If stopped, keep the files created so far"), settings => settings with { Keep = true } },
        { Flag("--quiet", "Show no progress"), settings => settings with { Quiet = true } },
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
