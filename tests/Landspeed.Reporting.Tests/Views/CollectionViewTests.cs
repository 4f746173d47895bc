using Landspeed.Reporting.Views;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public sealed class CollectionViewTests
{
    [Fact]
    public void Several_fragmentations_have_the_median_of_each_count()
    {
        ReportTable[] tables = Tables(Fill("one", 40), Fill("two", 10), Fill("three", 25));

        ReportTable appended = tables.First(table => table.Title == "Runs of a new file, appended");
        Assert.Equal(["cell", "one", "two", "three", "median"], appended.Columns.Select(column => column.Heading));
        Assert.Equal(["fill", "40", "10", "25", "25"], Assert.Single(appended.Rows).Select(cell => cell.Text));
        Assert.Contains(tables, table => table.Title == "Runs of a new file, blocks reserved first");
        Assert.Contains(tables, table => table.Title == "Runs of free space");
    }

    [Fact]
    public void Two_results_have_no_median() => Assert.All(
        Tables(Fill("one", 40), Fill("two", 10)),
        table => Assert.DoesNotContain(table.Columns, column => column.Heading == "median"));

    [Fact]
    public void What_fewer_than_three_results_have_has_no_median()
    {
        ResultDocument without = Fill("three", 25);
        without = without with { Cells = [without.Cells[0] with { Name = "holes" }] };

        ReportTable appended = Tables(Fill("one", 40), Fill("two", 10), without)[0];

        Assert.All(appended.Rows, row => Assert.Empty(row[^1].Text));
    }

    private static ReportTable[] Tables(params ResultDocument[] parts) =>
        [.. KindViews.Of(Samples.Of("report-several") with { Parts = parts }).Sections[0].Tables];

    private static ResultDocument Fill(string label, int runs)
    {
        ResultDocument sample = Samples.Of("fill");
        return sample with
        {
            Label = label,
            Cells = [sample.Cells[0].With(Metrics.ProbeRuns, x => x with { Median = runs, Low = runs, High = runs })],
        };
    }
}
