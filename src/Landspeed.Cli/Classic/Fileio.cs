using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Patterns.Apis;
using Landspeed.Platform;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>fileio</c>: the comparison of file APIs with the options of LandenLabs FileIO.</summary>
internal sealed class Fileio() : ClassicProgram("fileio", "patterns --apis, as LandenLabs FileIO: fileio -Fc -k 100mb -z")
{
    /// <inheritdoc/>
    internal override string Details =>
        "Compares file APIs by record size, order and operation, on a test file of their own, which is removed again. The page " +
        "cache is emptied before each test, verified, and writes are durable.";

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options, as -k100mb or -k 100mb",
            Text("-P", new ValueForm("PATH", ValueKind.Directory), "Directory of the test file", "the current one"),
            Text("-k", new ValueForm("SIZE"), "Length of the test file", "100MiB"),
            Flag("-Fc", "CSV to standard output (default: tables)"),
            Flag("-z", "No flush: the file is cached before, and writes end with the last call")),
    ];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Trial("apis")];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["patterns"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples => [new("fileio -Fc -k 100mb -z"), new("fileio -Fc -P /mnt/data -k 100mb")];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3);

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        string[] rest = WithoutNoColor(words, terminal);
        if (Answers(rest.FirstOrDefault(), terminal))
        {
            return (int)Outcome.Done;
        }

        (ApiOptions options, ResultFormat format) = Read(rest, composition.NewSeed());
        return CarryOut(new ApisExperiment(options), format, terminal, composition);
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
