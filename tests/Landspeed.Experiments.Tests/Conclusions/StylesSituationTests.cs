using Landspeed.Experiments.Patterns.Styles;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class StylesSituationTests : SituationTests
{
    private static readonly string[] s_styles = ["byte", "line", "block", "span"];
    private static readonly string[] s_operations = [StyleLabels.Create, StyleLabels.Read];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => StylesAdvice.Of(
    [
        Cell("line", StyleLabels.Create).Of(situation.Origin()).With(Metrics.Throughput, situation.Worse(8e8, 0.5)),
        Cell("block", StyleLabels.Create).Of(situation.Origin()).With(Metrics.Throughput, situation.Better(8e8)),
        Allocating(Cell("line", StyleLabels.Read).Of(situation.Origin()).With(Metrics.Throughput, situation.Worse(8e8, 0.5)), 2000),
        Allocating(
            Cell("block", StyleLabels.Read).Of(situation.Origin()).With(Metrics.Throughput, situation.Better(8e8)), situation == Situation.Tie ? 1990 : 1),
    ]);

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => StylesAdvice.Of(
    [
        .. from style in s_styles.Take(random.Next(1, 5))
           from operation in s_operations
           select Allocating(Any(random, Cell(style, operation), Metrics.Throughput, 1e8), random.Next(3) * random.Next(3_000)),
    ]);

    // Of 1,000 bytes read in 1 ms.
    private static CellRecord Allocating(CellRecord cell, double bytes) => cell.With(Metrics.Allocated, bytes)
        .With(Metrics.Elapsed, 1e6).With(Metrics.CollectionPause, bytes * 20) with
    {
        Runs = [new RunRecord { Cell = cell.Name, Round = 0, Metrics = Metrics.Of((Metrics.BytesRead, 1000)) }],
    };

    private static CellRecord Cell(string style, string operation) =>
        SampleCell.Done($"{operation}-{style}", (StyleLabels.OperationAxis, operation), (StyleLabels.StyleAxis, style));
}
