namespace AgainstFio;

/// <summary>The median.</summary>
internal static class Middle
{
    internal static double Of(double[] values)
    {
        double[] sorted = [.. values.Order()];
        return sorted.Length % 2 == 1
            ? sorted[sorted.Length / 2]
            : (sorted[(sorted.Length / 2) - 1] + sorted[sorted.Length / 2]) / 2;
    }
}
