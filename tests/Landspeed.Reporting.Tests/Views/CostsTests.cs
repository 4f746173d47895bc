using Landspeed.Reporting.Svg;
using Landspeed.Reporting.Terminal;
using Landspeed.Reporting.Views;
using Landspeed.Reporting.Words;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public class CostsTests
{
    // Those with a column of costs, of every kind that has one.
    public static TheoryData<string> Kinds => ["read-device", "repeat-5", "sweep-quick", "styles", "hints", "create"];

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Tables_show_the_unit_that_is_asked_for(string name)
    {
        ResultDocument document = Samples.Of(name);

        string both = Text(document, CostUnit.Both);
        string cycles = Text(document, CostUnit.Cycles);
        string ns = Text(document, CostUnit.Ns);

        Assert.Equal((true, true), (Has(both, "ns/B", "ns per byte"), Has(both, "cycles/B", "cycles per byte")));
        Assert.Equal((false, true), (HasColumn(cycles, "ns/B"), Has(cycles, "cycles/B", "cycles per byte")));
        Assert.Equal((true, false), (Has(ns, "ns/B", "ns per byte"), Has(ns, "cycles/B", "cycles per byte")));
        Assert.Contains("2.50 GHz", cycles, StringComparison.Ordinal);
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void Where_no_clock_is_known_the_report_says_why(string name)
    {
        string text = Text(WithoutClock(Samples.Of(name)), CostUnit.Cycles);

        Assert.Contains("no clock", text, StringComparison.Ordinal);
        Assert.Contains("the clock is unknown (nobody names it)", text.ReplaceLineEndings(" ").Replace("   ", " ", StringComparison.Ordinal), StringComparison.Ordinal);
    }

    [Fact]
    public void Cycles_are_the_time_at_the_clock_of_the_machine()
    {
        ResultDocument hints = Samples.Of("hints"); // 9.2 ns a byte at 2.5 GHz

        ReportTable table = KindViews.Of(hints, CostUnit.Cycles).Tables[0];

        Assert.Contains(table.Columns, column => column.Heading == "cycles/B");
        Assert.Equal("23.0", table.Rows[0][^2].Text);
    }

    [Fact]
    public void A_machine_without_a_clock_leaves_the_quiet_line_its_columns()
    {
        string[] values = QuietLine.Of(WithoutClock(Samples.Of("read-device"))).Split(',');

        Assert.Equal(QuietLine.Header.Split(',').Length, values.Length);
        Assert.Equal("no clock", values[10]);
    }

    [Fact]
    public void The_second_chart_of_a_sweep_has_both_scales()
    {
        ResultDocument sweep = Samples.Of("sweep-quick");

        Chart cost = KindViews.Of(sweep, CostUnit.Ns).Charts.OfType<Chart>().Single(chart => chart.Name == "cpu-cost");

        Assert.Equal(("ns/B", "cycles/B"), (cost.Y.Title, cost.Right?.Title));
        Assert.Equal(cost.Y.Scale.Share(2), cost.Right!.Scale.Share(5), 1e-9); // 2.5 GHz
        Assert.Contains("2.50 GHz", cost.Note, StringComparison.Ordinal);
        Assert.Contains(" cycles/B", cost.Series[0].Points.First().Tip, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_a_clock_it_has_one_and_says_why()
    {
        Chart cost = KindViews.Of(WithoutClock(Samples.Of("sweep-quick"))).Charts.OfType<Chart>().Single(chart => chart.Name == "cpu-cost");

        Assert.Null(cost.Right);
        Assert.Contains("No scale of cycles: the clock is unknown (nobody names it).", cost.Note, StringComparison.Ordinal);
    }

    private static ResultDocument WithoutClock(ResultDocument document) => document with
    {
        Hosts = [.. document.Hosts.Select(host => host with { ClockHz = null, ClockMethod = "unknown (nobody names it)" })],
        Cells =
        [
            .. document.Cells.Select(cell => cell with
            {
                Metrics = Without(cell.Metrics),
                Runs = [.. cell.Runs.Select(run => run with { Metrics = Without(run.Metrics) })],
            }),
        ],
        Curves = [.. document.Curves.Select(curve => curve with { CpuFloorCyclesPerByte = null })],
    };

    private static Dictionary<string, T> Without<T>(IReadOnlyDictionary<string, T> metrics) => metrics
        .Where(metric => metric.Key != Metrics.CyclesPerByte.Name && metric.Key != Metrics.MachineCyclesPerByte.Name)
        .ToDictionary(metric => metric.Key, metric => metric.Value, StringComparer.Ordinal);

    private static string Text(ResultDocument document, CostUnit unit) =>
        Samples.Text("table", document, new ReportStyle { Width = 200, Cost = unit });

    private static bool Has(string text, params string[] words) => words.Any(word => text.Contains(word, StringComparison.Ordinal));

    // A note may name the other unit.
    private static bool HasColumn(string text, string heading) =>
        text.Split('\n').Any(line => line.Contains($" {heading} ", StringComparison.Ordinal) && !line.Contains(": ", StringComparison.Ordinal));
}
