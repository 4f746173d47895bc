using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Verbs;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ioexamples</c>: creates and reads a file by byte, by line and by block, as in 2004.</summary>
internal sealed class Ioexamples() : ClassicProgram("ioexamples", "patterns, as in 2004: ioexamples [FILE [COUNT]]")
{
    private const int Repetitions = 3;

    private static readonly OptionGroup<ResultOutputs> s_results = SharedOptions.Results(SharedOptions.Formats);

    private static readonly OptionGroup<StylesOptions> s_run = new("The run")
    {
        { SharedOptions.Repeat("3"), (options, runs) => options with { Repetitions = runs } },
        { SharedOptions.Seed(), (options, seed) => options with { Seed = seed } },
        { SharedOptions.DryRun(), options => options },
        { Flag("--quiet", "Show no progress"), options => options },
    };

    /// <inheritdoc/>
    internal override string Details =>
        "Creates and reads a file of 100-byte records by byte, by line and by block of 64 KiB, as the 2004 program did, and, as its article " +
        "shows, with a buffer of 256 KiB and as typed values. Reads start cold, and writes end durable.";

    /// <inheritdoc/>
    internal override Operand Operand => Operand.Optional(
        "The file to create, which is kept and marked as ours; one that landspeed did not make is refused (default: a temporary file in the " +
        "current directory). The number of records, 1 or more (default: 1000000).",
        ValueForm.File,
        new ValueForm("COUNT"));

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [s_results, s_run];

    /// <inheritdoc/>
    internal override string Modern => "patterns";

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files =>
        [UsualFiles.Trial("patterns"), UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["patterns"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("ioexamples"),
        new("ioexamples records.dat 100000"),
        new("ioexamples records.dat 100000 --html styles.html"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((3, "refused: FILE was not made by landspeed"));

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        var scanned = ClassicWords.Scan(this, words);
        return Answers(scanned, terminal)
            ? ExitStatus.Done
            : new ExperimentCall(terminal, composition).Execute(new ExperimentRequest
            {
                Task = new ExperimentTask { Experiment = new StylesExperiment(Read(scanned, composition)) },
                Outputs = s_results.Read(scanned, new ResultOutputs()),
                ShowPlan = scanned.Has("--dry-run"),
                ShowProgress = !scanned.Has("--quiet"),
            });
    }

    private static StylesOptions Read(ClassicWords words, Composition composition)
    {
        StylesOptions options = s_run.Read(words, new StylesOptions
        {
            Directory = FilePath.FromText("."),
            Records = StylesOptions.FullRecords,
            Styles = StylesOptions.StylesOf2004,
            Repetitions = Repetitions,
            Seed = composition.NewSeed(),
            Full = true,
        });
        return words.Names switch
        {
            [] => options,
            [var number] when number.All(char.IsAsciiDigit) => throw UsageError.Of(
                $"{Shown.Value(number)} is a number, but the file comes first: ioexamples FILE {number} "
                    + $"(for a file of that name use ./{number})"),
            [var file] => Named(options, file),
            [var file, var count] => Named(options, file) with
            {
                Records = Values.LongCount("COUNT", count, 1, StylesOptions.MostRecords),
            },
            _ => throw UsageError.Of("more than a file and a count given; see ioexamples --help"),
        };
    }

    private static StylesOptions Named(StylesOptions options, string file)
    {
        FilePath path = ClassicPath.Of("FILE", file);
        return options with { File = path, Directory = path.Parent };
    }
}
