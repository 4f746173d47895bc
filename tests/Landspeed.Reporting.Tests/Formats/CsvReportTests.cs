using Landspeed.Reporting.Formats;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Formats;

public class CsvReportTests
{
    public static TheoryData<string> All => [.. Samples.Names];

    [Theory]
    [MemberData(nameof(All))]
    public void Every_line_has_a_value_for_each_column_and_no_column_stands_twice(string name)
    {
        ResultDocument document = Samples.Of(name);
        string[] lines = Lines(document);
        List<string> header = CsvFields.Split(lines[0]);

        Assert.Equal(RowsOf(document) + 1, lines.Length);
        Assert.All(lines, line => Assert.Equal(header.Count, CsvFields.Split(line).Count));
        Assert.Equal(header.Distinct(), header);
    }

    private static long RowsOf(ResultDocument document) =>
        document.Comparing is { } comparing ? comparing.Comparisons.Count
        : document is { Cells.Count: 0, Parts.Count: > 0 } ? document.Parts.Sum(RowsOf)
        : document.Cells[0].Runs.ElementAtOrDefault(0)?.Extents?.ListedFiles.Sum(file => file.List?.Count) is > 0 and var listed ? listed
        : document.Setup.Axes.Count > 0 ? document.Cells.Count : document.Cells.Sum(cell => Math.Max(1, cell.Runs.Count));

    [Fact]
    public void Measurements_have_the_same_columns_whatever_was_measured() => Assert.All(Samples.Measurements, name => Assert.Equal(
        Lines(Samples.Of("read-device") with { Cells = [] })[0], Lines(Samples.Of(name))[0]));

    [Theory]
    [InlineData("apis", "api", "cells.labels.api")]
    [InlineData("apis", "throughput_bytes_per_s", "cells.metrics.throughput_bytes_per_s.median")]
    [InlineData("apis", "verdicts.read", "cells.verdicts.read")]
    [InlineData("apis", "cells.metrics.throughput_bytes_per_s.min", "cells.metrics.throughput_bytes_per_s.min")]
    [InlineData("read-device", "throughput_bytes_per_s", "cells.runs.metrics.throughput_bytes_per_s")]
    [InlineData("process", "files", "setup.options.files")]
    public void A_column_is_chosen_by_its_name_or_by_the_end_of_it_and_keeps_its_values(
        string sample, string name, string column)
    {
        ResultDocument document = Samples.Of(sample);
        List<List<string>> all = CsvFields.Records(Samples.Text("csv", document));
        List<List<string>> chosen = CsvFields.Records(Chosen(document, "started_at", name, column));

        int place = all[0].IndexOf(column);
        Assert.Equal(["started_at", column], chosen[0]);
        Assert.Equal(all.Select(row => row[place]), chosen.Select(row => row[1]));
        Assert.Null(Reports.UnknownColumn(document, [name, column]));
    }

