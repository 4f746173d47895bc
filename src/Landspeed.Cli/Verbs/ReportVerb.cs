using Landspeed.Cli.Arguments;
using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Verbs;

/// <summary>The verb <c>report</c>: a stored result, shown again.</summary>
internal sealed class ReportVerb(Terminal terminal, Composition composition) : Verb(
    "report", "Show stored results again in any format, several on one page.")
{
    private readonly OptionGroup<ResultOutputs> _results = SharedOptions.ResultsWithHdr();

    /// <inheritdoc/>
    internal override string Details => "Takes any result that --json wrote, from any verb, and shows it as it was first shown. Several share one page: machines and places "
        + "once, curves overlaid, tables side by side; a directory is shown as a history of its results. Nothing is measured.";

    /// <inheritdoc/>
    internal override Operand Operand => new(
        "Files, directories of files, or - for standard input.", new ValueForm("RESULT", ValueKind.Path) { IsRepeated = true });

    /// <inheritdoc/>
    internal override IReadOnlyList<OptionGroup> Groups => [_results];

    /// <inheritdoc/>
    internal override IReadOnlyList<Definition> Files => [UsualFiles.Result];

    /// <inheritdoc/>
    internal override IReadOnlyList<string> Related => ["measure", "sweep", "merge"];

    /// <inheritdoc/>
    internal override IReadOnlyList<Example> Examples =>
    [
        new("landspeed report sweep.json --html sweep.html"),
        new("landspeed report sweep.json --format markdown", "for a wiki or an issue"),
        new("landspeed report before.json after.json --html both.html", "several on one page, with their curves overlaid"),
        new("landspeed report results/ --html history.html", "a directory of results over time, with changes of level"),
        new("landspeed report - < sweep.json"),
    ];

    /// <inheritdoc/>
    internal override ExitCodes ExitCodes => ExitCodes.Usual.Without(3, 129, 130, 143).With((1, "the file cannot be read or is not a result"));

    /// <inheritdoc/>
    internal override int Run(GivenWords words)
    {
        string[] names = words.Operands(StoredResult.IsInput);
        if (names.Length == 0)
        {
            throw UsageError.Of("no result named; for example: landspeed report result.json --html result.html");
        }

        ResultOutputs outputs = _results.Read(words, new ResultOutputs());
        StoredReport.Check(outputs, StoredResults.Files(names), "a result to be shown");
        return new StoredReport(terminal, composition).Show(StoredResults.Read(names), outputs);
    }
}
