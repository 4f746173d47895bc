using Landspeed.Cli.Calls;
using Landspeed.Cli.Output;
using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Cli.Tests.Calls;

/// <summary>The parts of the real command fit together.</summary>
public class CompositionTests
{
    private static readonly ResultDocument s_document = Sweeps.Document(
        Sweeps.Cell("4KiB", CellState.Done, 1), Sweeps.Cell("64KiB"), Sweeps.Cell("100B", CellState.Skipped));

    [Theory]
    [InlineData(ResultFormat.Table, "4 KiB")]
    [InlineData(ResultFormat.Json, "\"kind\": \"sweep\"")]
    [InlineData(ResultFormat.Csv, "request_size_bytes")]
    [InlineData(ResultFormat.Fio, "\"jobs\"")]
    [InlineData(ResultFormat.Html, "<!DOCTYPE html>")]
    public void Every_form_of_a_result_can_be_had(object format, string expected)
    {
        using var text = new StringWriter();
        Composition.Create().Report((ResultFormat)format, ReportStyle.Plain)(s_document, text);
        Assert.Contains(expected, text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void The_charts_of_a_plan_are_those_of_its_result()
    {
        var parts = Composition.Create();
        Assert.Equal(
            parts.Charts(Sweeps.Document(Sweeps.Cell("4KiB"))).Select(chart => chart.Name),
            parts.Charts(s_document).Select(chart => chart.Name));
        Assert.All(parts.Charts(s_document), chart => Assert.Contains("<svg", chart.Svg, StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(60)]
    [InlineData(80)]
    [InlineData(200)]
    public void The_live_table_keeps_to_its_width(int width)
    {
        CellRecord[] cells = [.. s_document.Cells, .. Enumerable.Range(0, 9).Select(index =>
            Sweeps.Cell("4KiB", CellState.Done, 1) with { Curve = $"extend-uncached-q{index}", Name = $"{index}" })];
        using var text = new StringWriter();

        Composition.Create().LiveTable(cells, ReportStyle.Plain with { Width = width }, text);

        Assert.True(text.ToString().Count(character => character == '\n') > 3);
        Assert.All(text.ToString().Split('\n'), line => Assert.True(line.Length <= width, line));
    }

    [Fact]
    public void Commands_of_fio_name_the_cells_that_are_not_skipped()
    {
        using var text = new StringWriter();
        Composition.Create().FioScript(s_document, text);
        Assert.Contains("read-direct-64KiB-q8", text.ToString(), StringComparison.Ordinal);
        Assert.DoesNotContain("read-direct-100B-q8", text.ToString(), StringComparison.Ordinal);
    }

    [Fact]
    public void A_seed_that_nobody_chose_is_short_and_not_always_the_same()
    {
        ulong[] seeds = [.. Enumerable.Range(0, 20).Select(_ => Composition.Create().NewSeed())];
        Assert.All(seeds, seed => Assert.InRange(seed, 1UL, 999_999UL));
        Assert.True(seeds.Distinct().Count() > 1);
    }
}
