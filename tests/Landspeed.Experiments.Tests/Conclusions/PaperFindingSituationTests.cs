using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Tests.Paper;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Tests.Conclusions;

/// <summary>The sentences of the five findings, which are no conclusions with a code of their own.</summary>
public sealed class PaperFindingSituationTests : SituationTests
{
    /// <inheritdoc/>
    internal override IReadOnlyList<ConclusionRecord> Conclude(Situation situation) => Sentences(PaperSituationTests.Evidence(situation) with
    {
        Array = situation == Situation.ClearWin ? "raid0 of 4 disks" : PaperLabels.OneDevice,
        Creation = MadeUp.Creation(CreationLabels.Fragmented, situation.Worse(800, 0.5), situation.Better(800)) is var creation && situation == Situation.Cached
            ? creation.With(Verdict.Cache) : creation,
    });

    /// <inheritdoc/>
    protected override IReadOnlyList<ConclusionRecord> ConcludeAny(Random random) => Sentences(PaperSituationTests.AnyEvidence(random) with
    {
        Array = random.Next(2) == 0 ? "raid0 of 4 disks" : PaperLabels.OneDevice,
    });

    private static IReadOnlyList<ConclusionRecord> Sentences(PaperEvidence evidence) =>
    [
        .. from finding in PaperFindings.All
           let judged = finding.Judge(evidence)
           from text in new[] { judged.Here, judged.Needed }.OfType<string>()
           select new ConclusionRecord(FormattableString.Invariant($"finding-{finding.Number} {judged.Outcome}"), text),
    ];
}
