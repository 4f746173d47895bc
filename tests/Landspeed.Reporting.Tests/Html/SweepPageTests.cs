using System.Text;
using System.Xml;
using System.Xml.Linq;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Html;

public class SweepPageTests
{
    private static readonly XNamespace s_html = "http://www.w3.org/1999/xhtml";

    [Fact]
    public void A_full_sweep_takes_at_most_300_KB()
    {
        int bytes = Encoding.UTF8.GetByteCount(Samples.Text("html", FullSweep.Document()));

        Assert.InRange(bytes, 50_000, 300_000);
    }

    [Fact]
    public void Hostile_names_are_text_and_nothing_else()
    {
        XElement page = Parse(Samples.Of("sweep-hostile"));

        Assert.Empty(page.Descendants(s_html + "script"));
        Assert.Empty(page.Descendants(s_html + "img"));
        Assert.Empty(page.Descendants(s_html + "b"));
        Assert.Equal(
            "Sweep of /data/</title><script>alert(1)</script>&\"'.dat", page.Descendants(s_html + "h1").Single().Value);
        Assert.Equal("One size & no curve: measure \"more\" <sizes>.", page.Descendants(s_html + "li").First().Value);
        Assert.Contains("no plateau: one size <only>", page.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void No_identifier_is_used_twice()
    {
        string[] ids = [.. Parse(Samples.Of("sweep-quick")).Descendants().Attributes("id").Select(id => id.Value)];

        Assert.NotEmpty(ids);
        Assert.Equal(ids.Distinct(), ids);
    }

    [Fact]
    public void Advice_comes_first_below_the_heading()
    {
        XElement page = Parse(Samples.Of("sweep-quick"));

        Assert.Equal("Advice", page.Descendants(s_html + "h2").First().Value);
        Assert.Equal(
            Samples.Of("sweep-quick").Conclusions.Select(advice => advice.Text),
            page.Descendants(s_html + "ol").First().Elements().Select(item => item.Value));
        Assert.Empty(Warnings(page));
    }

    [Fact]
    public void An_unfinished_sweep_says_so_right_below_the_headline()
    {
        XElement page = Parse(Samples.Of("sweep-partial"));

        Assert.Equal(
            "partial: stopped early; the numbers cover what was done until then; of 52 cells: 16 measured, 31 not measured yet, 1 failed, "
                + "4 skipped",
            Assert.Single(Warnings(page)).Value.Trim());
        Assert.Contains(
            "cannot read /data/a.dat at offset 4096: EIO (Input/output error)", page.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void What_is_suspicious_about_the_sweep_stands_at_the_top()
    {
        FindingRecord finding = new("load", "the machine was <busy>");
        ResultDocument document = Samples.Of("sweep-quick") with { Findings = [finding] };

        Assert.Equal("note: the machine was <busy> (load)", Assert.Single(Warnings(Parse(document))).Value.Trim());
    }

    [Fact]
    public void The_table_has_a_row_a_size_and_a_column_a_curve()
    {
        XElement table = Table(Samples.Of("sweep-quick"), "Throughput in MB/s, of writes until durable");
        XElement[] rows = [.. table.Element(s_html + "tbody")!.Elements(s_html + "tr")];

        Assert.Equal(
            ["Request size", .. Samples.Of("sweep-quick").Curves.Select(curve => curve.Name)],
            table.Descendants(s_html + "th").Where(head => head.Attribute("scope")!.Value == "col")
                .Select(head => head.Value));
        Assert.Equal(
            ["1 B", "4 B", "16 B", "64 B", "256 B", "1 KiB", "4 KiB", "16 KiB", "64 KiB", "256 KiB", "1 MiB", "4 MiB"],
            rows.Select(row => row.Element(s_html + "th")!.Value));
        Assert.All(rows, row => Assert.Equal(6, row.Elements(s_html + "td").Count()));
        Assert.Equal(
            ["mixed1,1901,150 – 1,240", "device850810 – 880", "", "", "", ""],
            rows[3].Elements(s_html + "td").Select(cell => cell.Value));
        Assert.Equal("skipped", rows[5].Elements(s_html + "td").Last().Value);
    }

    [Theory]
    [InlineData("Throughput in MB/s, of writes until durable")]
    [InlineData("CPU time of the process in ns per byte")]
    public void The_best_cell_of_each_column_is_marked_and_named(string heading)
    {
        XElement[] best = [.. Table(Samples.Of("sweep-quick"), heading).Descendants(s_html + "td")
            .Where(cell => (string?)cell.Attribute("class") == "best")];

        Assert.Equal(6, best.Length);
        Assert.All(best, cell => Assert.EndsWith("best", cell.Value, StringComparison.Ordinal));
        Assert.All(best, cell => Assert.Equal("4 MiB", cell.Parent!.Element(s_html + "th")!.Value));
    }

    [Fact]
    public void A_curve_without_a_plateau_says_why()
    {
        XElement page = Parse(Samples.Of("sweep-quick"));
        XElement row = Table(Samples.Of("sweep-quick"), "Curves").Descendants(s_html + "tr").ElementAt(3);

        Assert.Equal(["read-direct-q1", "not reached", "-", "-"], row.Elements().Take(4).Select(cell => cell.Value));
        Assert.Contains(
            "read-direct-q1 reached no plateau: the rate still rises by 21 % from 1 MiB to 4 MiB; try larger requests",
            page.Value, StringComparison.Ordinal);
    }

    [Fact]
    public void Skipped_cells_are_named_with_the_reason() => Assert.Contains(
        "Skipped: 1024 bytes are less than 4096, the alignment for direct I/O here\n\nread-direct-1024-q1",
        Parse(Samples.Of("sweep-quick")).Value, StringComparison.Ordinal);

    [Fact]
    public void Findings_of_cells_are_counted_and_the_first_ones_listed()
    {
        string text = Parse(FullSweep.Document()).Value;

        Assert.Contains("Foreign traffic, 184 cells", text, StringComparison.Ordinal);
        Assert.Contains("and 176 more, in the result file", text, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData("on vda, Imaginary Disk, not rotating, mounted on /data, rw,noatime, scheduler none")]
    [InlineData("Debian GNU/Linux 12, kernel 6.12.9")]
    [InlineData("seed 20040601")]
    [InlineData("each 200 ms or 256 MiB at most")]
    [InlineData("Made by landspeed 0.1.0, method 1.")]
    [InlineData("schema landspeed.result 1")]
    public void The_page_names_what_the_numbers_depend_on(string text) =>
        Assert.Contains(text, Parse(Samples.Of("sweep-quick")).Value, StringComparison.Ordinal);

    [Fact]
    public void What_is_not_known_about_the_place_is_left_out()
    {
        ResultDocument quick = Samples.Of("sweep-quick");
        string text = Parse(quick with
        {
            Places = [new PlaceRecord { Role = PlaceRoles.File, Path = "/data" }],
            Hosts = [new HostRecord { Architecture = "arm64", ProcessorCount = 4, Runtime = "10.0.1" }],
            Setup = quick.Setup with { Effective = new Dictionary<string, string>() },
        }).Value;

        Assert.Contains("not available here", text, StringComparison.Ordinal);
        Assert.Contains("4 × arm64", text, StringComparison.Ordinal);
        Assert.DoesNotContain("scheduler", text, StringComparison.Ordinal);
        Assert.DoesNotContain(", ,", text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_page_is_the_same_in_every_culture() => Assert.Equal(
        Cultures.In("en-US", () => Samples.Text("html", FullSweep.Document())),
        Cultures.In("de-DE", () => Samples.Text("html", FullSweep.Document())));

    private static IEnumerable<XElement> Warnings(XElement page) =>
        page.Descendants(s_html + "div").Where(div => (string?)div.Attribute("class") == "alert");

    private static XElement Table(ResultDocument document, string heading) => Parse(document).Descendants(s_html + "table")
        .Single(table => table.Element(s_html + "caption")!.Value == heading);

    private static XElement Parse(ResultDocument document)
    {
        using var reader = XmlReader.Create(
            new StringReader(Samples.Text("html", document)), new XmlReaderSettings { DtdProcessing = DtdProcessing.Ignore });
        return XElement.Load(reader);
    }
}
