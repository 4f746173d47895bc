namespace Landspeed.Experiments.Measuring;

/// <summary>Divides a number of requests among workers, as evenly as whole requests allow.</summary>
internal static class Partition
{
    /// <summary>Returns one worker's part.</summary>
    /// <param name="total">Total number of requests.</param>
    /// <param name="parts">Number of workers.</param>
    /// <param name="index">Zero-based worker.</param>
    /// <returns>Its first request and the number of requests. Example: 10 among 4 gives 0+3, 3+3, 6+2, 8+2.</returns>
    internal static (long First, long Count) Of(long total, int parts, int index)
    {
        (long each, long rest) = Math.DivRem(total, parts);
        return ((index * each) + Math.Min(index, rest), each + (index < rest ? 1 : 0));
    }
}
