using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Tests.Paper;
using Landspeed.Experiments.Tests.Sweeping;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Conclusions;

public sealed class PaperSituationTests : SituationTests
{
    private static readonly string[] s_curves = ["filestream", "direct-q1", "direct-q8"];

    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => Answer(Evidence(situation));

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => Answer(AnyEvidence(random));

    /// <summary>A sweep of a situation in which FileStream is the worse.</summary>
    internal static PaperEvidence Evidence(Situation situation) => MadeUp.Evidence(MadeUp.Document(ResultKinds.Sweep, null,
    [
        .. from operation in PaperEvidence.Operations
           from curve in s_curves
           from size in Enumerable.Range(0, 6)
           let isWorse = curve == "filestream"
           let level = 1e9 * Math.Min(1, size / 2.0)
           where level > 0
           select SampleCells.Cell($"{operation}-{curve}", 4096L << (2 * size), 1).Of(situation.Origin())
               .With(Metrics.Throughput, isWorse ? situation.Worse(level, 0.5) : situation.Better(level))
               .With(Metrics.CpuPerByte, isWorse ? situation.Worse(0.01, 30) : situation.Better(0.01)),
    ]));

    /// <summary>A sweep of any cells.</summary>
    internal static PaperEvidence AnyEvidence(Random random) => MadeUp.Evidence(MadeUp.Document(ResultKinds.Sweep, null,
    [
        .. from operation in PaperEvidence.Operations
           from curve in s_curves
           from size in Enumerable.Range(0, 6)
           where random.Next(6) > 0
           let cell = Any(random, SampleCells.Cell($"{operation}-{curve}", 4096L << (2 * size), 1) with { Metrics = new Dictionary<string, IntervalRecord>() }, Metrics.Throughput, 1e8)
           select random.Next(5) > 0 && cell[Metrics.Throughput] is not null ? cell.With(Metrics.CpuPerByte, SampleCell.Quiet(random.NextDouble())) : cell,
    ]));

    private static IReadOnlyList<ConclusionRecord> Answer(PaperEvidence evidence) => OpenQuestion.Answer(evidence);
}
