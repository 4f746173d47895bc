using Landspeed.Results;
using Landspeed.Results.Comparing;

namespace Landspeed.Reporting.Tests.Views.Comparing;

public sealed class CompareViewTests
{
    private const int Many = 10_000;

    [Theory]
    [InlineData("table")]
    [InlineData("markdown")]
    [InlineData("html")]
    [InlineData("json")]
    [InlineData("csv")]
    public void Every_format_says_that_results_are_not_comparable_and_carry_their_order(string format)
    {
        string text = string.Join(' ', Samples.Text(format, Samples.Of("compare-sweeps")).Split((char[]?)null, StringSplitOptions.RemoveEmptyEntries)).Replace("\\_", "_", StringComparison.Ordinal);

        Assert.Contains("vda in before.json, vdb in ", text, StringComparison.Ordinal);
        Assert.Contains("stored_order", text, StringComparison.Ordinal);
    }

    [Fact]
    public void Of_many_cells_the_differences_come_first_and_the_rest_is_counted()
    {
        ResultDocument document = Enlarged();

        string page = Samples.Text("html", document);
        string table = Samples.Table(document);

        Assert.InRange(page.Length, 10_000, 400_000);
        Assert.InRange(table.Split('\n').Length, 60, 300);
        Assert.Contains("9,940 of 10,000 rows that do not differ are left to JSON and CSV", page, StringComparison.Ordinal);
        int row = table.IndexOf("cell-9999 ", table.IndexOf("B / A (95 %)", StringComparison.Ordinal), StringComparison.Ordinal);
        Assert.True(row > 0 && row < table.IndexOf("cell-1 ", StringComparison.Ordinal), "the last cell, which differs, stands above those that do not");
        Assert.Equal(Many + 1, Samples.Text("csv", document).Split('\n', StringSplitOptions.RemoveEmptyEntries).Length);
    }

    [Fact]
    public void A_comparison_without_anything_in_it_is_shown() =>
        Assert.Contains("of nothing", Samples.Table(Samples.Of("compare-one") with { Comparing = null }), StringComparison.Ordinal);

    private static ResultDocument Enlarged()
    {
        ResultDocument document = Samples.Of("compare-sweeps");
        ComparingSection comparing = document.Comparing!;
        ComparisonRecord equal = comparing.Comparisons.First(one => one.Metric == Metrics.Throughput.Name && one.Word == ComparisonWord.Equal);
        ComparisonRecord worse = comparing.Comparisons.First(one => one.Metric == Metrics.Throughput.Name && one.Word == ComparisonWord.Worse);
        return document with
        {
            Comparing = comparing with
            {
                Pairs = [comparing.Pairs[0] with { Cells = Many }],
                Comparisons = [.. Enumerable.Range(0, Many).Select(index => (index == Many - 1 ? worse : equal) with { Other = 1, Cell = FormattableString.Invariant($"cell-{index}") })],
            },
            Cells = [.. Enumerable.Range(0, Many).Select(index => new CellRecord { Name = FormattableString.Invariant($"cell-{index}"), State = CellState.Done })],
        };
    }
}
