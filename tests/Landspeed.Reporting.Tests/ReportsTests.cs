using Landspeed.Results;

namespace Landspeed.Reporting.Tests;

public class ReportsTests
{
    public static TheoryData<string> Kinds => [.. Samples.Names];

    [Fact]
    public void Every_listed_format_exists() => Assert.All(Reports.Formats, format => Assert.NotNull(Reports.Create(format)));

    [Theory]
    [InlineData("xml")]
    [InlineData("JSON")]
    [InlineData("")]
    public void An_unknown_format_is_refused_with_the_list(string format)
    {
        var error = Assert.Throws<ArgumentException>(() => Reports.Create(format));

        Assert.Contains($"'{format}'; the formats are table, json, csv, html, markdown, fio", error.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_dialect_of_fio_has_no_words_for_other_kinds()
    {
        ResultDocument hints = Samples.Of("hints");

        Assert.DoesNotContain("fio", Reports.FormatsOf(hints.Kind));
        Assert.Contains("fio", Reports.FormatsOf(ResultKinds.Sweep));
        Assert.Contains("'hints'", Assert.Throws<ArgumentException>(() => Samples.Text("fio", hints)).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_kind_of_a_newer_version_is_shown_with_what_the_catalogue_knows()
    {
        ResultDocument odd = Samples.Of("hints") with { Kind = "weave", Variant = "cross" };

        Assert.Contains("weave cross", Samples.Table(odd), StringComparison.Ordinal);
        Assert.Contains("random-access", Samples.Table(odd), StringComparison.Ordinal);
        Assert.Contains(Metrics.Elapsed.Heading, Samples.Table(odd), StringComparison.Ordinal);
    }

    [Fact]
    public void A_name_that_is_not_UTF_8_stands_escaped_in_every_format()
    {
        ResultDocument hints = Samples.Of("hints");
        ResultDocument odd = hints with
        {
            Places = [hints.Places[0] with { Path = @"/data/n\xFF", PathBase64 = "L2RhdGEvbv8=" }],
        };

        Assert.All(Reports.FormatsOf(odd.Kind), format => Assert.Contains("xFF", Samples.Text(format, odd), StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(Kinds))]
    public void A_stored_result_cannot_write_to_the_terminal_in_any_format(string name)
    {
        const string Hostile = "x\u001b]0;title\u0007\u009b2J\u202e\b\ry";
        ResultDocument stored = Samples.Of(name);
        ResultDocument odd = stored with
        {
            Places = [.. stored.Places.Select(place => place with { Path = Hostile, FileSystem = place.FileSystem is null ? null : Hostile })],
            Cells = [.. stored.Cells.Select(cell => cell with { Name = Hostile + cell.Name, Curve = cell.Curve is { } curve ? Hostile + curve : null, Reason = Hostile })],
            Curves = [.. stored.Curves.Select(curve => curve with { Name = Hostile + curve.Name })],
            Conclusions = [new ConclusionRecord("x", Hostile)],
            Findings = [new FindingRecord(Hostile, Hostile)],
        };

        Assert.All(
            Reports.FormatsOf(odd.Kind),
            format => Assert.DoesNotContain(Samples.Text(format, odd), letter => IsCommand(letter, format)));
    }

    [Fact]
    public void Only_results_with_charts_have_pictures()
    {
        Assert.Equal(["throughput", "cpu-cost"], Reports.Charts(Samples.Of("sweep-quick")).Select(chart => chart.Name));
        Assert.Equal(["throughput-over-time", "latency"], Reports.Charts(Samples.Of("read-device")).Select(chart => chart.Name));
        Assert.Equal(["hints-read-amplification", "hints-elapsed-ns", "hints-pages-left-bytes", "hints-request-sizes"], Reports.Charts(Samples.Of("hints")).Select(chart => chart.Name));
        Assert.Empty(Reports.Charts(Samples.Of("verify-clean")));
    }

    // A cell of CSV may have two lines, and JSON is the text itself: there a parser unpacks it.
    private static bool IsCommand(char letter, string format) => letter switch
    {
        '\n' => false,
        '\r' => format != "csv",
        '\u202e' => format is not ("json" or "fio"),
        _ => char.IsControl(letter),
    };
}
