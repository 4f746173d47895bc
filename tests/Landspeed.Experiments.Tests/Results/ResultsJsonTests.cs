using System.Globalization;
using System.Text;
using System.Text.Json;
using Landspeed.Experiments.Results;

namespace Landspeed.Experiments.Tests.Results;

public class ResultsJsonTests
{
    [Fact]
    public void A_document_survives_the_way_through_text()
    {
        string once = Text(SampleMeasurement.Make());
        MeasurementDocument back = ResultsJson.ReadMeasurement(once);

        Assert.Equal(once, Text(back));
        Assert.Equal(SampleMeasurement.Make().StartedAt, back.StartedAt);
        Assert.Equal(SampleMeasurement.Make().Environment, back.Environment);
        Assert.Equal(Verdict.Hole, back.Jobs[0].Truth.Verdict);
        Assert.Equal(0.1 + 0.2, back.Jobs[0].Transfer.ThroughputBytesPerS);
        Assert.Equal(ulong.MaxValue, back.Jobs[0].Effective.Seed);
    }

    [Theory]
    [InlineData("schema_version")]
    [InlineData("host.clock_hz")]
    [InlineData("environment.path_base64")]
    [InlineData("environment.maximum_device_request_bytes")]
    [InlineData("summary.throughput_bytes_per_s.outlier_runs")]
    [InlineData("jobs.0.job_start_ms")]
    [InlineData("jobs.0.requested.request_size_bytes")]
    [InlineData("jobs.0.effective.time_s")]
    [InlineData("jobs.0.transfer.throughput_to_durable_bytes_per_s")]
    [InlineData("jobs.0.latency.p50_ns")]
    [InlineData("jobs.0.latency.p999_ns")]
    [InlineData("jobs.0.latency.p9999_ns")]
    [InlineData("jobs.0.latency.standard_deviation_ns")]
    [InlineData("jobs.0.latency.bins.0.up_to_ns")]
    [InlineData("jobs.0.queue_depth.mean_achieved")]
    [InlineData("jobs.0.cpu.process_cycles_per_byte")]
    [InlineData("jobs.0.cpu.machine_idle_baseline_ns_per_s")]
    [InlineData("jobs.0.cpu.garbage_collection_pause_ns")]
    [InlineData("jobs.0.truth.device_share_pct")]
    [InlineData("jobs.0.truth.resident_before_pct")]
    [InlineData("jobs.0.device.busy_pct")]
    [InlineData("jobs.0.samples.0.duration_ns")]
    [InlineData("jobs.0.findings.0.code")]
    public void A_field_has_the_name_that_the_schema_promises(string path)
    {
        using JsonDocument json = JsonDocument.Parse(Text(SampleMeasurement.Make()));
        JsonElement at = json.RootElement;
        foreach (string step in path.Split('.'))
        {
            at = int.TryParse(step, CultureInfo.InvariantCulture, out int index) ? at[index] : at.GetProperty(step);
        }
    }

    [Fact]
    public void Numbers_that_are_not_finite_become_null()
    {
        string text = Text(SampleMeasurement.Make());

        Assert.Contains("\"requests_per_s\": null", text, StringComparison.Ordinal);
        Assert.Contains("\"throughput_to_durable_bytes_per_s\": null", text, StringComparison.Ordinal);
        Assert.True(double.IsNaN(ResultsJson.ReadMeasurement(text).Jobs[0].Transfer.RequestsPerS));
        Assert.Null(ResultsJson.ReadMeasurement(text).Jobs[0].Transfer.ThroughputToDurableBytesPerS);
    }

    [Fact]
    public void The_verdict_is_a_word() =>
        Assert.Contains("\"verdict\": \"hole\"", Text(SampleMeasurement.Make()), StringComparison.Ordinal);

    [Fact]
    public void Names_stay_readable_and_there_is_no_byte_order_mark()
    {
        using var stream = new MemoryStream();
        ResultsJson.Write(SampleMeasurement.Make(), stream);
        byte[] bytes = stream.ToArray();

        Assert.Equal((byte)'{', bytes[0]);
        Assert.Equal((byte)'\n', bytes[^1]);
        Assert.Equal(Text(SampleMeasurement.Make()), Encoding.UTF8.GetString(bytes));
        Assert.Contains(@"größe <€> +\\xFF", Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
    }

    [Fact]
    public void A_byte_order_mark_of_others_is_read_over()
    {
        byte[] bytes = [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(Text(SampleMeasurement.Make()))];
        using var stream = new MemoryStream(bytes);

        Assert.Equal("0.1.0", ResultsJson.ReadMeasurement(stream).ToolVersion);
    }

    [Fact]
    public void Fields_of_a_later_version_are_passed_over()
    {
        string text = Text(SampleMeasurement.Make())
            .Replace("\"tool_version\"", "\"new_field\": [{}], \"tool_version\"", StringComparison.Ordinal);

        Assert.Equal("0.1.0", ResultsJson.ReadMeasurement(text).ToolVersion);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"schema\": 1")]
    public void What_is_no_measurement_is_refused(string text) =>
        Assert.Throws<InvalidDataException>(() => ResultsJson.ReadMeasurement(text));

    [Fact]
    public void Another_kind_of_document_is_refused_by_its_name()
    {
        string text = Text(SampleMeasurement.Make() with { Schema = "landspeed.copy" });
        var error = Assert.Throws<InvalidDataException>(() => ResultsJson.ReadMeasurement(text));

        Assert.Contains("landspeed.copy", error.Message, StringComparison.Ordinal);
    }

    private static string Text(MeasurementDocument document)
    {
        using var target = new StringWriter();
        ResultsJson.Write(document, target);
        return target.ToString();
    }
}
