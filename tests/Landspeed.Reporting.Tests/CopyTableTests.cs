using Landspeed.Experiments.Results;

namespace Landspeed.Reporting.Tests;

public class CopyTableTests
{
    private static readonly int[] s_widths = [40, 80, 120];

    public static TheoryData<string, string> Cases()
    {
        var cases = new TheoryData<string, string>();
        foreach (string name in SampleCopies.All.Keys)
        {
            cases.Add(name, "en-US");
            cases.Add(name, "de-DE");
        }

        return cases;
    }

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_summary_reads_as_agreed_in_every_culture(string name, string culture) => Golden.Check(
        $"copy-{name}.table", Cultures.In(culture, () => Text(SampleCopies.All[name], CopyTableContent.Figures)));

    [Theory]
    [MemberData(nameof(Cases))]
    public void A_document_reads_as_agreed_in_every_culture(string name, string culture) => Golden.Check(
        $"copy-{name}.json",
        Cultures.In(culture, () =>
        {
            using var target = new StringWriter { NewLine = "\r\n" };
            ResultsJson.Write(SampleCopies.All[name], target);
            return target.ToString();
        }));

    [Theory]
    [InlineData("tree-problems")]
    [InlineData("file-reflink")]
    public void The_ways_read_as_agreed(string name) =>
        Golden.Check($"copy-{name}.table-ways", Text(SampleCopies.All[name], CopyTableContent.WithWays));

    [Fact]
    public void No_line_is_wider_than_the_terminal_or_ends_in_spaces() => Assert.All(
        SampleCopies.All.Values.SelectMany(document =>
            s_widths.SelectMany(width => Lines(document, width).Select(line => (line, width)))),
        pair =>
        {
            Assert.Equal(pair.line.TrimEnd(), pair.line);
            Assert.True(pair.line.Length <= pair.width, $"{pair.width}: {pair.line}");
        });

    private static string[] Lines(CopyDocument document, int width)
    {
        using var target = new StringWriter();
        new CopyTable(ReportStyle.Plain with { Width = width }, CopyTableContent.WithWays).Write(document, target);
        return target.ToString().Split('\n');
    }

    private static string Text(CopyDocument document, CopyTableContent content)
    {
        using var target = new StringWriter { NewLine = "\r\n" };
        new CopyTable(ReportStyle.Plain, content).Write(document, target);
        return target.ToString();
    }
}
