using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests.Views;

public class CopyViewTests
{
    [Fact]
    public void A_copy_that_is_not_durable_is_not_called_so()
    {
        ResultDocument copied = Samples.Of("copy-file-verified");
        CellRecord cell = copied.Cells[0];
        RunRecord run = cell.Runs[0];
        run = run with
        {
            Metrics = run.Metrics.Where(metric => metric.Key != Metrics.ElapsedToDurable.Name && metric.Key != Metrics.Throughput.Name)
                .ToDictionary(metric => metric.Key, metric => metric.Value, StringComparer.Ordinal),
        };

        string text = Samples.Table(copied with { Cells = [cell with { Runs = [run] }] });

        Assert.Contains("not durable", text, StringComparison.Ordinal);
        Assert.DoesNotContain("to durable", text, StringComparison.Ordinal);
    }
}
