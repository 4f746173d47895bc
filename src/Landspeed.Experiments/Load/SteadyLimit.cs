using System.Globalization;

namespace Landspeed.Experiments.Load;

/// <summary>When a rate counts as steady.</summary>
/// <param name="WithinPct">
/// Maximum rise or fall of a straight line through the rounds of the window, percent of their mean, 0.1 to 100.
/// </param>
/// <param name="Window">Time of all rounds of the window, 5 s to 10 h.</param>
/// <remarks>
/// The rule of the SNIA Solid State Storage Performance Test Specification: five rounds in a row, 10 %, at most 25
/// rounds. It does not say how long a round is.
/// </remarks>
public sealed record SteadyLimit(double WithinPct, TimeSpan Window)
{
    /// <summary>Rounds of the window, 5.</summary>
    public const int Rounds = 5;

    /// <summary>Windows that a run has time for by default: 5, which are 25 rounds.</summary>
    public const int UsualWindows = 5;

    /// <summary>The smallest limit, 0.1 %.</summary>
    public const double LeastPct = 0.1;

    /// <summary>The largest limit, 100 %.</summary>
    public const double MostPct = 100;

    /// <summary>The shortest window, 5 s.</summary>
    public static readonly TimeSpan ShortestWindow = TimeSpan.FromSeconds(5);

    /// <summary>The longest window, 10 h.</summary>
    public static readonly TimeSpan LongestWindow = TimeSpan.FromHours(10);

    /// <summary>10 % in 30 s.</summary>
    public static SteadyLimit Usual { get; } = new(10, TimeSpan.FromSeconds(30));

    /// <summary>The time that a run has to become steady by default.</summary>
    public TimeSpan UsualTime => Window * UsualWindows;

    /// <summary>Maximum difference between the fastest and the slowest round, percent of their mean.</summary>
    public double RangePct => 2 * WithinPct;

    /// <summary>Formats it as it is typed: <c>steady=10%/30s</c>.</summary>
    public override string ToString() =>
        string.Create(CultureInfo.InvariantCulture, $"steady={WithinPct}%/{Window.TotalSeconds}s");
}
