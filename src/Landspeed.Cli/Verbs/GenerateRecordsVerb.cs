using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>records generate</c>.</summary>
internal sealed class GenerateRecordsVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "generate", "Generate records of the sort benchmark, identical to those of gensort.", terminal, composition)
{
    private readonly OptionGroup<RecordSet> _records = new("The records")
    {
        {
            Flag("--ascii", "Generate printable records, one per line (default: binary)"),
            records => records with { Layout = RecordLayout.Ascii }
        },
        { Flag("--skewed", "Generate keys many of which start alike (default: evenly spread)"), records => records with { IsSkewed = true } },
        {
            Word("--layout", "VERSION", "Layout of binary records", new WordList<RecordLayout>(
                ("1.5", RecordLayout.Binary, null),
                ("1.1", RecordLayout.OldBinary, "as made by older programs and Hadoop's TeraGen")), "1.5"),
            (records, layout) => records with { Layout = layout }
        },
        { Number("--start", "Number of the first record, below 2^64", "0"), (records, start) => records with { Start = start } },
    };

    private readonly OptionGroup<RecordGeneration> _file = new("How they are written")
    {
        {
            Count("--threads", "Threads that generate records", 1, RecordGeneration.MostThreads, "one per CPU, at most 8"),
            (task, threads) => task with { Threads = threads }
        },
        {
            Word("--mode", "MODE", "How to open the file", SharedOptions.Modes, "prefer-direct"),
            (task, mode) => task with { Mode = mode.Mode, RequireMode = mode.Required }
        },
        { Flag("--sum", "Also compute the checksum, as gensort -c does"), task => task with { ComputesChecksum = true } },
        { Flag("--overwrite", "Replace an existing file once the new one is complete"), task => task with { Overwrite = true } },
    };

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "The number of 100-byte records, and the file to create; - for standard output. The file gets its name once it is complete and durable.",
        new ValueForm("COUNT"),
        ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Records, UsualFiles.Mark, UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["records validate"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed records generate 10000000 in.dat", "1 GB of binary records"),
        new("landspeed records generate 1000000 in.txt --ascii --sum"),
        new("landspeed records generate 1000000 part2.dat --start 1000000"),
        new("landspeed records generate 1000000 - --ascii | LC_ALL=C sort > sorted.txt"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => RecordsVerb.Codes;

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_records, _file];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = new("The run")
    {
        { SharedOptions.DryRun(), settings => settings with { ShowPlan = true } },
        {
            Flag("--resume", "Resume what an interrupted run left (with --keep, or after a crash), as far as it is correct"),
            settings => settings with { Resume = true }
        },
        {
            Flag("--keep", "If interrupted, keep the partial file as .NAME.landspeed-part (default: remove it)"),
            settings => settings with { Keep = true }
        },
        { Flag("--quiet", "Show no progress"), settings => settings with { Quiet = true } },
    };

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        (_, FilePath? file) = CountAndFile(words);
        ExperimentRequest request = Request(words);
        return new ExperimentCall(Terminal, Composition).Execute(request with
        {
            StandardOutputIsTaken = file is null && IsFree(request.Outputs),
        });
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        (long count, FilePath? file) = CountAndFile(words);
        return new GenerateRecords(_file.Read(words, new RecordGeneration
        {
            Records = Records(words, count),
            Target = file,
            Output = file is null ? StandardStreams.Output() : null,
            KeepsPart = settings.Keep,
            Resumes = settings.Resume,
        }));
    }

    // A negative number is a wrong number, and no unknown option.
    private static (long Count, FilePath? File) CountAndFile(GivenWords words) =>
        words.Operands(word => word is ResultOutputs.Standard || (word.Length > 1 && word[1..].All(char.IsAsciiDigit))) switch
        {
            [var count, var file] => (
                Values.LongCount("COUNT", count, 0, RecordSet.MostRecords),
                file == ResultOutputs.Standard ? null : Values.Path("FILE", file)),
            [] or [_] => throw UsageError.Of("name the number of records, and the file; for example: landspeed records generate 1000000 in.dat"),
            var names => throw UsageError.Of(
                $"expected one number and one file, not {string.Join(", ", names.Select(Shown.Value))}; see landspeed records generate --help"),
        };

    private RecordSet Records(GivenWords words, long count)
    {
        if (words.IsSet("--ascii") && words.Has("--layout"))
        {
            throw UsageError.Of("--layout is for binary records, but --ascii asks for printable ones; leave one of them out");
        }

        RecordSet records = _records.Read(words, new RecordSet { Count = count, Layout = RecordLayout.Binary });
        if (records is { IsSkewed: true, Layout: RecordLayout.OldBinary })
        {
            throw UsageError.Of("--layout 1.1 has no --skewed keys; leave one of them out");
        }

        return count > 0 && records.Start > ulong.MaxValue - (ulong)(count - 1)
            ? throw UsageError.Of(FormattableString.Invariant(
                $"--start {records.Start} is too high for {count} records: the last number is at most {ulong.MaxValue}"))
            : records;
    }

    private static bool IsFree(ResultOutputs outputs) => outputs is { Format: null }
        && !new[] { outputs.Json, outputs.Csv, outputs.Html }.Contains(ResultOutputs.Standard)
            ? true
            : throw UsageError.Of("standard output gets the records; name a file for the result");
}
