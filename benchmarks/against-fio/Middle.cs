namespace AgainstFio;

/// <summary>The median, also with the range.</summary>
internal static class Middle
{
    internal static double Of(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1
            ? sorted[sorted.Length / 2]
            : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }

    /// <summary>The median of ratios and their range, in 22 columns.</summary>
    internal static string WithRange(double[] ratios) =>
        $"{Of(ratios),8:F2}{$"({ratios.Min():F2}-{ratios.Max():F2})",14}";
}
