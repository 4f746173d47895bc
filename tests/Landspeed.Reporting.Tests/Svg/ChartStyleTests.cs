using System.Globalization;
using System.Text.RegularExpressions;
using Landspeed.Reporting.Svg;

namespace Landspeed.Reporting.Tests.Svg;

public partial class ChartStyleTests
{
    [Theory]
    [InlineData("#fff", 0)]
    [InlineData("#14181c", 1)]
    public void Each_curve_has_a_contrast_of_4_5_or_more(string paper, int scheme)
    {
        string[] colors = [.. CurveColor().Matches(ChartStyle.Sheet)
            .Select(match => match.Groups[1].Value).Chunk(8).ElementAt(scheme)];

        Assert.Equal(8, colors.Distinct().Count());
        Assert.All(colors, color => Assert.True(Contrast(color, paper) >= 4.5, $"{color}: {Contrast(color, paper):0.00}"));
    }

    [Fact]
    public void Sixty_four_curves_have_different_looks()
    {
        Assert.Equal(
            64, Enumerable.Range(0, 64).Select(look => (ChartStyle.Color(look), ChartStyle.Dash(look))).Distinct().Count());
        Assert.Equal(8, Enumerable.Range(0, 8).Select(ChartStyle.Dash).Distinct().Count());
    }

    [GeneratedRegex(@"\.c\d\{color:(#[0-9a-f]{6})\}")]
    private static partial Regex CurveColor();

    // WCAG 2.1, "contrast ratio".
    private static double Contrast(string first, string second)
    {
        double[] levels = [.. new[] { Luminance(first), Luminance(second) }.Order()];
        return (levels[1] + 0.05) / (levels[0] + 0.05);
    }

    private static double Luminance(string color)
    {
        string digits = color.Length > 4 ? color[1..] : string.Concat(color.Skip(1).SelectMany(one => new[] { one, one }));
        double[] linear = [.. digits.Chunk(2)
            .Select(pair => int.Parse(pair, NumberStyles.HexNumber, CultureInfo.InvariantCulture) / 255.0)
            .Select(share => share <= 0.04045 ? share / 12.92 : Math.Pow((share + 0.055) / 1.055, 2.4))];
        return (0.2126 * linear[0]) + (0.7152 * linear[1]) + (0.0722 * linear[2]);
    }
}
