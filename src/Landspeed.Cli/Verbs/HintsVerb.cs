using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Hints;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>hints</c>: what access hints fetch.</summary>
internal sealed class HintsVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "hints",
    "Show what access hints really fetch, hint by hint.",
    terminal,
    composition)
{
    private const int FullRepetitions = 11;
    private const int MostFiles = 1_000_000;
    private static readonly HintOptions s_defaults = new() { Directory = FilePath.FromText("."), Seed = 0 };

    // Of the files that are made.
    private static readonly string[] s_ofMade = ["--files", "--size"];

    private readonly OptionGroup<HintOptions> _work = new("What is read")
    {
        {
            VerbOption.Path(
                "--files-of", ValueForm.Directory, "Read the regular files of this directory, of any length, instead of creating some; they are only read"),
            (options, directory) => options with { FilesOf = directory }
        },
        {
            Count("--files", "Number of files", 1, MostFiles, s_defaults.Files.ToString(CultureInfo.InvariantCulture)),
            (options, files) => options with { Files = files }
        },
        {
            Size("--size", "Length of each file", absent: Shown.Typed(s_defaults.FileSize)),
            (options, size) => options with { FileSize = size, Bytes = Math.Min(options.Bytes, size) }
        },
        {
            Size("--used-bytes", "Bytes used of each file; the pattern whole uses all of it", absent: s_defaults.Bytes.ToString(CultureInfo.InvariantCulture)),
            (options, bytes) => options with { Bytes = bytes }
        },
        {
            Count("--reads", "Number of reads that fetch them", 1, int.MaxValue, s_defaults.Reads.ToString(CultureInfo.InvariantCulture)),
            (options, reads) => options with { Reads = reads }
        },
        {
            Word("--pattern", "PATTERN", "Which part to use", new WordList<AccessPattern>(
                ("header", AccessPattern.Header, null),
                ("whole", AccessPattern.Whole, null),
                ("stride", AccessPattern.Stride, "reads spread over the file")), "header"),
            (options, pattern) => options with { Pattern = pattern }
        },
        {
            Words(
                "--hints",
                "Hints to compare; the first three are .NET's FileOptions",
                WordList<AccessHint>.Of(Enum.GetValues<AccessHint>(), HintNames.Of),
                "all"),
            (options, hints) => options with { Hints = hints }
        },
    };

    /// <inheritdoc/>
    internal override string Details => "Device bytes per byte used, time, and pages left in the cache.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "Where temporary files are created; with --files-of only the journal (default: the current directory).", ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial(Name), UsualFiles.Journal(Name), UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["patterns", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed hints", "headers of 1,000 files in the current directory"),
        new("landspeed hints /mnt/data --pattern whole --html hints.html"),
        new("landspeed hints --files-of photos --used-bytes 64K --hints none,random-access", "your own files, which are only read"),
        new("landspeed hints --used-bytes 64K --pattern stride --hints none,direct"),
    ];

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_work];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } =
        Comparison("Eleven runs of each hint (default: five, about half a minute)", "five");

    /// <inheritdoc/>
    private protected override FilePath JournalDirectory(GivenWords words) => SharedOptions.Directory(words);

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        if (words.Has("--files-of") && (s_ofMade.FirstOrDefault(words.Has) ?? (settings.Keep ? "--keep" : null)) is { } given)
        {
            throw UsageError.Of($"{given} is for files that are created, but --files-of reads existing ones; leave one of the two out");
        }

        return new HintExperiment(_work.Read(
            words,
            s_defaults with
            {
                Directory = SharedOptions.Directory(words),
                Seed = settings.Seed,
                Full = settings.Full,
                Keep = settings.Keep,
                Repetitions = settings.Repetitions ?? (settings.Full ? FullRepetitions : s_defaults.Repetitions),
            }));
    }
}
