using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>fragment</c>: a fragmented file, or a volume with fragmented free space.</summary>
internal sealed class FragmentVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "fragment", "Fragment a file, or the free space of a volume.", terminal, composition)
{
    private const ulong DefaultSeed = 1;
    private const string Keep = "--keep";
    private const string Clean = "--clean";
    private const string Image = "--image";
    private const string HoleSize = "--hole-size";
    private const string Example = "for example: landspeed fragment test.dat --run-length 64K";

    private readonly OptionGroup<FragmentOptions> _layout = new("Layout")
    {
        {
            Size("--run-length", "Bytes of each contiguous piece (required): a multiple of the file system's block size"),
            (options, length) => options with { RunLength = length }
        },
        {
            Size("--size", "Length of the file", absent: "1GiB, less if that would be too many pieces"),
            (options, size) => options with { Size = size }
        },
        {
            Word("--piece-order", "ORDER", "Order of the pieces on the volume", new WordList<RunOrder>(
                ("reversed", RunOrder.Reversed, "last piece first: short seeks"),
                ("shuffled", RunOrder.Shuffled, "at random within the file's space")), "reversed"),
            (options, order) => options with { Order = order }
        },
        {
            Count(
                "--most-runs", "Maximum number of pieces; deleting 65,536 takes seconds with discard", 1, FragmentOptions.MostRunsAtAll,
                FragmentOptions.UsualMostRuns.ToString(CultureInfo.InvariantCulture)),
            (options, runs) => options with { MostRuns = runs }
        },
        { SharedOptions.Overwrite(), options => options with { Overwrite = true } },
    };

    private readonly OptionGroup<FillOptions> _filling = FillGroups.Filling;
    private readonly OptionGroup<FillOptions> _permission = FillGroups.Permission;

    private readonly OptionGroup<ImageOptions> _image = new("A temporary volume")
    {
        {
            Size(Image, "Fill a new volume of this size instead, in a file in the directory (needs root); it is removed at the end"),
            (image, size) => image with { Size = size }
        },
        { SharedOptions.FileSystem(), (image, system) => image with { FileSystem = system } },
    };

    /// <inheritdoc/>
    internal override string Details =>
        "A file is reserved piece by piece and written once; then its layout on the volume is checked. "
        + "With --fill, files are reserved in a directory until the volume is as full as requested; then some are removed, and the rest stay until --clean.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "A new file, or one that landspeed made. With --fill and --clean a directory on the volume.", new ValueForm("PATH", ValueKind.Path));

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Filling, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "sweep"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed fragment test.dat --run-length 64K", "1 GiB in 16,384 pieces"),
        new("landspeed fragment test.dat --run-length 4K --size 256M --piece-order shuffled"),
        new("landspeed fragment test.dat --run-length 1M --dry-run", "what it would write, and where"),
        new("landspeed fragment /mnt/test --fill 95 --delete-to 10", "fragment the free space of the volume"),
        new("landspeed fragment /mnt/test --fill 95 --hole-size 64K", "the same, in pieces of 64 KiB"),
        new("landspeed fragment /mnt/test --clean", "and free it again"),
        new("landspeed fragment . --fill 95 --delete-to 10 --image 2G --fs xfs", "in a temporary volume, as root"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_layout, _filling, _image, _permission];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The run")
    {
        { Number("--seed", "Seed for order, sizes and data: the same seed gives the same layout", "1; with --fill 137"), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag(Keep, "Keep the file if stopped, or if its layout is not as requested"), settings => settings with { Keep = true } },
        { Flag(Clean, "Remove what --fill left in a directory, as listed in its journal and confirmed by its mark; with --dry-run only count it"), settings => settings },
        { Flag("--quiet", "Show no progress"), settings => settings with { Quiet = true } },
    };

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        if (!words.Has(Clean))
        {
            return base.Run(words);
        }

        string? other = words.FirstOf(Options.Where(option => option.Name is not (Clean or "--dry-run" or "--quiet")));
        return other is null
            ? new FillCleanCall(Terminal, Composition).Execute(Values.Path("DIR", Place(words)), words.Has("--dry-run"))
            : throw UsageError.Of($"--clean removes what --fill left, but does not take {other}; leave one of them out");
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        string path = Place(words);
        if (words.Has(FillGroups.Fill))
        {
            Refuse(words, _layout.Options.Append(Settings.Options.First(option => option.Name == Keep)), "is for a file, but --fill is for a volume");
            if (words.Has(HoleSize) && words.FirstOf(_filling.Options.Where(option => option.Name is not (FillGroups.Fill or HoleSize or "--undo"))) is { } files)
            {
                throw UsageError.Of($"{HoleSize} punches holes into one file, but {files} is for many files; leave one of them out");
            }

            FillOptions filling = _permission.Read(words, _filling.Read(
                words, new FillOptions { Directory = Values.Path("DIR", path), FillPct = 0, Seed = settings.GivenSeed ?? FillOptions.UsualSeed }));
            return words.Has(Image) ? InImage(words, filling) : OnVolume(words, filling);
        }

        Refuse(words, _filling.Options.Concat(_permission.Options).Concat(_image.Options), "is for filling a volume with --fill, not for one file");
        return words.Has("--run-length")
            ? new FragmentExperiment(_layout.Read(words, new FragmentOptions
            {
                Path = Values.Path("FILE", path), RunLength = 0, Keep = settings.Keep, Seed = settings.GivenSeed ?? DefaultSeed,
            }))
            : throw UsageError.Of($"--run-length is missing: name the length of each piece; {Example}");
    }

    private FillImageExperiment InImage(GivenWords words, FillOptions filling)
    {
        Refuse(words, _permission.Options, $"is for an existing volume, but {Image} creates one");
        return new FillImageExperiment(filling, _image.Read(words, new ImageOptions(0, ImageFileSystem.Ext4)));
    }

    private FillExperiment OnVolume(GivenWords words, FillOptions filling) => words.FirstOf(_image.Options) is { } option
        ? throw UsageError.Of($"{option} is for a temporary volume; add {Image} SIZE, for example {Image} 2G")
        : new FillExperiment(filling);

    private static string Place(GivenWords words) => words.Operand("file", $"no file named; {Example}")!;

    private static void Refuse(GivenWords words, IEnumerable<VerbOption> options, string why)
    {
        if (words.FirstOf(options) is { } option)
        {
            throw UsageError.Of($"{option} {why}; leave one of them out");
        }
    }
}
