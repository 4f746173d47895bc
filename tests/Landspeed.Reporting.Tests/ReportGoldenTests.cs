using System.Text.Json;
using Landspeed.Reporting.Terminal;
using Landspeed.Reporting.Words;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Reporting.Tests;

public class ReportGoldenTests
{
    // Pages are long: one of each kind, and what differs most.
    private static readonly string[] s_pages =
    [
        "read-device", "repeat-5", "sweep-hostile", "sweep-partial", "styles", "modes", "hints", "process", "create", "creation", "fragment", "fill", "records-validate",
        "copy-tree-problems", "verify-problems", "verify-pair", "extents-tree", "layers", "zones", "rates", "jobs", "mix", "steady", "changes", "blocks", "run-lengths", "report-several", "paper", "compare-one", "compare-sweeps",
        "campaign",
    ];

    private static readonly string[] s_cultures = ["en-US", "de-DE"];

    public static TheoryData<string, string, string> Cases() => new(
        from name in Samples.Names
        from format in Reports.FormatsOf(Samples.Of(name).Kind)
        where format != "html" || s_pages.Contains(name)
        where format != "hdr" // what a compressor makes of it is its own affair: HdrLogTests
        from culture in s_cultures
        select new TheoryDataRow<string, string, string>(name, format, culture));

    public static TheoryData<string> All => [.. Samples.Names];

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_report_reads_as_agreed_in_every_culture(string name, string format, string culture) => Golden.Check(
        $"{name}.{format}", Cultures.In(culture, () => Samples.Text(format, Samples.Of(name))));

    [Theory]
    [MemberData(nameof(All))]
    public void A_stored_result_is_shown_as_it_was_shown_first(string name)
    {
        ResultDocument first = Samples.Of(name);
        ResultDocument stored = ResultsJson.Read(Samples.Text("json", first));

        Assert.All(Reports.FormatsOf(first.Kind), format => Assert.Equal(Samples.Text(format, first), Samples.Text(format, stored)));
    }

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public void The_quiet_lines_read_as_agreed(string culture)
    {
        IEnumerable<string> lines = Cultures.In(
            culture, () => Samples.Measurements.Select(name => QuietLine.Of(Samples.Of(name))).Prepend(QuietLine.Header).ToList());

        Golden.Check("quiet", string.Join('\n', lines) + "\n");
    }

    [Theory]
    [InlineData("mixed-partial", 120)]
    [InlineData("mixed-partial", 200)]
    [InlineData("sweep-partial", 40)]
    [InlineData("sweep-partial", 120)]
    public void A_table_of_another_width_reads_as_agreed(string name, int width) =>
        Golden.Check(FormattableString.Invariant($"{name}.table-{width}"), Samples.Table(Samples.Of(name), width));

    [Theory]
    [InlineData("read-device")]
    [InlineData("sweep-partial")]
    public void A_coloured_table_reads_as_agreed(string name) => Golden.Check(
        $"{name}.table-color", Samples.Text("table", Samples.Of(name), new ReportStyle { Color = ReportColor.Ansi }));

    [Theory]
    [InlineData("read-device")]
    [InlineData("sweep-partial")]
    public void The_evidence_behind_an_answer_reads_as_agreed(string name) => Golden.Check(
        $"{name}.table-detailed",
        Samples.Text("table", Samples.Of(name), new ReportStyle { IsDetailed = true, Cost = CostUnit.Both }));

    [Theory]
    [InlineData("copy-tree-problems")]
    [InlineData("copy-file-reflink")]
    public void The_strategies_of_a_copy_read_as_agreed(string name) => Golden.Check(
        $"{name}.table-explained", Samples.Text("table", Samples.Of(name), new ReportStyle { IsExplained = true }));

    [Theory]
    [InlineData("en-US")]
    [InlineData("de-DE")]
    public void The_fio_commands_read_as_agreed_in_every_culture(string culture) => Golden.Check(
        "sweep-quick.fio-commands", Cultures.In(culture, () => Samples.Commands(Samples.Of("sweep-quick"))));

    [Theory]
    [MemberData(nameof(All))]
    public void What_calls_itself_JSON_is_JSON(string name)
    {
        foreach (string format in Reports.FormatsOf(Samples.Of(name).Kind).Intersect(["json", "fio"]))
        {
            JsonDocument.Parse(Samples.Text(format, Samples.Of(name))).Dispose();
        }
    }

    [Fact]
    public void There_is_a_sample_of_every_kind() => Assert.Superset(
        new HashSet<string?>
        {
            ResultKinds.Measure, ResultKinds.Sweep, ResultKinds.Patterns, ResultKinds.Hints, ResultKinds.Process, ResultKinds.Create,
            ResultKinds.Records, ResultKinds.Copy, ResultKinds.Verify, ResultKinds.Extents, ResultKinds.Styles, ResultKinds.Apis, ResultKinds.FileModes, ResultKinds.Creation, ResultKinds.RunLengths,
            ResultKinds.Generate, ResultKinds.Validate, ResultKinds.Layers, ResultKinds.Zones, ResultKinds.Rates, ResultKinds.Jobs, ResultKinds.Report, ResultKinds.History,
            ResultKinds.Paper, ResultKinds.Campaign,
        },
        Samples.Names.SelectMany(name => new[] { Samples.Of(name).Kind, Samples.Of(name).Variant }).ToHashSet());
}