    [Fact]
    public void A_metric_that_is_not_measured_yet_can_be_chosen_and_is_empty_until_then()
    {
        ResultDocument plan = Samples.Of("apis");
        plan = plan with
        {
            Cells = [.. plan.Cells.Select(cell => cell with { Metrics = new Dictionary<string, IntervalRecord>() })],
        };

        Assert.Null(Reports.UnknownColumn(plan, ["throughput_bytes_per_s", "cells.runs.facts.anything"]));
        Assert.Equal("throughput_bytes", Reports.UnknownColumn(plan, ["api", "throughput_bytes"]));
        Assert.Contains("throughput_bytes_per_s", Reports.Columns(plan));
        Assert.All(
            CsvFields.Records(Chosen(plan, "throughput_bytes_per_s", "state"))[1..], row => Assert.Empty(row[0]));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void All_columns_chosen_by_their_names_are_the_whole_result(string name)
    {
        ResultDocument document = Samples.Of(name);

        Assert.Equal(
            Samples.Text("csv", document), Chosen(document, [.. CsvFields.Split(Lines(document)[0])]));
    }

    [Theory]
    [InlineData("plain")]
    [InlineData("a,b")]
    [InlineData("say \"it\"")]
    [InlineData("two\nlines")]
    [InlineData("two\r\nlines")]
    [InlineData("")]
    public void Any_text_comes_back(string text) =>
        Assert.Equal([text, "next"], CsvFields.Split(CsvLine.Join([text, "next"])));

    [Theory]
    [InlineData("=1+1", "'=1+1")]
    [InlineData("+a", "'+a")]
    [InlineData("-a", "'-a")]
    [InlineData("@SUM(1)", "'@SUM(1)")]
    [InlineData("\t=1", "'\t'=1")]
    [InlineData("\r=1", "'\r'=1")]
    [InlineData("\n=1", "'\n'=1")]
    [InlineData("  =1", "  '=1")]
    [InlineData("\uFF1D1", "'\uFF1D1")]
    [InlineData("a;=1", "a;'=1")]
    [InlineData("a\"\t\"=1", "a\"\t\"'=1")]
    [InlineData("a\u001b[2J", "a\\x1B[2J")]
    public void A_text_that_a_spreadsheet_would_execute_gets_an_apostrophe(string name, string cell)
    {
        ResultDocument hints = Samples.Of("hints");
        ResultDocument odd = hints with { Places = [hints.Places[0] with { Path = name }] };

        List<List<string>> records = CsvFields.Records(Samples.Text("csv", odd));

        Assert.Equal(cell, records[1][records[0].IndexOf("places.path")]);
    }

    [Theory]
    [InlineData("-12.5")]
    [InlineData("+1e-9")]
    [InlineData("a-b=c@d+e")]
    [InlineData("/data/-x")]
    [InlineData("")]
    [InlineData("'quoted'")]
    public void Numbers_and_other_texts_stay_as_they_are(string value)
    {
        ResultDocument hints = Samples.Of("hints");

        Assert.Equal(value, Row(hints with { Setup = hints.Setup.With(("files", value)) }, 1)["setup.options.files"]);
    }

    [Fact]
    public void A_negative_number_stays_a_number()
    {
        ResultDocument apart = Samples.Of("read-device");
        CellRecord cell = apart.Cells[0];
        apart = apart with { Cells = [cell with { Runs = [cell.Runs[0].With(Metrics.Throughput, -1.5)] }] };

        Assert.Equal("-1.5", Row(apart, 0)["cells.runs.metrics.throughput_bytes_per_s"]);
    }

    [Fact]
    public void Each_text_of_a_list_is_harmless_by_itself()
    {
        ResultDocument device = Samples.Of("read-device");
        PlaceRecord place = device.Places[0];

        Assert.Equal("'=1;/b", Row(device with { Places = [place with { Path = "=1" }, place with { Path = "/b" }] }, 0)["places.path"]);
        Assert.Equal("/b;'=1", Row(device with { Places = [place with { Path = "/b" }, place with { Path = "=1" }] }, 0)["places.path"]);
    }

    [Fact]
    public void The_line_of_a_quiet_measurement_names_no_formula()
    {
        ResultDocument device = Samples.Of("read-device");
        device = device with { Cells = [device.Cells[0] with { Name = "=1+1" }] };

        Assert.StartsWith("'=1+1,", QuietLine.Of(device), StringComparison.Ordinal);
    }

    [Fact]
    public void A_value_of_a_run_stands_below_the_path_of_its_field()
    {
        Dictionary<string, string> row = Row(Samples.Of("few-samples"), 0);

        Assert.Equal("3355443.2", row["cells.runs.metrics.throughput_bytes_per_s"]);
        Assert.Equal(string.Empty, row["cells.runs.latency.p50_ns"]);
        Assert.Equal(string.Empty, row["cells.runs.device.name"]);
        Assert.Equal("unknown", row["cells.runs.reads.verdict"]);
        Assert.Equal("/data/[red]größe[/].dat", row["places.path"]);
        Assert.Equal("fixed_buffers;registered_files", row["cells.runs.case.engine_features"]);
    }

    [Fact]
    public void A_value_of_a_cell_stands_below_the_path_of_its_field()
    {
        Dictionary<string, string> row = Row("read-direct-65536-q8");

        Assert.Equal("landspeed.result", row["schema"]);
        Assert.Equal("20040601", row["setup.seed"]);
        Assert.Equal("done", row["cells.state"]);
        Assert.Equal("5", row["cells.metrics.throughput_bytes_per_s.runs"]);
        Assert.Equal(string.Empty, row["cells.metrics.throughput_to_return_bytes_per_s.median"]);
        Assert.Equal("device", row["cells.verdicts.read"]);
        Assert.Equal("65536", row["cells.labels.request_size_bytes"]);
    }

    [Fact]
    public void A_row_of_an_experiment_has_the_options_labels_and_metrics_of_its_cell()
    {
        ResultDocument hints = Samples.Of("hints");
        Dictionary<string, string> row = Row(hints, 1);

        Assert.Equal("1000", row["setup.options.files"]);
        Assert.Equal("random-access", row["cells.labels.hint"]);
        Assert.Equal("12288000", row["cells.metrics.pages_left_bytes.median"]);
        Assert.Equal("1.2288", row["cells.metrics.read_amplification.median"]);
        Assert.Equal("skipped", Row(hints, 4)["cells.state"]);
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
        Assert.Equal(string.Empty, row["cells.metrics.throughput_bytes_per_s.median"]);
    }

    [Fact]
    public void A_cell_without_a_curve_leaves_its_columns_empty()
    {
        Dictionary<string, string> row = Row("read-direct-65536-q8", Samples.Of("sweep-quick") with { Curves = [] });

        Assert.Equal(string.Empty, row["curves.name"]);
        Assert.Equal("read-direct-q8", row["cells.curve"]);
    }

    [Fact]
    public void What_does_not_fit_into_a_cell_is_left_out()
    {
        List<string> sweep = CsvFields.Split(Lines(Samples.Of("sweep-quick"))[0]);
        List<string> run = CsvFields.Split(Lines(Samples.Of("read-device"))[0]);

        Assert.DoesNotContain(sweep, name => name.StartsWith("conclusions", StringComparison.Ordinal));
        Assert.DoesNotContain(sweep, name => name.StartsWith("cells.runs", StringComparison.Ordinal));
        Assert.DoesNotContain(run, name => name.Contains("bins", StringComparison.Ordinal) || name.Contains("samples", StringComparison.Ordinal));
    }

    private static Dictionary<string, string> Row(string cell, ResultDocument? document = null)
    {
        document ??= Samples.Of("sweep-quick");
        return Row(document, document.Cells.Index().Single(one => one.Item.Name == cell).Index);
    }

    private static Dictionary<string, string> Row(ResultDocument document, int row)
    {
        string[] lines = Lines(document);
        return CsvFields.Split(lines[0]).Zip(CsvFields.Split(lines[1 + row])).ToDictionary();
    }

    private static string Chosen(ResultDocument document, params string[] columns) =>
        Samples.Text("csv", document, ReportStyle.Plain with { Columns = columns });

    private static string[] Lines(ResultDocument document) => Samples.Text("csv", document).TrimEnd('\n').Split('\n');
}
