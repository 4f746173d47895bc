using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Platform;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>fileio</c>: the comparison of file APIs with the options of LandenLabs FileIO.</summary>
internal static class Fileio
{
    private const string Usage = """
        Description:
          Compares file APIs by record size, order and operation, on a test file of their own, which is
          removed again. The page cache is emptied before each test, verified, and writes are durable.

        Usage:
          fileio [options]                   (or: landspeed fileio [options])

        Options:
          -P PATH         Directory of the test file (default: the current one).
          -k SIZE         Length of the test file (default: 100MiB).
          -Fc             CSV to standard output (default: tables).
          -z              No flush: the file is cached before, and writes end with the last call.
          --no-color      No colours.
          --version       Show the version.
          --help, -h, -?  Show this help.

        Exit codes:
          0 done; 1 failed; 2 usage; 6 out of space or quota; 129, 130 and 143 stopped by a signal.

        Examples:
          fileio -Fc -k 100mb -z
          fileio -Fc -P /mnt/data -k 100mb

        """;

    /// <summary>The program.</summary>
    internal static ClassicProgram Program { get; } = new(
        "fileio", "patterns --apis, as LandenLabs FileIO: fileio -Fc -k 100mb -z", Usage, Run);

    private static int Run(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = ClassicProgram.WithoutNoColor(words, terminal);
        if (Program.Answers(rest.FirstOrDefault(), terminal))
        {
            return (int)Outcome.Done;
        }

        (ApiOptions options, ResultFormat format) = Read(rest, composition.NewSeed());
        return ClassicProgram.Run(new ApisExperiment(options), format, terminal, composition);
    }

    private static (ApiOptions Options, ResultFormat Format) Read(string[] words, ulong seed)
    {
        var options = new ApiOptions { Directory = FilePath.FromText("."), Flushes = [ApiFlush.On], Seed = seed };
        ResultFormat format = ResultFormat.Table;
        for (int index = 0; index < words.Length; index++)
        {
            string word = words[index];
            if (word == "-Fc")
            {
                format = ResultFormat.Csv;
            }
            else if (word == "-z")
            {
                options = options with { Flushes = [ApiFlush.Off] };
            }
            else if (word.StartsWith("-P", StringComparison.Ordinal))
            {
                options = options with { Directory = Values.Path("-P", Value(words, ref index)) };
            }
            else if (word.StartsWith("-k", StringComparison.Ordinal))
            {
                options = options with { FileLength = Values.Size("-k", Value(words, ref index)) };
            }
            else
            {
                throw UsageError.Of($"unknown option {Shown.Value(word)}; see fileio --help");
            }
        }

        return (options, format);
    }

    // The value follows its letter, or is the next word.
    private static string Value(string[] words, ref int index) =>
        words[index].Length > 2 ? words[index][2..]
        : ++index < words.Length ? words[index]
        : throw UsageError.Of($"{words[^1]} needs a value; see fileio --help");
}
