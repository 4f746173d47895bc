using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Fragmenting;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Volumes;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>fragment</c>: a file that lies in pieces, or a volume whose free space does.</summary>
internal sealed class FragmentVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "fragment", "Tear a file, or the free space of a volume, into pieces.", terminal, composition)
{
    private const ulong DefaultSeed = 1;
    private const string KeepFile = "--keep-file";
    private const string Clean = "--clean";
    private const string Image = "--image";
    private const string Holes = "--holes";
    private const string Example = "for example: landspeed fragment torn.dat --run-length 64K";

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

    private readonly OptionGroup<FillOptions> _filling = FillGroups.Filling;
    private readonly OptionGroup<FillOptions> _permission = FillGroups.Permission;

    private readonly OptionGroup<ImageOptions> _image = new("A volume of one's own")
    {
        {
            Size(Image, "Fill a new volume of that size instead, in a file in the directory; needs root; it is removed at the end"),
            (image, size) => image with { Size = size }
        },
        { SharedOptions.FileSystem(), (image, system) => image with { FileSystem = system } },
    };

    /// <inheritdoc/>
    internal override string Details =>
        "A file: its blocks are reserved piece by piece, it is written once, and the volume is asked where it lies before success is claimed. "
        + "A volume, with --fill: files are reserved in a directory until it is as full as asked, some are removed, and the rest stays, until --clean.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "The file; one that is missing, or that landspeed made. With --fill and --clean a directory of the volume.", new ValueForm("PATH", ValueKind.Path));

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Mark, UsualFiles.Filling, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "sweep"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed fragment torn.dat --run-length 64K", "1 GiB in 16,384 pieces"),
        new("landspeed fragment torn.dat --run-length 4K --size 256M --order shuffled"),
        new("landspeed fragment torn.dat --run-length 1M --dry-run", "what it would write, and where"),
        new("landspeed fragment /mnt/test --fill 95 --keep 10", "tear the free space of the volume"),
        new("landspeed fragment /mnt/test --fill 95 --holes 64K", "the same into pieces of 64 KiB"),
        new("landspeed fragment /mnt/test --clean", "and give it back"),
        new("landspeed fragment . --fill 95 --keep 10 --image 2G --fs xfs", "in a volume of one's own, as root"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_layout, _filling, _image, _permission];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The work")
    {
        { Number("--seed", "Start of order, sizes and data: the same seed gives the same", "1; of --fill 137"), (settings, seed) => settings with { GivenSeed = seed } },
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        { Flag(KeepFile, "Keep the file when it is stopped, or lies otherwise than asked"), settings => settings with { Keep = true } },
        { Flag(Clean, "Remove what --fill left in a directory: what its journal names and its mark confirms; with --dry-run only count it"), settings => settings },
        { Flag("--quiet", "No progress"), settings => settings with { Quiet = true } },
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
            ? new FillCleanRun(Terminal, Composition).Execute(Values.Path("DIR", Place(words)), words.Has("--dry-run"))
            : throw UsageError.Of($"--clean removes what --fill left, and {other} has no place beside it; leave one of them out");
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        string path = Place(words);
        if (words.Has(FillGroups.Fill))
        {
            Refuse(words, _layout.Options.Append(Settings.Options.First(option => option.Name == KeepFile)), "is for a file, and --fill for a volume");
            if (words.Has(Holes) && words.FirstOf(_filling.Options.Where(option => option.Name is not (FillGroups.Fill or Holes or "--undo"))) is { } files)
            {
                throw UsageError.Of($"{Holes} punches holes into one file, and {files} is for many files; leave one of them out");
            }

            FillOptions filling = _permission.Read(words, _filling.Read(
                words, new FillOptions { Directory = Values.Path("DIR", path), FillPct = 0, Seed = settings.GivenSeed ?? FillOptions.UsualSeed }));
            return words.Has(Image) ? InImage(words, filling) : OnVolume(words, filling);
        }

        Refuse(words, _filling.Options.Concat(_permission.Options).Concat(_image.Options), "is for a volume, which --fill says");
        return words.Has("--run-length")
            ? new FragmentExperiment(_layout.Read(words, new FragmentOptions
            {
                Path = Values.Path("FILE", path), RunLength = 0, Keep = settings.Keep, Seed = settings.GivenSeed ?? DefaultSeed,
            }))
            : throw UsageError.Of($"--run-length is missing: how long shall each piece be? {Example}");
    }

    private FillImageExperiment InImage(GivenWords words, FillOptions filling)
    {
        Refuse(words, _permission.Options, $"is for a volume that is there, and {Image} makes one");
        return new FillImageExperiment(filling, _image.Read(words, new ImageOptions(0, ImageFileSystem.Ext4)));
    }

    private FillExperiment OnVolume(GivenWords words, FillOptions filling) => words.FirstOf(_image.Options) is { } option
        ? throw UsageError.Of($"{option} is for a volume of one's own; add {Image} SIZE, for example {Image} 2G")
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
