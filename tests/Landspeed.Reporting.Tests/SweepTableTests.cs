using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class SweepTableTests
{
    public static TheoryData<string, int> Widths()
    {
        var cases = new TheoryData<string, int>();
        foreach (string name in Sweeps.Names)
        {
            foreach (int width in new[] { 40, 60, 80, 120 })
            {
                cases.Add(name, width);
            }
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void No_line_is_wider_than_asked_or_ends_in_a_space(string name, int width)
    {
        string text = Sweeps.Table(Sweeps.Of(name), width);

        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, $"{width}: {line}"));
        Assert.All(text.Split('\n'), line => Assert.Equal(line.TrimEnd(), line));
    }

    [Theory]
    [MemberData(nameof(Widths))]
    public void Colour_changes_nothing_but_colour(string name, int width)
    {
        var style = new ReportStyle { Width = width, Color = ReportColor.Ansi };
        string colored = Sweeps.Text(new SweepTable(style), Sweeps.Of(name));

        Assert.Contains('\u001b', colored);
        Assert.Equal(
            Sweeps.Table(Sweeps.Of(name), width),
            System.Text.RegularExpressions.Regex.Replace(colored, "\u001b\\[[0-9;]*m", string.Empty));
    }

    [Fact]
    public void Brackets_from_outside_are_no_markup()
    {
        SweepDocument hostile = Sweeps.Of("hostile");
        hostile = hostile with
        {
            Cells = [hostile.Cells[0] with { Findings = [new FindingRecord("x", "[bold]no markup[/] [[")] }],
            Advice = [new AdviceRecord("x", "[red]nor this[/] [[")],
            Curves = [hostile.Curves[0] with { NotReached = "[link=x]nor that[/" }],
            Findings = [new FindingRecord("y", "[/] [nonsense]")],
        };

        string text = Sweeps.Table(hostile, 200);

        Assert.Contains("[bold]no markup[/] [[", text, StringComparison.Ordinal);
        Assert.Contains("[red]nor this[/] [[", text, StringComparison.Ordinal);
        Assert.Contains("[link=x]nor that[/", text, StringComparison.Ordinal);
        Assert.Contains("[/] [nonsense]", text, StringComparison.Ordinal);
        Assert.Contains("]]><img src=x>, <b>ext4</b>", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Findings_of_one_code_are_told_once_with_their_cells()
    {
        SweepDocument quick = Sweeps.Of("quick");
        FindingRecord[] drift = [.. Enumerable.Range(0, 6).Select(cell => new FindingRecord("drift", $"fell by 2{cell} %"))];
        SweepCellRecord[] cells = [.. quick.Cells.Take(6).Zip(drift, (cell, finding) => cell with { Findings = [finding] })];

        string text = Sweeps.Table(quick with { Cells = cells }, 200);

        Assert.Contains(
            "read-filestream-1-q1, read-filestream-4-q1, read-filestream-16-q1, read-filestream-64-q1 and 2 more: "
            + "of the first: fell by 20 % (drift)",
            text,
            StringComparison.Ordinal);
        Assert.Single(text.Split('\n'), line => line.Contains("(drift)", StringComparison.Ordinal));
    }

    [Fact]
    public void A_key_explains_each_mark_once_and_only_those_that_occur()
    {
        string quick = Sweeps.Table(Sweeps.Of("quick"));

        Assert.Single(quick.Split('\n'), line => line.Contains("m mixed", StringComparison.Ordinal));
        Assert.DoesNotContain("h from holes", quick, StringComparison.Ordinal);
        Assert.DoesNotContain("to come", quick, StringComparison.Ordinal);
    }

    [Fact]
    public void Few_runs_are_marked_as_noisy_however_close_they_are()
    {
        SweepCellRecord cell = Sweeps.Of("hostile").Cells[0];
        IntervalRecord two = cell.ThroughputBytesPerS! with { Runs = 2, SpreadPct = 0.1 };
        IntervalRecord three = two with { Runs = 3, SpreadPct = 25 };

        Assert.Contains("356*~", Sweeps.Grid([cell with { ThroughputBytesPerS = two }]), StringComparison.Ordinal);
        Assert.DoesNotContain("~", Sweeps.Grid([cell with { ThroughputBytesPerS = three }]), StringComparison.Ordinal);
        Assert.Contains(
            "356*~",
            Sweeps.Grid([cell with { ThroughputBytesPerS = three with { SpreadPct = 25.1 } }]),
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_without_a_measured_cell_shows_what_is_to_come()
    {
        SweepDocument quick = Sweeps.Of("quick");
        SweepCellRecord[] cells = [.. quick.Cells.Select(SweepGridTableTests.Emptied)];

        string text = Sweeps.Table(quick with { Cells = cells, Curves = [], Advice = [] });

        Assert.Contains("0 of 52 cells", text, StringComparison.Ordinal);
        Assert.Contains("· to come", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Processor time", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Curves", text, StringComparison.Ordinal);
        Assert.DoesNotContain("Advice", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_without_cells_names_the_machine() => Assert.Contains(
        "Imaginary Processor",
        Sweeps.Table(Sweeps.Of("quick") with { Cells = [], Curves = [], Advice = [] }),
        StringComparison.Ordinal);
}
