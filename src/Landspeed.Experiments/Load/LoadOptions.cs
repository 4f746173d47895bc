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

    /// <summary>The rate of all threads together: of all requests, or only of those that read.</summary>
    public required LoadRate Rate { get; init; }

    /// <summary>
    /// The rate of the requests of a mix that write, or null (default) if all requests have one rate. With it,
    /// neither direction waits for the other, and each has half of the requests in flight.
    /// </summary>
    public LoadRate? WriteRate { get; init; }

    /// <summary>Rates in it, 1 or 2.</summary>
    internal int Rates => WriteRate is null ? 1 : 2;

    /// <summary>
    /// What becomes of a request that is due while as many as allowed are in flight; default it waits.
    /// </summary>
    public FullPolicy WhenFull { get; init; } = FullPolicy.Queue;

    /// <summary>Returns it for a result.</summary>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    /// <param name="arrivals">When requests are due.</param>
    /// <param name="isPrecise">Whether the workers never sleep.</param>
    internal LoadRecord ToRecord(double requestSize, ArrivalPattern arrivals, bool isPrecise) =>
        new(RequestsPerS(requestSize), arrivals.ToWord(), WhenFull.ToWord(), isPrecise)
        {
            ReadRequestsPerS = WriteRate is null ? null : Rate.RequestsPerS(requestSize),
            WriteRequestsPerS = WriteRate?.RequestsPerS(requestSize),
        };

    /// <summary>Returns the requests per second of both directions.</summary>
    /// <param name="requestSize">Bytes of a request, on average.</param>
    internal double RequestsPerS(double requestSize) =>
        Rate.RequestsPerS(requestSize) + (WriteRate?.RequestsPerS(requestSize) ?? 0);

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
