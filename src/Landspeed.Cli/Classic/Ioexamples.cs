using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ioexamples</c>: creates and reads a file by byte, by line and by block, as in 2004.</summary>
internal sealed class Ioexamples() : ClassicProgram("ioexamples", "patterns, as in 2004: ioexamples [FILE [COUNT]]")
{
    private const int Repetitions = 3;

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
    internal override string Modern => "patterns";

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("patterns"), UsualFiles.Mark];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["patterns"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples => [new("ioexamples"), new("ioexamples records.dat 100000")];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With((3, "refused: FILE was not made by landspeed"));

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = WithoutNoColor(words, terminal);
        return Answers(Question(rest), terminal)
            ? (int)Outcome.Done
            : CarryOut(
                new StylesExperiment(Read(rest, composition.NewSeed())), ResultFormat.Table, terminal, composition);
    }

    private static StylesOptions Read(string[] words, ulong seed)
    {
        var options = new StylesOptions
        {
            Directory = FilePath.FromText("."),
            Records = StylesOptions.FullRecords,
            Styles = StylesOptions.StylesOf2004,
            Repetitions = Repetitions,
            Seed = seed,
            Full = true,
        };
        if (Array.Find(words, word => word.StartsWith('-')) is { } option)
        {
            throw UsageError.UnknownOption(option, "ioexamples --help", VerbOption.NamesOf([]));
        }

        return words switch
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
