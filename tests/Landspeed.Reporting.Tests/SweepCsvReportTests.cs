using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class SweepCsvReportTests
{
    [Fact]
    public void Every_document_has_the_same_header_and_a_row_a_cell() => Assert.All(Sweeps.Names, name =>
    {
        SweepDocument document = Sweeps.Of(name);
        string[] lines = Lines(document);

        Assert.Equal(Lines(Sweeps.Of("quick") with { Cells = [], Curves = [] })[0], lines[0]);
        Assert.Equal(document.Cells.Count + 1, lines.Length);
        Assert.All(lines, line => Assert.Equal(CsvFields.Split(lines[0]).Count, CsvFields.Split(line).Count));
    });

    [Fact]
    public void A_value_stands_below_the_path_of_its_field()
    {
        Dictionary<string, string> row = Row("read-direct-65536-q8");

        Assert.Equal("landspeed.sweep", row["schema"]);
        Assert.Equal("20040601", row["setup.seed"]);
        Assert.Equal("done", row["cells.state"]);
        Assert.Equal("5", row["cells.throughput_bytes_per_s.runs"]);
        Assert.Equal(string.Empty, row["cells.throughput_to_return_bytes_per_s.median"]);
        Assert.Equal("device", row["cells.verdict"]);
    }

    [Fact]
    public void A_cell_stands_beside_its_own_curve()
    {
        Assert.Equal("read-direct-q8", Row("read-direct-65536-q8")["curves.name"]);
        Assert.Equal("1580000000", Row("read-direct-65536-q8")["curves.plateau_bytes_per_s"]);
        Assert.Equal(string.Empty, Row("read-direct-65536-q1")["curves.plateau_bytes_per_s"]);
    }

    [Fact]
    public void A_skipped_cell_has_its_reason_and_no_numbers()
    {
        Dictionary<string, string> row = Row("read-direct-1024-q8");

        Assert.Equal("skipped", row["cells.state"]);
        Assert.Equal("1024 bytes are less than 4096, the alignment for direct I/O here", row["cells.reason"]);
        Assert.Equal(string.Empty, row["cells.throughput_bytes_per_s.median"]);
    }

    [Fact]
    public void A_cell_without_a_curve_leaves_its_columns_empty()
    {
        SweepDocument quick = Sweeps.Of("quick");
        Dictionary<string, string> row = Row("read-direct-65536-q8", quick with { Curves = [] });

        Assert.Equal(string.Empty, row["curves.name"]);
        Assert.Equal("read-direct-q8", row["cells.curve"]);
    }

    [Fact]
    public void Runs_and_advice_are_left_out()
    {
        List<string> header = CsvFields.Split(Lines(Sweeps.Of("quick"))[0]);

        Assert.DoesNotContain(header, name => name.StartsWith("advice", StringComparison.Ordinal));
        Assert.DoesNotContain(header, name => name.StartsWith("cells.runs", StringComparison.Ordinal));
        Assert.Equal(header.Count, header.Distinct().Count());
    }

    private static Dictionary<string, string> Row(string cell, SweepDocument? document = null)
    {
        document ??= Sweeps.Of("quick");
        string[] lines = Lines(document);
        string line = lines[1 + document.Cells.Index().Single(one => one.Item.Name == cell).Index];
        return CsvFields.Split(lines[0]).Zip(CsvFields.Split(line)).ToDictionary();
    }

    private static string[] Lines(SweepDocument document) =>
        Sweeps.Text(new SweepCsvReport(), document).TrimEnd('\n').Split('\n');
}
