using System.Globalization;

namespace Landspeed.Reporting.Svg;

/// <summary>
/// A logarithmic axis with ticks at powers of ten and, where there is room, at twice and five times them.
/// </summary>
internal static class DecadeAxis
{
    private static readonly int[] s_strides = [1, 3, 6, 9, 18, 36];

    /// <summary>From 1, 2 or 5 times a power of ten to another.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="smallest">Smallest value, above 0.</param>
    /// <param name="largest">Largest value, not below it.</param>
    public static Axis Of(string title, double smallest, double largest)
    {
        int first = StepBelow(smallest);
        int last = StepAbove(largest);
        if (first == last)
        {
            (first, last) = (first - 1, last + 1);
        }

        return new Axis(title, new LogScale(Value(first), Value(last)), [.. s_strides
            .Select(stride => Ticks(first, last, stride)).Where(ticks => ticks.Count > 0)]);
    }

    /// <summary>The same for durations, each tick with the unit that suits it.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="smallest">Smallest duration in microseconds, above 0.</param>
    /// <param name="largest">Largest one, not below it.</param>
    public static Axis OfMicroseconds(string title, double smallest, double largest)
    {
        Axis axis = Of(title, smallest, largest);
        return axis with
        {
            Choices = [.. axis.Choices.Select(ticks =>
                (IReadOnlyList<Tick>)[.. ticks.Select(tick => tick with { Label = Duration(tick.Value) })])],
        };
    }

    private static string Duration(double us)
    {
        (double nsPerUnit, string unit) = us switch
        {
            < 1 => (1, "ns"),
            < 1e3 => (1e3, "µs"),
            < 1e6 => (1e6, "ms"),
            _ => (1e9, "s"),
        };
        return string.Create(CultureInfo.InvariantCulture, $"{us * 1e3 / nsPerUnit:#,0.###} {unit}");
    }

    /// <summary>The same range in another unit.</summary>
    /// <param name="axis">A logarithmic axis.</param>
    /// <param name="title">What the other one shows.</param>
    /// <param name="factor">Values of the other one for 1 of the axis, above 0.</param>
    /// <returns>An axis with ticks where its own unit has even numbers.</returns>
    public static Axis Beside(Axis axis, string title, double factor)
    {
        var of = (LogScale)axis.Scale;
        (double start, double end) = (of.Start * factor, of.End * factor);
        int first = StepAbove(start);
        int last = StepBelow(end);
        return new Axis(title, new LogScale(start, end), [.. s_strides.Select(stride => Ticks(first, last, stride))]);
    }

    private static List<Tick> Ticks(int first, int last, int stride) =>
        [.. Enumerable.Range(first, Math.Max(0, last - first + 1)).Where(step => step % stride == 0).Select(step =>
            new Tick(Value(step), Value(step).ToString("#,0.##################", CultureInfo.InvariantCulture)))];

    /// <summary>Steps count 1, 2, 5, 10, 20…: step 0 is 1.</summary>
    private static double Value(int step)
    {
        int decade = (int)Math.Floor(step / 3.0);
        double[] factors = [1, 2, 5];
        double factor = factors[step - (3 * decade)];

        // Dividing by a power that is exact gives 0.02 and not 0.020000000000000004.
        return decade < 0 ? factor / Math.Pow(10, -decade) : factor * Math.Pow(10, decade);
    }

    private static int StepBelow(double value)
    {
        int step = 3 * (int)Math.Floor(Math.Log10(value));
        while (Value(step + 1) <= value * (1 + 1e-9))
        {
            step++;
        }

        return step;
    }

    private static int StepAbove(double value)
    {
        int step = StepBelow(value);
        return Value(step) >= value * (1 - 1e-9) ? step : step + 1;
    }
}
