using System.Globalization;
using Landspeed.Cli.Arguments;
using Landspeed.Cli.Output;
using Landspeed.Cli.Runs;
using Landspeed.Experiments;
using Landspeed.Experiments.Comparing;
using Landspeed.Experiments.Results;
using Landspeed.Experiments.Results.MetricGroups;
using Landspeed.Reporting.Terminal;
using static Landspeed.Cli.Arguments.VerbOption;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>compare</c>: stored results, set side by side.</summary>
internal sealed class CompareVerb(Terminal terminal, Composition composition) : Verb(
    "compare", "Set results side by side: faster, slower, equal, or cannot tell.")
{
    private const string Example = "for example: landspeed compare before.json after.json";
    private const string Least = "0.1";

    private readonly OptionGroup<ComparisonOptions> _comparing = new("What counts")
    {
        {
            Of("--band", "PCT", "How close values must be to count as equal", (option, text) => Share(option, text, 0.1, 100), $"{Least} to 100: 5, 2.5, 10%", "5"),
            (options, pct) => options with { BandPct = pct }
        },
        {
            Of("--gate", "PCT", "End with 7 when a rate, a time or a processor cost became worse by more than that; with --metric, when one of those did", (option, text) => Share(option, text, 0, 1_000), "0 to 1000: 10, 10%"),
            (options, pct) => options with { GatePct = pct }
        },
        {
            Of("--metric", "LIST", "The metrics to compare, by their names in JSON, with commas between them", Metrics, absent: "all of which one direction is an improvement"),
            (options, metrics) => options with { Metrics = metrics }
        },
        { Flag("--anyway", "Compare what is not comparable, too; every format then says why it is not"), options => options with { IsAnyway = true } },
    };

    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.Formats);

    /// <inheritdoc/>
    internal override string Details => "The first result is the baseline, each further one is compared with it, cell by cell. Nothing is measured.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Two or more results that --json wrote, of one verb; - for standard input.", new ValueForm("RESULT", ValueKind.File) { IsRepeated = true });

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_comparing, _results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["report", "measure", "sweep"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed compare before.json after.json"),
        new("landspeed compare before.json after.json --gate 10%", "in a pipeline: 7 when something became slower by more"),
        new("landspeed compare ext4.json xfs.json --anyway --html disks.html", "what differs by design"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(129, 130, 143).With(
        (1, "a file cannot be read, or is no result"),
        (3, "the results are not comparable"),
        (7, "the gate is broken"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands(StoredResult.IsInput);
        if (names.Length < 2)
        {
            throw UsageError.Of($"compare needs two results or more, {(names.Length == 0 ? "none is" : "only one is")} named; {Example}");
        }

        if (names.Count(StoredResult.IsInput) > 1)
        {
            throw UsageError.Of("standard input holds one result, and - is named more than once; name a file for the others");
        }

        ComparisonOptions options = _comparing.Read(words, new ComparisonOptions());
        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        outputs.Check();
        foreach (string name in names.Where(name => !StoredResult.IsInput(name)))
        {
            outputs.Refuse(Values.Path("RESULT", name), "a result to be compared");
        }

        ComparedResult[] results = [.. names.Select(name => new ComparedResult(Shown.OneLine(name), StoredResult.Read(name)))];
        return Show(Comparer.Of(results, options, composition.Time.GetUtcNow()), outputs);
    }

    private int Show(ResultDocument document, ResultOutputs outputs)
    {
        using var files = new ResultFiles(terminal);
        files.Open(outputs.Files);
        files.Complete((format, writer) => composition.Report(format, ReportStyle.Plain with { Cost = outputs.Cost })(document, writer));
        composition.Report(outputs.StandardFormat, terminal.OutputStyle with { Cost = outputs.Cost })(document, terminal.Output);
        return (int)(Comparer.Broken(document.Comparing!).Count > 0 ? Outcome.Finding : Outcome.Done);
    }

    private static double Share(string option, string text, double least, double most) =>
        double.TryParse(text.EndsWith('%') ? text[..^1] : text, NumberStyles.AllowDecimalPoint, CultureInfo.InvariantCulture, out double value)
            && value >= least && value <= most
            ? value
            : throw UsageError.Of(FormattableString.Invariant($"{option} {Shown.Value(text)} is out of range; allowed: {least} to {most} percent"));

    private static IReadOnlyList<Metric> Metrics(string option, string text) =>
    [
        .. ValueLists.Items(option, text, "allowed: names of metrics with commas between them").Distinct(StringComparer.Ordinal).Select(name =>
            ComparedMetric.InOrder.FirstOrDefault(metric => metric.Name == name)
            ?? throw UsageError.Of(
                $"{option} {Shown.Value(name)} is no metric that can be better; allowed: {string.Join(", ", ComparedMetric.InOrder.Select(metric => metric.Name))}")),
    ];
}
