using static System.FormattableString;

namespace Landspeed.Experiments.Judging;

/// <summary>Describes how much other processes moved compared with us.</summary>
internal static class ForeignShare
{
    // "12345 %" is harder to read than "123 times"; up to twice ours a percentage is more precise.
    private const double MostPct = 200;

    /// <summary>Returns the words, for example <c>7.4 % of ours</c> or <c>123 times ours</c>.</summary>
    /// <param name="foreign">Bytes that other processes moved.</param>
    /// <param name="ours">Bytes that we moved, 0 or more.</param>
    internal static string Of(long foreign, long ours)
    {
        double times = ours > 0 ? (double)foreign / ours : double.PositiveInfinity;
        return ours <= 0 ? "none of it ours"
            : 100 * times <= MostPct ? Invariant($"{100 * times:F1} % of ours")
            : times < 10 ? Invariant($"{times:F1} times ours")
            : Invariant($"{times:N0} times ours");
    }
}
