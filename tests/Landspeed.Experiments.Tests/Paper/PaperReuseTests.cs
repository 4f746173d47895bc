using Landspeed.Experiments.Paper;
using Landspeed.Results;
using Landspeed.Results.Creation;

namespace Landspeed.Experiments.Tests.Paper;

public sealed class PaperReuseTests
{
    private static readonly double[] s_rates = [495, 498, 500, 502, 505];
    private static readonly ResultDocument s_sweep = MadeUp.Sweep(900, 1000);
    private static readonly ResultDocument s_creation = MadeUp.Creation(CreationLabels.AsIs, s_rates, s_rates);
    private static readonly ResultDocument s_here = MadeUp.Document(ResultKinds.Paper, null, []);

    [Fact]
    public void A_sweep_and_created_files_of_one_machine_leave_nothing_to_measure()
    {
        PaperReuse reuse = Of(("s.json", s_sweep), ("c.json", s_creation));

        Assert.Equal(("s.json", "c.json"), (reuse.Sweep?.Label, reuse.Creation?.Label));
        Assert.Empty(reuse.Unused);
    }

    [Fact]
    public void Of_a_paper_its_parts_count()
    {
        PaperReuse reuse = Of(("p.json", PaperDocument.Of([s_sweep, s_creation], new PaperFacts { Array = "one device" })));

        Assert.Equal(("p.json", "p.json"), (reuse.Sweep?.Label, reuse.Creation?.Label));
    }

    [Fact]
    public void Two_results_of_another_machine_fit_each_other_and_one_alone_does_not_fit_this_one()
    {
        (ResultDocument sweep, ResultDocument creation) = (Elsewhere(s_sweep), Elsewhere(s_creation));

        Assert.Empty(Of(("s.json", sweep), ("c.json", creation)).Unused);
        Assert.Equal(("s.json", "it is from another machine or volume: device sdb, not vda"), Assert.Single(Of(("s.json", sweep)).Unused));
        Assert.Equal("c.json", Assert.Single(Of(("s.json", s_sweep), ("c.json", creation)).Unused).Name);
    }

    [Fact]
    public void What_does_not_fit_is_named_with_the_reason()
    {
        (ResultDocument Document, string Reason)[] all =
        [
            (s_sweep with { Partial = true }, "it was stopped early"),
            (s_sweep with { MethodVersion = 0 }, "its numbers were obtained by method 0, and this is method 1"),
            (s_sweep with { Cells = [.. s_sweep.Cells.Where(cell => cell.Curve != "write-filestream")] }, "it has no curve write-filestream"),
            (s_sweep with { Kind = ResultKinds.Copy }, "it is a result of copy; a paper uses those of sweep and of patterns --creation"),
            (s_creation with { Variant = ResultKinds.RunLengths }, "it is a result of patterns run lengths; a paper uses those of sweep and of patterns --creation"),
            (s_creation with { Cells = [] }, "no cell of it was measured"),
            (WithMode(s_creation, "direct"), "its files were written direct, not by FileStream"),
            (s_here, "it is a result of paper; a paper uses those of sweep and of patterns --creation"),
        ];

        Assert.All(all, one => Assert.Equal(("x.json", one.Reason), Assert.Single(Of(("x.json", one.Document)).Unused)));
        Assert.Equal(("b.json", "there is a sweep already, a.json"), Assert.Single(Of(("a.json", s_sweep), ("b.json", s_sweep)).Unused));
    }

    private static PaperReuse Of(params (string Name, ResultDocument Document)[] given) => PaperReuse.Of(given, s_here);

    private static ResultDocument Elsewhere(ResultDocument document) => document with { Places = [document.Places[0] with { Device = "sdb" }] };

    private static ResultDocument WithMode(ResultDocument document, string mode) =>
        document with { Setup = document.Setup with { Options = new Dictionary<string, string> { [CreationLabels.ModeOption] = mode } } };
}
