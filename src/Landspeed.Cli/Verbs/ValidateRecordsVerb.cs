using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Host;
using Landspeed.Experiments.Records;
using Landspeed.Experiments.Rounds;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>records validate</c>.</summary>
internal sealed class ValidateRecordsVerb(Terminal terminal, Composition composition) : ExperimentVerb(
    "validate", "Check that records are in order; report duplicates and checksum like valsort.", terminal, composition)
{
    private readonly OptionGroup<RecordCheck> _check = new("How they are read")
    {
        { Flag("--ignore-case", "Treat the letters A to Z in keys as lower case"), task => task with { IgnoresCase = true } },
        {
            Count("--threads", "Threads that validate", 1, RecordCheck.MostThreads, "one per CPU, at most 8"),
            (task, threads) => task with { Threads = threads }
        },
        {
            Word("--mode", "MODE", "How to open the file", SharedOptions.Modes, "direct, but cached data through the page cache"),
            (task, mode) => task with { Mode = mode.Mode, RequireMode = mode.Required }
        },
    };

    /// <inheritdoc/>
    internal override Operand Operand => new("The file of records; - for standard input.", ValueForm.File);

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["records generate"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed records validate out.dat", "order, duplicates, checksum"),
        new("landspeed records validate out.dat --mode direct --json result.json"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => RecordsVerb.Codes;

    /// <inheritdoc/>
    private protected override IReadOnlyList<OptionGroup> Own => [_check];

    /// <inheritdoc/>
    private protected override OptionGroup<ExperimentSettings> Settings { get; } = SingleWork();

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        ExperimentRequest request = Request(words);
        int code = new ExperimentCall(Terminal, Composition).Execute(request);

        // Records out of order are a result, and have a code of their own.
        bool isUnordered = request.Task.Experiment is ValidateRecords { Result: { Unordered: > 0 } };
        return code == 0 && isUnordered ? ExitStatus.Mismatch : code;
    }

    /// <inheritdoc/>
    private protected override IExperiment Experiment(GivenWords words, ExperimentSettings settings)
    {
        string name = words.Operand(
            "file",
            "no file named; for example: landspeed records validate out.dat",
            "validate takes one at a time",
            word => word == ResultOutputs.Standard)!;
        FilePath? file = name == ResultOutputs.Standard ? null : Values.Path("FILE", name);
        return new ValidateRecords(_check.Read(words, new RecordCheck
        {
            Source = file,
            Input = file is null ? StandardStreams.Input() : null,
        }));
    }
}
