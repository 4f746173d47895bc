using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments;
using Landspeed.Experiments.Commands;
using Landspeed.Experiments.Comparing;
using Landspeed.Results;
using Landspeed.Results.MetricGroups;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>compare</c>: results side by side, stored or of commands that are run in turn.</summary>
internal sealed class CompareVerb(Terminal terminal, Composition composition, Verb root) : Verb(
    "compare", "Compare results: faster, slower, equal or inconclusive.")
{
    private const string Example = "for example: landspeed compare before.json after.json";
    private const string Least = "0.1";
    private const string Command = "--run";

    private readonly OptionGroup<ComparisonOptions> _comparing = new("Comparison")
    {
        {
            Of("--band", "PCT", "Count values this close as equal", (option, text) => Share(option, text, 0.1, 100), $"{Least} to 100: 5, 2.5, 10%", "5"),
            (options, pct) => options with { BandPct = pct }
        },
        {
            Of("--gate", "PCT", "End with 7 if a rate, time or CPU cost became worse by more than this; with --metric only those count", (option, text) => Share(option, text, 0, 1_000), "0 to 1000: 10, 10%"),
            (options, pct) => options with { GatePct = pct }
        },
        {
            Of("--metric", "LIST", "Metrics to compare: names as in JSON, separated by commas", Metrics, absent: "all that can improve"),
            (options, metrics) => options with { Metrics = metrics }
        },
        { Flag("--anyway", "Compare even if the results are not comparable; the report says why they are not"), options => options with { IsAnyway = true } },
    };

    private readonly OptionGroup<InterleavedRequest> _running = new("Running commands")
    {
        {
            Texts(Command, new ValueForm("COMMAND"), "Run this command in turn with the others and compare; give two or more, the first is the baseline; landspeed commands run directly, others in the shell"),
            (request, commands) => request with { Commands = commands }
        },
        { Count("--rounds", "Maximum number of runs of each command, after a warm-up round that does not count", 5, 500, "30"), (request, rounds) => request with { Rounds = rounds } },
        { Time("--time-limit", "Stop after this time, once five rounds are done", "2m"), (request, time) => request with { Time = time } },
        {
            Flag("--duet", "Run two commands at the same time, each on half of the CPUs: on a noisy machine, disturbances common to both cancel out; they share device and memory"),
            request => request with { IsDuet = true }
        },
        { SharedOptions.Seed(), (request, seed) => request with { Seed = seed } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details => "The first result is the baseline; each other one is compared with it, cell by cell. Between stored results other things may have changed, too; --run runs commands in turn, in random order, until the comparison is conclusive.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Two or more results that --json wrote, all from the same verb; - for standard input.", new ValueForm("RESULT", ValueKind.File) { IsRepeated = true });

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_comparing, _running, _results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["report", "measure", "sweep"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed compare before.json after.json"),
        new("landspeed compare before.json after.json --gate 10%", "in CI: ends with 7 if something became slower by more"),
        new("landspeed compare --run 'sort -S 8M a.txt' --run 'sort -S 1G a.txt'", "in turn, until it is clear which is faster"),
        new("landspeed compare ext4.json xfs.json --anyway --html disks.html", "results that differ by design"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.With(
        (1, "a file cannot be read or is not a result; a --run command failed"),
        (3, "the results are not comparable"),
        (7, "a value became worse than --gate allows"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands(StoredResult.IsInput);
        if (words.Has(Command))
        {
            return RunCommands(words, names);
        }

        if (words.FirstOf(_running.Options) is { } option)
        {
            throw UsageError.Of($"{option} needs --run: add --run 'COMMAND' twice, or leave it out");
        }

        if (names.Length < 2)
        {
            throw UsageError.Of($"compare needs two or more results, but {(names.Length == 0 ? "none is" : "only one is")} named; {Example}");
        }

        if (names.Count(StoredResult.IsInput) > 1)
        {
            throw UsageError.Of("standard input holds one result, but - is named more than once; name files for the others");
        }

        ComparisonOptions options = _comparing.Read(words, new ComparisonOptions());
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        foreach (string name in names.Where(name => !StoredResult.IsInput(name)))
        {
            outputs.Refuse(Values.Path("RESULT", name), "a result to be compared");
        }

        ComparedResult[] results = [.. names.Select(name => new ComparedResult(Shown.OneLine(name), StoredResult.Read(name)))];
        using var files = new ResultFiles(terminal);
        files.Open(outputs.Files);
        return Show(Comparer.Of(results, options, composition.Time.GetUtcNow()), outputs, files);
    }

    private int RunCommands(GivenWords words, string[] names)
    {
        InterleavedRequest request = _running.Read(words, new InterleavedRequest());
        if (names.Length > 0)
        {
            throw UsageError.Of($"{Command} compares commands, but {Shown.Value(names[0])} is a stored result; leave one of them out");
        }

        if (request.Commands.Length < 2)
        {
            throw UsageError.Of($"{Command} is given once, but two or more commands are needed; for example: landspeed compare --run 'gzip -1 < a > b' --run 'gzip -9 < a > b'");
        }

        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        var verbs = new OwnVerbs(root, Name);
        var options = new InterleavedOptions
        {
            Commands = [.. request.Commands.Select(text => Parsed(text, verbs))],
            Rounds = request.Rounds,
            Time = request.Time,
            Seed = request.Seed ?? composition.NewSeed(),
            Processors = request.IsDuet ? Halves(request.Commands.Length) : [],
            Comparison = _comparing.Read(words, new ComparisonOptions()),
        };
        var runs = new InterleavedRuns(options, composition.Campaign.Commands, verbs.Program, composition.Campaign.Clock)
        {
            Looked = (rounds, isTold) => Diagnostics.Say(
                terminal, FormattableString.Invariant($"{rounds} of at most {options.Rounds} rounds: {(isTold ? "conclusive" : "inconclusive so far")}")),
        };
        using var files = new ResultFiles(terminal);
        using IStopSignals signals = composition.Signals(() =>
        {
            runs.Abandon();
            files.Abandon();
        });
        files.Open(outputs.Files);
        Diagnostics.Say(terminal, FormattableString.Invariant($"{options.Commands.Count} commands {(request.IsDuet ? "at the same time" : "in turn")}, at most {options.Rounds} rounds, seed {options.Seed}"));
        ResultDocument? document;
        try
        {
            document = runs.Run(signals.Token);
        }
        catch (Exception) when (signals.IsAbandoned)
        {
            return signals.ExitCode!.Value;
        }

        if (document is null)
        {
            Diagnostics.Say(terminal, "stopped by a signal before every command had run once; nothing was compared");
            return signals.ExitCode ?? ExitStatus.Failed;
        }

        int code = Show(document, outputs, files);
        return document.Partial && signals.ExitCode is { } stopped ? stopped : code;
    }

    private static IReadOnlyList<int> Halves(int commands)
    {
        IReadOnlyList<int> processors = NativePlatform.Processes.Processors();
        return commands != 2 ? throw UsageError.Of(FormattableString.Invariant($"--duet runs two commands at the same time, but {commands} are named; leave it out to run them in turn"))
            : processors.Count < 2 ? throw new ExperimentException(Outcome.Failed, "--duet needs two CPUs, but this process may use only one; leave it out to run the commands in turn")
            : processors;
    }

    private static InterleavedCommand Parsed(string text, OwnVerbs verbs)
    {
        if (text.Trim().Length == 0 || text.Contains('\0', StringComparison.Ordinal))
        {
            throw UsageError.Of($"{Command} {Shown.Value(text)} is not a command");
        }

        try
        {
            return new InterleavedCommand(text, OwnCommand.WordsOf(text) is { } own ? verbs.Find(own) : null);
        }
        catch (FormatException wrong)
        {
            throw UsageError.Of($"{Command} {Shown.Value(text)}: {wrong.Message}");
        }
    }

    private int Show(ResultDocument document, ResultOutputs outputs, ResultFiles files)
    {
        composition.Deliver(document, outputs, files, terminal);
        return (int)(Comparer.Broken(document.Comparing!).Count > 0 ? Outcome.Finding : Outcome.Done);
    }

    private static double Share(string option, string text, double least, double most) =>
        double.TryParse(text.EndsWith('%') ? text[..^1] : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value >= least && value <= most
            ? value
            : throw UsageError.Of(FormattableString.Invariant($"{option} {Shown.Value(text)} is out of range; allowed: {least} to {most} percent"));

    private static IReadOnlyList<Metric> Metrics(string option, string text) =>
    [
        .. ValueLists.Items(option, text, "allowed: names of metrics, separated by commas").Distinct(StringComparer.Ordinal).Select(name =>
            ComparedMetric.InOrder.FirstOrDefault(metric => metric.Name == name)
            ?? throw UsageError.Of(
                $"{option} {Shown.Value(name)} is not a metric that can improve; allowed: {string.Join(", ", ComparedMetric.InOrder.Select(metric => metric.Name))}")),
    ];

    /// <summary>What a person asked of commands that are run.</summary>
    private sealed record InterleavedRequest
    {
        /// <summary>The commands.</summary>
        internal string[] Commands { get; init; } = [];

        /// <summary>Rounds at most.</summary>
        internal int Rounds { get; init; } = InterleavedRuns.UsualRounds;

        /// <summary>Time at most.</summary>
        internal TimeSpan Time { get; init; } = TimeSpan.FromMinutes(2);

        /// <summary>Whether both run at the same time.</summary>
        internal bool IsDuet { get; init; }

        /// <summary>Start of the order; null: a new one.</summary>
        internal ulong? Seed { get; init; }
    }
}
