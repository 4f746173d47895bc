using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views.Sweeping;

public class SweepViewTests
{
    [Fact]
    public void Brackets_from_outside_are_no_markup()
    {
        ResultDocument hostile = Samples.Of("sweep-hostile");
        hostile = hostile with
        {
            Cells = [hostile.Cells[0] with { Findings = [new FindingRecord("x", "[bold]no markup[/] [[")] }],
            Conclusions = [new ConclusionRecord("x", "[red]nor this[/] [[")],
            Curves = [hostile.Curves[0] with { NotReached = "[link=x]nor that[/" }],
            Findings = [new FindingRecord("y", "[/] [nonsense]")],
        };

        string text = Samples.Table(hostile, 200);

        Assert.Contains("[bold]no markup[/] [[", text, StringComparison.Ordinal);
        Assert.Contains("[red]nor this[/] [[", text, StringComparison.Ordinal);
        Assert.Contains("[link=x]nor that[/", text, StringComparison.Ordinal);
        Assert.Contains("[/] [nonsense]", text, StringComparison.Ordinal);
        Assert.Contains("]]><img src=x>, <b>ext4</b>", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Findings_of_one_code_are_reported_once_with_their_cells()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        FindingRecord[] drift = [.. Enumerable.Range(0, 6).Select(cell => new FindingRecord("drift", $"fell by 2{cell} %"))];
        CellRecord[] cells = [.. quick.Cells.Take(6).Zip(drift, (cell, finding) => cell with { Findings = [finding] })];

        string text = Samples.Table(quick with { Cells = cells }, 200);

        Assert.Contains(
            "6 cells, such as read-filestream-1-q1: fell by 20 % (drift)",
            text,
            StringComparison.Ordinal);
        Assert.Single(text.Split('\n'), line => line.Contains("(drift)", StringComparison.Ordinal));
    }

    [Fact]
    public void A_key_explains_each_mark_once_and_only_those_that_occur()
    {
        string quick = Samples.Table(Samples.Of("sweep-quick"));

        Assert.Single(quick.Split('\n'), line => line.Contains("m mixed", StringComparison.Ordinal));
        Assert.DoesNotContain("h from holes", quick, StringComparison.Ordinal);
        Assert.DoesNotContain("to come", quick, StringComparison.Ordinal);
    }

    [Fact]
    public void Few_runs_are_marked_as_noisy_however_close_they_are()
    {
        CellRecord cell = Samples.Of("sweep-hostile").Cells[0];
        IntervalRecord two = cell[Metrics.Throughput]! with { Runs = 2, SpreadPct = 0.1 };
        IntervalRecord three = two with { Runs = 3, SpreadPct = 25 };

        Assert.Contains("356*~", Samples.Grid([cell.With(Metrics.Throughput, _ => two)]), StringComparison.Ordinal);
        Assert.DoesNotContain("~", Samples.Grid([cell.With(Metrics.Throughput, _ => three)]), StringComparison.Ordinal);
        Assert.Contains(
            "356*~",
            Samples.Grid([cell.With(Metrics.Throughput, _ => three with { SpreadPct = 25.1 })]),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_without_a_measured_cell_shows_what_is_to_come()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        CellRecord[] cells = [.. quick.Cells.Select(Samples.Emptied)];

        string text = Samples.Table(quick with { Cells = cells, Curves = [], Conclusions = [] });

        Assert.Contains("0 of 48 cells", text, StringComparison.Ordinal);
        Assert.Contains("· to come", text, StringComparison.Ordinal);
        Assert.DoesNotContain("CPU time of the process", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Curves", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Advice", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_without_cells_names_the_machine() => Assert.Contains(
        "Imaginary Processor",
        Samples.Table(Samples.Of("sweep-quick") with { Cells = [], Curves = [], Conclusions = [] }),
        StringComparison.Ordinal);
}
