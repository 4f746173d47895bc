using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Cli.Verbs;
using Landspeed.Experiments;
using Landspeed.Experiments.Filling;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Classic;

/// <summary>The verb <c>fragdisk</c>: <c>fragment --fill</c> with the options of the 2004 tool (MSR-TR-2004-136, appendix).</summary>
internal sealed class Fragdisk() : ClassicProgram("fragdisk", "fragment --fill, as in 2004: fragdisk -f95 -k10 DIR")
{
    private const long Mebi = 1L << 20;
    private const int MostFiles = 1_000_000;
    private const int LargestMegabytes = 1 << 20;
    private const int UsualFillPct = 70;

    // For messages, which name what this program accepts.

    private static readonly OptionGroup<FillOptions> s_filling = FillGroups.Filling.Only("--time-limit", "--undo");
    private static readonly OptionGroup<FillOptions> s_permission = FillGroups.Permission;

    /// <inheritdoc/>
    internal override string Details =>
        "Creates files of random size in a directory tree until the volume is as full as -f says, removes some in random order until -k is left, and repeats that. "
        + "The files are reserved, not written. What is left stays until landspeed fragment --clean DIR removes it.";

    /// <inheritdoc/>
    internal override Operand Operand => new("An empty directory on the volume.", ValueForm.Directory);

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups =>
    [
        OptionGroup.Of(
            "Options of 2004, as -f95 or -f 95",
            Number("-m", "Maximum number of files in all", "100000"),
            Number("-Fm", "Smallest file, MB", "1, less on small volumes"),
            Number("-FM", "Largest file, MB", "256, at most a 64th of the volume"),
            Number("-c", "Maximum number of files per cycle", "1000"),
            Number("-d", "Files per directory", "100"),
            Number("-s", "Directories per directory, 2 or more", "10"),
            Number("-n", "Number of cycles; 0: as many as --time-limit allows", "0"),
            Number("-k", "Percentage of the volume to leave in use, 1 to 99", "5, or 5 more than other files use"),
            Number("-f", "Percentage of the volume to fill, 1 to 99", "70"),
            Number("-r", "Seed of the random sizes and order of deletion", "137")),
        s_filling,
        s_permission,
        OptionGroup.Of("Modern options", SharedOptions.Json(), SharedOptions.Csv(), SharedOptions.DryRun(), Flag("--quiet", "Show no progress")),
    ];

    /// <inheritdoc/>
    internal override string Modern => "fragment";

    /// <inheritdoc/>
    internal override IReadOnlyDictionary<string, string> Letters { get; } = new Dictionary<string, string>
    {
        ["--most-files"] = "-m",
        ["--smallest"] = "-Fm",
        ["--largest"] = "-FM",
        ["--files-per-cycle"] = "-c",
        ["--files-per-directory"] = "-d",
        ["--directories-per-directory"] = "-s",
        ["--cycles"] = "-n",
        ["--delete-to"] = "-k",
        ["--fill"] = "-f",
        ["--seed"] = "-r",
    };

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Filling, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["fragment", "extents"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("fragdisk -f95 -k10 /mnt/test", "for ten minutes, or until 100,000 files are made"),
        new("fragdisk -f 80 -k 5 -n 5 -FM8 /mnt/test", "five cycles, with files of up to 8 MB"),
        new("fragdisk -f95 -k10 -n1 --undo /mnt/test", "one cycle, then remove everything"),
    ];

    /// <inheritdoc/>
    internal override int Execute(string[] words, Terminal terminal, Composition composition)
    {
        var scanned = ClassicWords.Scan(this, words);
        return Answers(scanned, terminal)
            ? ExitStatus.Done
            : new ExperimentCall(terminal, composition).Execute(new ExperimentRequest
            {
                Task = new ExperimentTask { Experiment = new FillExperiment(Read(scanned)) },
                Outputs = new ResultOutputs { Json = scanned.Text("--json"), Csv = scanned.Text("--csv") },
                ShowPlan = scanned.Has("--dry-run"),
                ShowProgress = !scanned.Has("--quiet"),
            });
    }

    /// <summary>Reads the words.</summary>
    /// <exception cref="ExperimentException">A value is invalid.</exception>
    internal static FillOptions Read(ClassicWords words)
    {
        string directory = words.Names switch
        {
            [var name] => name,
            [] => throw UsageError.Of("no directory named; for example: fragdisk -f95 -k10 DIR (see fragdisk --help)"),
            var names => throw UsageError.Of($"more than one directory named: {string.Join(", ", names.Select(Shown.Value))}; fragdisk takes one"),
        };
        var options = new FillOptions { Directory = ClassicPath.Of("DIR", directory), FillPct = UsualFillPct };
        return s_permission.Read(words, s_filling.Read(words, options with
        {
            MostFiles = Count("-m", 1, MostFiles) ?? options.MostFiles,
            Smallest = Count("-Fm", 1, LargestMegabytes) * Mebi,
            Largest = Count("-FM", 1, LargestMegabytes) * Mebi,
            FilesPerCycle = Count("-c", 1, MostFiles) ?? options.FilesPerCycle,
            FilesPerDirectory = Count("-d", 1, MostFiles) ?? options.FilesPerDirectory,
            DirectoriesPerDirectory = Count("-s", 2, 10_000) ?? options.DirectoriesPerDirectory,
            Cycles = Count("-n", 0, 100_000) ?? 0,
            KeepPct = Count("-k", 1, 99),
            FillPct = Count("-f", 1, 99) ?? UsualFillPct,
            Seed = words.Text("-r") is { } seed ? Values.Seed("-r", seed) : options.Seed,
        }));

        int? Count(string option, int from, int to) => words.Text(option) is { } text ? Values.Count(option, text, from, to) : null;
    }

    private static VerbOption<string> Number(string name, string meaning, string absent) => Text(name, new ValueForm("N"), meaning, absent);
}
