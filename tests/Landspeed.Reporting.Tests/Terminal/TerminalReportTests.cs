using Landspeed.Reporting.Terminal;
using Landspeed.Results;

namespace Landspeed.Reporting.Tests.Terminal;

public class TerminalReportTests
{
    private const int Wide = 4000;
    private static readonly string[] s_forPeople = ["table", "html", "markdown"];
    private static readonly int[] s_widths = [40, 50, 60, 70, 80, 100, 120, 200];

    public static TheoryData<string> All => [.. Samples.Names];

    [Theory]
    [MemberData(nameof(All))]
    public void No_line_is_wider_than_asked_or_ends_in_a_space(string name) => Assert.All(s_widths, width =>
    {
        string text = Samples.Text("table", Samples.Of(name), Whole(width));

        Assert.All(text.Split('\n'), line => Assert.True(line.Length <= width, $"{width}: {line}"));
        Assert.All(text.Split('\n'), line => Assert.Equal(line.TrimEnd(), line));
    });

    [Theory]
    [MemberData(nameof(All))]
    public void Words_stay_whole(string name)
    {
        string[] whole = Words(Samples.Text("table", Samples.Of(name), Whole(Wide)));
        foreach (int width in s_widths.Skip(1))
        {
            string text = Samples.Text("table", Samples.Of(name), Whole(width));
            string[] broken = [.. Words(text).Except(whole).Where(word => !IsPartOfPath(word))];
            Assert.True(broken.Length == 0, $"at {width} columns these are no words: {string.Join(' ', broken)}\n{text}");
        }

        // A name that is longer than its column has to go on below itself.
        bool IsPartOfPath(string word) =>
            Array.Exists(whole, path => path.Length > 30 && path.Contains(word, StringComparison.Ordinal));
    }

    [Theory]
    [MemberData(nameof(All))]
    public void Plain_text_has_no_escape_sequence(string name) => Assert.DoesNotContain('\u001b', Samples.Table(Samples.Of(name)));

    [Theory]
    [MemberData(nameof(All))]
    public void Colour_changes_nothing_but_colour(string name) => Assert.All(s_widths, width =>
    {
        string colored = Samples.Text("table", Samples.Of(name), new ReportStyle { Width = width, Color = ReportColor.Ansi });

        Assert.Contains('\u001b', colored);
        Assert.Equal(
            Samples.Table(Samples.Of(name), width),
            System.Text.RegularExpressions.Regex.Replace(colored, "\u001b\\[[0-9;]*m", string.Empty));
    });

    [Theory]
    [InlineData(ReportColor.None)]
    [InlineData(ReportColor.Ansi)]
    public void Brackets_in_names_are_no_markup(ReportColor color)
    {
        string text = Samples.Text("table", Samples.Of("mixed-partial"), new ReportStyle { Color = color, Width = 200 });

        Assert.Contains("/data/[red]größe[/].dat", text, StringComparison.Ordinal);
        Assert.Contains("[bold]and this is no markup[/]", text, StringComparison.Ordinal);
    }

    [Fact]
    public void What_ended_early_says_so_in_every_format_for_people()
    {
        ResultDocument partial = Samples.Of("hints") with { Partial = true };

        Assert.All(s_forPeople, format => Assert.Contains(
            "stopped early", Samples.Text(format, partial), StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("table")]
    [InlineData("html")]
    [InlineData("markdown")]
    public void What_qualifies_the_headline_stands_right_below_it(string format)
    {
        string text = Samples.Text(format, Samples.Of("mixed-partial"), Whole(Wide));
        string[] parts = ["verdict: mixed", "partial", "fallback", "(drift)", "From submission to completion", "registered"];
        int verdict = text.IndexOf(parts[0], StringComparison.Ordinal);
        int[] order = [.. parts.Select(part => text.IndexOf(part, verdict, StringComparison.Ordinal))];

        Assert.DoesNotContain(-1, order);
        Assert.Equal(order.Order(), order);
    }

    [Fact]
    public void A_finding_that_run_and_cell_have_is_shown_once()
    {
        ResultDocument measured = Samples.Of("mixed-partial");
        CellRecord cell = measured.Cells[0] with { Findings = [.. measured.Cells[0].Runs[0].Findings] };

        string text = Samples.Table(measured with { Cells = [cell] }, Wide);

        Assert.Equal(2, text.Split("(drift)").Length);
    }

    [Theory]
    [InlineData("table")]
    [InlineData("html")]
    [InlineData("markdown")]
    public void Advice_precedes_the_tables_and_what_explains_a_cell_follows_them(string format)
    {
        string text = Samples.Text(format, Samples.Of("sweep-partial"), new ReportStyle { Width = Wide });
        string[] parts = ["stopped early", "Advice", "of writes until durable", "EIO", "Imaginary Processor"];
        int[] order = [.. parts.Select(part => text.LastIndexOf(part, StringComparison.Ordinal))];

        Assert.DoesNotContain(-1, order);
        Assert.Equal(order.Order(), order);
    }

    private static string[] Words(string text) => text.Split([' ', '\n'], StringSplitOptions.RemoveEmptyEntries);

    private static ReportStyle Whole(int width) => new() { Width = width, IsExplained = true, IsDetailed = true };
}
