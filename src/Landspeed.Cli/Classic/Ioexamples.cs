using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>ioexamples</c>: creates and reads a file by byte, by line and by block, as in 2004.</summary>
internal static class Ioexamples
{
    private const int Repetitions = 3;

    private const string Usage = """
        Description:
          Creates and reads a file of 100-byte records by byte, by line and by block of 64 KiB, cold and
          to durable, and tells how fast that was.

        Usage:
          ioexamples [FILE [COUNT]]          (or: landspeed ioexamples [FILE [COUNT]])

        Arguments:
          FILE            The file to make. It stays, marked as ours; one that landspeed did not make is
                          refused (default: a temporary one in the current directory, removed again).
          COUNT           Records, 1 or more (default: 1000000).

        Options:
          --no-color      No colours.
          --version       Show the version.
          --help, -h, -?  Show this help.

        Exit codes:
          0 done; 1 failed; 2 usage; 3 refused, FILE is somebody's; 6 out of space or quota; 129, 130
          and 143 stopped by a signal.

        Examples:
          ioexamples
          ioexamples records.dat 100000

        """;

    /// <summary>The program.</summary>
    internal static ClassicProgram Program { get; } = new(
        "ioexamples", "patterns, as in 2004: ioexamples [FILE [COUNT]]", Usage, Run);

    private static int Run(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = ClassicProgram.WithoutNoColor(words, terminal);
        return Program.Answers(rest.FirstOrDefault(), terminal)
            ? (int)Outcome.Done
            : ClassicProgram.Run(
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
            throw UsageError.Of($"unknown option {Shown.Value(option)}; see ioexamples --help (a file of that name: ./{option})");
        }

        return words switch
        {
            [] => options,
            [var file] => Named(options, file),
            [var file, var count] => Named(options, file) with
            {
                Records = Values.LongCount("COUNT", count, 1, StylesOptions.MostRecords),
            },
            _ => throw UsageError.Of("more than a file and a count were given; see ioexamples --help"),
        };
    }

    private static StylesOptions Named(StylesOptions options, string file)
    {
        FilePath path = Values.Path("FILE", file);
        return options with { File = path, Directory = path.Parent };
    }
}
