using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Tests.Svg;

public class TextWidthTests
{
    [Fact]
    public void Width_grows_with_the_font() =>
        Assert.Equal(2 * TextWidth.Of("read-direct-q8", 12), TextWidth.Of("read-direct-q8", 24), 9);

    [Fact]
    public void Text_that_fits_stays_whole() => Assert.Equal("read", TextWidth.Cut("read", 12, TextWidth.Of("read", 12)));

    [Fact]
    public void Text_that_does_not_fit_ends_in_an_ellipsis()
    {
        string cut = TextWidth.Cut("a-rather-long-name-of-a-curve", 12, 100);

        Assert.StartsWith("a-rather", cut, StringComparison.Ordinal);
        Assert.EndsWith("…", cut, StringComparison.Ordinal);
        Assert.InRange(TextWidth.Of(cut, 12), 80, 100);
    }

    [Fact]
    public void A_letter_of_two_units_is_never_cut_in_half()
    {
        string cut = TextWidth.Cut(string.Concat(Enumerable.Repeat("😀", 20)), 12, 100);

        Assert.Equal(cut[..^1], string.Concat(Enumerable.Repeat("😀", (cut.Length - 1) / 2)));
    }

    [Fact]
    public void Lines_break_at_spaces_and_lose_no_word()
    {
        IReadOnlyList<string> lines = TextWidth.Wrap("one two three four five six", 12, 80);

        Assert.True(lines.Count > 1);
        Assert.All(lines, line => Assert.True(TextWidth.Of(line, 12) <= 80, line));
        Assert.Equal("one two three four five six", string.Join(' ', lines));
    }
}
