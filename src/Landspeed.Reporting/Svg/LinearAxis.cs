using System.Globalization;

namespace Landspeed.Reporting.Svg;

/// <summary>An axis from 0 with ticks at round values.</summary>
internal static class LinearAxis
{
    private const int MostSteps = 6;

    /// <summary>From 0 to the first tick that is not below the largest value.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="largest">Largest value; 0 or less: there is none.</param>
    public static Axis Of(string title, double largest)
    {
        double top = largest > 0 && double.IsFinite(largest) ? largest : 1;
        return Of(title, top, Step(top / MostSteps));
    }

    /// <summary>The same for what is counted: ticks at whole numbers only.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="largest">Largest count.</param>
    public static Axis OfCounts(string title, int largest)
    {
        int top = Math.Max(1, largest);
        return Of(title, top, Math.Max(1, Math.Ceiling(Step((double)top / MostSteps))));
    }

    /// <summary>From the least to the greatest of some values, with ticks there; one alone is in the middle.</summary>
    /// <param name="title">What it shows.</param>
    /// <param name="values">Whole numbers, in any order; one or more.</param>
    public static Axis At(string title, params IEnumerable<int> values)
    {
        Tick[] all = [.. values.Distinct().Order()
            .Select(value => new Tick(value, value.ToString("N0", CultureInfo.InvariantCulture)))];
        if (all.Length == 1)
        {
            return new Axis(title, new LinearScale(all[0].Value - 1, all[0].Value + 1), [all]);
        }

        // From the last backwards, so that the end of the axis always has its number.
        int[] strides = [1, 2, 4, 8, 16, 32, 64];
        IEnumerable<IReadOnlyList<Tick>> choices = strides.Where(stride => stride < all.Length)
            .Select(stride => all.Where((_, index) => (all.Length - 1 - index) % stride == 0).ToArray());
        return new Axis(title, new LinearScale(all[0].Value, all[^1].Value), [.. choices, [all[0], all[^1]]]);
    }

    private static Axis Of(string title, double top, double step)
    {
        int steps = Math.Max(1, (int)Math.Ceiling((top / step) - 1e-9));
        int[] strides = [1, 2, steps];
        return new Axis(
            title, new LinearScale(0, step * steps), [.. strides.Select(stride => Ticks(step, steps, stride))]);
    }

    /// <summary>The smallest of 1, 2, 2.5 and 5 times a power of ten that is not below a value.</summary>
    public static double Step(double least)
    {
        double power = Math.Pow(10, Math.Floor(Math.Log10(least)));
        double[] factors = [1, 2, 2.5, 5, 10];
        return power * factors.First(factor => factor * power >= least * (1 - 1e-9) || factor == 10);
    }

    private static Tick[] Ticks(double step, int steps, int stride)
    {
        string format = string.Create(CultureInfo.InvariantCulture, $"N{Decimals(step)}");
        return [.. Enumerable.Range(0, steps + 1).Where(index => index % stride == 0)
            .Select(index => new Tick(step * index, (step * index).ToString(format, CultureInfo.InvariantCulture)))];
    }

    /// <summary>Those that a step needs: 2.5 needs one more than its power of ten.</summary>
    private static int Decimals(double step)
    {
        int decimals = 0;
        double scaled = step;
        while (decimals < 15 && Math.Abs(scaled - Math.Round(scaled)) > 1e-6)
        {
            decimals++;
            scaled = step * Math.Pow(10, decimals);
        }

        return decimals;
    }
}
