using Landspeed.Experiments.Paper;
using Landspeed.Results;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Tests.Paper;

public sealed class PaperDocumentTests
{
    [Fact]
    public void A_paper_holds_its_parts_whole_and_five_judged_findings()
    {
        ResultDocument sweep = MadeUp.Sweep(980, 1000);

        ResultDocument paper = PaperDocument.Of([sweep], new PaperFacts { Array = PaperLabels.OneDevice, Full = true });

        Assert.Equal((ResultKinds.Paper, false), (paper.Kind, paper.Partial));
        Assert.Same(sweep, Assert.Single(paper.Parts));
        Assert.Equal(["1", "2", "3", "4", "5"], paper.Cells.Select(cell => cell.Labels[PaperLabels.Finding]));
        Assert.Equal(
            [PaperLabels.Confirmed, PaperLabels.NotTestable, PaperLabels.NotTestable, PaperLabels.Confirmed, PaperLabels.Confirmed],
            paper.Cells.Select(cell => cell.Labels[PaperLabels.Outcome]));
        Assert.Equal(3, paper.Conclusions.Count);
        Assert.Equal("full", paper.Setup.Options[PaperLabels.GridOption]);
    }

    [Fact]
    public void A_part_that_was_stopped_early_makes_the_paper_partial() => Assert.True(
        PaperDocument.Of([MadeUp.Sweep(980, 1000) with { Partial = true }], new PaperFacts { Array = PaperLabels.OneDevice }).Partial);
}
