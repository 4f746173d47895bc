using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Experiments.Merging;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>merge</c>: the results of single ranks, put together.</summary>
internal sealed class MergeVerb(Terminal terminal, Composition composition) : Verb(
    "merge", "Merge the results of ranks that measured at the same time.")
{
    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.Results(SharedOptions.FormatsWithFio);

    /// <inheritdoc/>
    internal override string Details => "Each rank of a measurement with --json writes its own result, NAME.rankN.json, before rank 0 merges them. "
        + "If a job ended before that, this makes the same report from the results that exist, and names the missing ranks.";

    /// <inheritdoc/>
    internal override Operand Operand => new("Results of individual ranks of one command.", new ValueForm("RESULT", ValueKind.Path) { IsRepeated = true });

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "sweep", "report"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed merge run.rank*.json", "what mpirun landspeed measure ... --json run.json left"),
        new("landspeed merge run.rank0.json run.rank2.json --json run.json", "what survived, as one result"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3, 129, 130, 143).With(
        (1, "a file cannot be read or is not a result"), (3, "the results do not belong together"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands();
        if (names.Length == 0)
        {
            throw UsageError.Of("no result named; for example: landspeed merge run.rank*.json");
        }

        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        StoredReport.Check(outputs, names, "a result of a rank");
        return new StoredReport(terminal, composition).Show(
            RankMerge.Of([.. names.Select(name => StoredResult.Read(name) with { Label = Shown.OneLine(name) })]), outputs);
    }
}
