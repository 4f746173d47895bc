namespace Landspeed.Reporting.Terminal;

/// <summary>A curve in one line of text: a bar of eight heights for each value.</summary>
internal static class Sparkline
{
    private const string Bars = "▁▂▃▄▅▆▇█";

    /// <summary>Draws it.</summary>
    /// <param name="values">Null, or not finite: a gap.</param>
    /// <param name="width">
    /// Most characters, 1 or more. Where there are more values, neighbours share a bar of their mean, counted from the end,
    /// so that curves of one axis stay aligned at its right.
    /// </param>
    /// <param name="isLog">
    /// Whether heights lie between the smallest and the largest on a log scale, for costs, which span decades; otherwise a height is the
    /// share of the largest, for rates, which start from nothing.
    /// </param>
    /// <returns>As many characters as bars and gaps.</returns>
    public static string Of(IReadOnlyList<double?> values, int width, bool isLog)
    {
        double?[] bars = [.. Shared(values, width)];
        double[] known = [.. bars.OfType<double>().Where(value => !isLog || value > 0)];
        if (known.Length == 0)
        {
            return new string(' ', bars.Length);
        }

        (double low, double high) = (known.Min(), known.Max());
        return string.Concat(bars.Select(bar => bar is { } value ? Bar(Height(value, low, high, isLog)) : ' '));
    }

    private static IEnumerable<double?> Shared(IReadOnlyList<double?> values, int width)
    {
        int each = (values.Count + width - 1) / width;
        int first = each == 0 ? 0 : values.Count % each;
        IEnumerable<double?[]> groups = first == 0 ? [] : [[.. values.Take(first)]];
        return groups.Concat(values.Skip(first).Chunk(Math.Max(1, each))).Select(Mean);
    }

    private static double? Mean(double?[] values) =>
        values.Where(value => value is { } known && double.IsFinite(known)).Average();

    private static double Height(double value, double low, double high, bool isLog) => isLog switch
    {
        false => high > 0 ? value / high : 0,
        _ when value <= 0 => 0,
        _ when low == high => 0.5,
        _ => (Math.Log(value) - Math.Log(low)) / (Math.Log(high) - Math.Log(low)),
    };

    private static char Bar(double height) => Bars[Math.Clamp((int)(height * Bars.Length), 0, Bars.Length - 1)];
}
