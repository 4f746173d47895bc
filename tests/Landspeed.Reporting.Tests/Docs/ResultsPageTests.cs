namespace Landspeed.Reporting.Tests.Docs;

public class ResultsPageTests
{
    [Fact]
    public void The_page_on_results_lists_every_field_and_metric_as_it_is() =>
        GeneratedPart.Check("docs/results.md", ResultsPage.Make());
}
