using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>
/// Requests at a rate: each starts when it is due, whether or not earlier ones have ended (an open loop). Immutable.
/// </summary>
public sealed record LoadOptions
{
    /// <summary>The lowest rate, requests per second: one in a thousand seconds.</summary>
    public const double LowestPerS = 0.001;

    /// <summary>The highest rate, requests per second.</summary>
    public const double HighestPerS = 10_000_000;

    /// <summary>The most requests in flight unless something else is asked for.</summary>
    public const int UsualInFlight = 1024;

    // In flight at most, unless something else is asked for: several times what a device needs.
    private const long UsualBufferBytes = 256L << 20;

    /// <summary>The rate of all threads together.</summary>
    public required LoadRate Rate { get; init; }

    /// <summary>
    /// What becomes of a request that is due while as many as allowed are in flight; default it waits.
    /// </summary>
    public FullPolicy WhenFull { get; init; } = FullPolicy.Queue;

    /// <summary>Returns it for a result.</summary>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    /// <param name="arrivals">When requests are due.</param>
    /// <param name="isPrecise">Whether the workers never sleep.</param>
    internal LoadRecord ToRecord(double requestSize, ArrivalPattern arrivals, bool isPrecise) =>
        new(Rate.RequestsPerS(requestSize), arrivals.ToWord(), WhenFull.ToWord(), isPrecise);

    /// <summary>Returns how many requests of a thread may be in flight if nothing else is asked for.</summary>
    /// <param name="requestSize">Bytes of a request.</param>
    /// <param name="threads">Threads.</param>
    /// <returns>
    /// 1 or more; all threads together use at most 256 MiB (268,435,456 bytes) unless they need more.
    /// </returns>
    public static int DefaultInFlight(long requestSize, int threads) =>
        (int)Math.Clamp(UsualBufferBytes / requestSize / threads, 1, Math.Max(1, UsualInFlight / threads));
}

/// <summary>A rate of requests or of bytes.</summary>
/// <param name="PerS">Number in a second, above 0.</param>
/// <param name="IsOfBytes">Whether bytes are meant, not requests.</param>
public readonly record struct LoadRate(double PerS, bool IsOfBytes)
{
    /// <summary>Returns the requests per second.</summary>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    public double RequestsPerS(double requestSize) => IsOfBytes ? PerS / requestSize : PerS;
}

/// <summary>When requests are due.</summary>
public enum ArrivalPattern
{
    /// <summary>At equal distances, or after pauses of one length.</summary>
    Even,

    /// <summary>
    /// Independently of each other, as those of many users: the gaps, or the pauses, are exponentially distributed.
    /// </summary>
    Poisson,
}

/// <summary>What becomes of a request that is due while as many as allowed are in flight.</summary>
public enum FullPolicy
{
    /// <summary>It waits, and starts late.</summary>
    Queue,

    /// <summary>It is counted, and never starts.</summary>
    Skip,
}
