using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Views;

public class MeasureViewTests
{
    [Fact]
    public void The_verdict_is_in_the_first_lines_of_each_table() => Assert.All(Samples.Measurements, name =>
    {
        ResultDocument document = Samples.Of(name);
        RunRecord run = document.Cells[0].Runs[0];

        Assert.Contains(
            "verdict: " + (run.Reads ?? run.Writes)!.Verdict.ToString().ToLowerInvariant(),
            string.Join('\n', Samples.Table(document).Split('\n').Take(3)),
            StringComparison.Ordinal);
    });

    [Fact]
    public void A_mix_has_the_verdict_of_each_direction_in_the_first_lines()
    {
        ResultDocument mix = Samples.Of("mix");
        RunRecord run = mix.Cells[0].Runs[0];
        ResultDocument cached = mix with
        {
            Cells = [mix.Cells[0] with { Runs = [run with { Reads = run.Reads! with { Verdict = Verdict.Cache } }] }],
        };

        string[] first = [.. Samples.Table(cached).Split('\n').Take(4)];

        Assert.StartsWith("  verdict of reads: cache (", first[2], StringComparison.Ordinal);
        Assert.StartsWith("  verdict of writes: device (", first[3], StringComparison.Ordinal);
    }

    [Fact]
    public void A_direction_of_a_mix_without_a_request_is_shown_and_says_why_it_has_no_verdict()
    {
        ResultDocument mix = Samples.Of("mix");
        RunRecord run = mix.Cells[0].Runs[0];
        var none = new DirectionRecord(0, 0, null, null);
        TruthRecord nothing = run.Reads! with
        {
            Verdict = Verdict.Unknown,
            AppBytes = 0,
            DeviceSharePct = null,
            Reason = "no byte was moved",
        };
        RunRecord empty = run with { Mix = run.Mix! with { Reads = none }, Reads = nothing };

        string text = Samples.Table(mix with { Cells = [mix.Cells[0] with { Runs = [empty] }] });

        Assert.Contains("verdict of reads: unknown (no byte was moved)", text, StringComparison.Ordinal);
        Assert.Matches(@"\nreads +0 +0 [a-zA-Z]*/s +- ", text);
    }

    [Fact]
    public void A_measurement_without_a_completed_request_can_be_shown()
    {
        ResultDocument read = Samples.Of("read-device");
        CellRecord cell = read.Cells[0];

        string text = Samples.Table(read with { Cells = [cell with { Runs = [cell.Runs[0] with { Latency = null }] }] });

        Assert.Contains("no request was timed", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_document_without_runs_names_the_machine() => Assert.Contains(
        "Imaginary Processor", Samples.Table(Samples.Of("read-device") with { Cells = [] }), StringComparison.Ordinal);

    [Fact]
    public void A_median_has_no_more_digits_than_its_runs_allow()
    {
        string table = Samples.Table(Samples.Of("repeat-5"));

        Assert.Contains("2,400 MB/s", table, StringComparison.Ordinal); // 2,405.6, between 1,210 and 2,431
        Assert.DoesNotContain("2,405.6", table, StringComparison.Ordinal);
    }
}
