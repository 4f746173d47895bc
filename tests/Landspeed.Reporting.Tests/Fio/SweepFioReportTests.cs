using System.Text.Json;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Fio;

public class SweepFioReportTests
{
    [Fact]
    public void Cells_that_fio_can_express_are_jobs_and_the_others_are_named()
    {
        using JsonDocument json = Fio(Samples.Of("sweep-quick"));
        string[] jobs = [.. Words(json.RootElement.GetProperty("jobs"), "jobname")];
        string[] leftOut = [.. Words(json.RootElement.GetProperty("landspeed").GetProperty("cells_left_out"), "name")];

        Assert.Contains("read-filestream-4096-q1", jobs);
        Assert.Contains("read-direct-4096-q8", jobs);
        Assert.Contains("read-filestream-1024-q1", leftOut);
        Assert.Contains("read-direct-1024-q8", leftOut);
        Assert.Equal(
            Samples.Of("sweep-quick").Cells.Select(cell => cell.Name).Order(StringComparer.Ordinal),
            jobs.Concat(leftOut).Order(StringComparer.Ordinal));
    }

    [Fact]
    public void A_cell_that_was_not_measured_says_why()
    {
        using JsonDocument json = Fio(Samples.Of("sweep-partial"));
        JsonElement leftOut = json.RootElement.GetProperty("landspeed").GetProperty("cells_left_out");

        string? Reason(string name) => leftOut.EnumerateArray()
            .Single(cell => cell.GetProperty("name").GetString() == name).GetProperty("reason").GetString();

        Assert.Equal("not measured", Reason("read-direct-4096-q1"));
        Assert.StartsWith("cannot read", Reason("read-filestream-1024-q1"), StringComparison.Ordinal);
    }

    [Fact]
    public void A_failed_cell_is_no_job_although_it_has_runs()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        CellRecord cell = quick.Cells.First(one => one.Labels["api"] == "engine" && one.Runs.Count > 0);
        CellRecord failed = cell with { State = CellState.Failed, Reason = "the third run failed" };

        using JsonDocument json = Fio(quick with { Cells = [failed] });

        Assert.Equal(0, json.RootElement.GetProperty("jobs").GetArrayLength());
        Assert.Equal(
            "the third run failed",
            Words(json.RootElement.GetProperty("landspeed").GetProperty("cells_left_out"), "reason").Single());
    }

    [Theory]
    [InlineData("read", 102)]
    [InlineData("write", 101)]
    public void The_median_run_stands_for_the_cell_for_writes_that_to_durable(string operation, int expected)
    {
        // Two orders: by the rate until return 100, 101, 102, 103, 104; until durable run 101 is in the middle.
        double[] toDurable = [90, 70, 60, 50, 80];
        CellRecord cell = Samples.Of("sweep-quick").Cells.First(one =>
            one.Labels["operation"] == operation && one.Labels["api"] == "engine" && one.Runs.Count > 0);
        RunRecord[] runs = [.. toDurable.Select((durable, index) => (operation == "read"
                ? cell.Runs[0].With(Metrics.Throughput, 1e9 + index)
                : cell.Runs[0].With(Metrics.ThroughputToReturn, 1e9 + index).With(Metrics.Throughput, durable)) with { Round = 100 + index })];

        using JsonDocument json = Fio(Samples.Of("sweep-quick") with { Cells = [cell with { Runs = runs }] });

        JsonElement job = Assert.Single(json.RootElement.GetProperty("jobs").EnumerateArray());
        Assert.Equal(expected, job.GetProperty("landspeed").GetProperty("run_index").GetInt32());
        Assert.Equal(cell.Name, job.GetProperty("jobname").GetString());
    }

    [Fact]
    public void Percentiles_that_were_not_kept_are_null_and_listed()
    {
        using JsonDocument json = Fio(Samples.Of("sweep-quick"));
        JsonElement job = json.RootElement.GetProperty("jobs")[0];
        JsonElement percentiles = job.GetProperty("read").GetProperty("clat_ns").GetProperty("percentile");
        string?[] notMeasured =
            [.. job.GetProperty("landspeed").GetProperty("not_measured").EnumerateArray().Select(name => name.GetString())];

        Assert.Equal(3_276_799, percentiles.GetProperty("50.000000").GetInt64());
        Assert.Equal(JsonValueKind.Null, percentiles.GetProperty("95.000000").ValueKind);
        Assert.Equal(JsonValueKind.Null, job.GetProperty("latency_us").ValueKind);
        Assert.Contains("clat_ns.percentile.95.000000", notMeasured);
        Assert.Contains("latency_us", notMeasured);
        Assert.DoesNotContain("clat_ns.percentile.50.000000", notMeasured);
    }

    [Fact]
    public void FileStream_is_reported_as_synchronous_calls()
    {
        using JsonDocument json = Fio(Samples.Of("sweep-quick"));
        JsonElement job = json.RootElement.GetProperty("jobs")[0];

        Assert.Equal("psync", job.GetProperty("job options").GetProperty("ioengine").GetString());
        Assert.Equal("filestream", job.GetProperty("landspeed").GetProperty("api").GetString());
    }

    private static JsonDocument Fio(ResultDocument document) =>
        JsonDocument.Parse(Samples.Text("fio", document));

    private static IEnumerable<string> Words(JsonElement list, string name) =>
        list.EnumerateArray().Select(item => item.GetProperty(name).GetString()!);
}
