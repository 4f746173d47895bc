using System.Globalization;
using System.Text;
using System.Text.Json;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Results;

public class ResultsJsonTests
{
    [Fact]
    public void A_document_survives_a_round_trip_through_text()
    {
        string once = Text(SampleMeasurement.Make());
        ResultDocument back = ResultsJson.Read(once);

        Assert.Equal(once, Text(back));
        Assert.Equal(SampleMeasurement.Make().StartedAt, back.StartedAt);
        Assert.Equal(SampleMeasurement.Make().Places[0], back.Places[0]);
        Assert.Equal(Verdict.Hole, back.Cells[0].Runs[0].Reads!.Verdict);
        Assert.Equal(0.1 + 0.2, back.Cells[0].Runs[0][Metrics.Throughput]);
        Assert.Equal(ulong.MaxValue, back.Cells[0].Runs[0].Case!.Effective.Seed);
    }

    [Fact]
    public void A_long_document_is_written_in_pieces_and_no_character_is_cut()
    {
        ResultDocument document = SampleMeasurement.Make() with
        {
            Findings = [.. Enumerable.Range(0, 20_000).Select(index => new FindingRecord("code", new string('a', index % 7) + "ä𝄞€"))],
        };
        using var target = new PieceWriter();

        ResultsJson.Write(document, target);

        Assert.Equal(JsonSerializer.Serialize(document, ResultsJson.Result) + "\n", target.ToString());
        Assert.InRange(target.LongestPiece, 1, 100_000);
    }

    [Theory]
    [InlineData("schema_version")]
    [InlineData("method_version")]
    [InlineData("tool.version")]
    [InlineData("started_at")]
    [InlineData("hosts.0.clock_hz")]
    [InlineData("places.0.role")]
    [InlineData("places.0.path_base64")]
    [InlineData("places.0.maximum_device_request_bytes")]
    [InlineData("setup.rounds")]
    [InlineData("setup.options.mode")]
    [InlineData("cells.0.labels")]
    [InlineData("cells.0.verdicts.read")]
    [InlineData("cells.0.metrics.throughput_bytes_per_s.outlier_runs")]
    [InlineData("cells.0.runs.0.started_at_ms")]
    [InlineData("cells.0.runs.0.case.requested.request_size_bytes")]
    [InlineData("cells.0.runs.0.case.effective.time_s")]
    [InlineData("cells.0.runs.0.case.engine_features.0")]
    [InlineData("cells.0.runs.0.metrics.bytes_read")]
    [InlineData("cells.0.runs.0.facts.checksum")]
    [InlineData("cells.0.runs.0.latency.p50_ns")]
    [InlineData("cells.0.runs.0.latency.p999_ns")]
    [InlineData("cells.0.runs.0.latency.p9999_ns")]
    [InlineData("cells.0.runs.0.latency.standard_deviation_ns")]
    [InlineData("cells.0.runs.0.latency.bins.0.up_to_ns")]
    [InlineData("cells.0.runs.0.reads.device_share_pct")]
    [InlineData("cells.0.runs.0.reads.resident_before_pct")]
    [InlineData("cells.0.runs.0.device.busy_pct")]
    [InlineData("cells.0.runs.0.samples.0.duration_ns")]
    [InlineData("cells.0.runs.0.findings.0.code")]
    [InlineData("curves.0.knee_request_size_bytes")]
    [InlineData("conclusions.0.code")]
    [InlineData("findings.0.message")]
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
        Assert.Contains("\"records_per_s\": null", text, StringComparison.Ordinal);
        RunRecord back = ResultsJson.Read(text).Cells[0].Runs[0];
        Assert.True(double.IsNaN(back[Metrics.RequestRate]!.Value));
        Assert.True(double.IsNaN(back[Metrics.RecordRate]!.Value));
    }

    [Fact]
    public void The_verdict_is_a_word() =>
        Assert.Contains("\"verdict\": \"hole\"", Text(SampleMeasurement.Make()), StringComparison.Ordinal);

    [Fact]
    public void Names_stay_readable_and_there_is_no_byte_order_mark()
    {
        byte[] bytes = Encoding.UTF8.GetBytes(Text(SampleMeasurement.Make()));

        Assert.Equal((byte)'{', bytes[0]);
        Assert.Equal((byte)'\n', bytes[^1]);
        Assert.Contains(@"größe <€> +\\xFF", Encoding.UTF8.GetString(bytes), StringComparison.Ordinal);
    }

    [Fact]
    public void A_byte_order_mark_of_others_is_read_over()
    {
        byte[] bytes = [0xEF, 0xBB, 0xBF, .. Encoding.UTF8.GetBytes(Text(SampleMeasurement.Make()))];
        using var stream = new MemoryStream(bytes);

        Assert.Equal("0.1.0", ResultsJson.Read(stream).Tool.Version);
    }

    [Fact]
    public void Fields_of_a_later_version_are_passed_over()
    {
        string text = Text(SampleMeasurement.Make())
            .Replace("\"tool\"", "\"new_field\": [{}], \"tool\"", StringComparison.Ordinal);

        Assert.Equal("0.1.0", ResultsJson.Read(text).Tool.Version);
    }

    [Theory]
    [InlineData("")]
    [InlineData("null")]
    [InlineData("[]")]
    [InlineData("{}")]
    [InlineData("{\"schema\": 1")]
    [InlineData("{\"schema\": 1}")]
    [InlineData("{\"schema\": \"landspeed.result\", \"schema_version\": \"x\"}")]
    public void What_is_no_result_is_refused(string text) =>
        Assert.Throws<InvalidDataException>(() => ResultsJson.Read(text));

    [Fact]
    public void Another_kind_of_document_is_refused_by_its_name()
    {
        string text = Text(SampleMeasurement.Make() with { Schema = "landspeed.copy" });
        var error = Assert.Throws<InvalidDataException>(() => ResultsJson.Read(text));

        Assert.Contains("landspeed.copy", error.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("\"kind\": \"measure\"", "\"other\": 1", "it lacks kind")]
    [InlineData("\"tool\": {", "\"tool\": 5, \"old\": {", "tool has an invalid value")]
    [InlineData("\"kind\": \"measure\"", "\"kind\": [1]", "kind has an invalid value")]
    public void What_is_wrong_is_named_by_its_field_and_not_by_our_types(string from, string to, string reason)
    {
        string text = Text(SampleMeasurement.Make());
        Assert.Contains(from, text, StringComparison.Ordinal);

        var error = Assert.Throws<InvalidDataException>(() => ResultsJson.Read(text.Replace(from, to, StringComparison.Ordinal)));

        Assert.Contains(reason, error.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("Landspeed.", error.Message, StringComparison.Ordinal);
    }

    private static string Text(ResultDocument document)
    {
        using var target = new StringWriter();
        ResultsJson.Write(document, target);
        return target.ToString();
    }

    private sealed class PieceWriter : StringWriter
    {
        internal int LongestPiece { get; private set; }

        public override void Write(char[] buffer, int index, int count)
        {
            LongestPiece = Math.Max(LongestPiece, count);
            base.Write(buffer, index, count);
        }
    }
}
