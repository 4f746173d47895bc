using System.Globalization;
using Landspeed.Experiments.Statistics;
using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>
/// How long each place of a queue rests between its requests, as a user or a program does who works on what came: a
/// closed loop with think time.
/// </summary>
/// <param name="Pause">The pause, 1 µs to 168 h; its mean, if pauses are not all alike.</param>
/// <param name="Requests">Requests before each pause, 1 to 1,000,000.</param>
public sealed record ThinkTime(TimeSpan Pause, int Requests)
{
    /// <summary>The most requests before a pause.</summary>
    public const int MostRequests = 1_000_000;

    /// <summary>The shortest pause, 1 µs.</summary>
    public static readonly TimeSpan Shortest = TimeSpan.FromMicroseconds(1);

    /// <summary>The longest pause, 168 h.</summary>
    public static readonly TimeSpan Longest = TimeSpan.FromDays(7);

    /// <summary>Whether both are in range.</summary>
    internal bool IsInRange => Pause >= Shortest && Pause <= Longest && Requests is >= 1 and <= MostRequests;

    /// <summary>Formats it as it is typed: <c>0.01s/4</c>.</summary>
    public override string ToString() => string.Create(CultureInfo.InvariantCulture, $"{Pause.TotalSeconds:0.#######}s")
        + (Requests == 1 ? string.Empty : string.Create(CultureInfo.InvariantCulture, $"/{Requests}"));

    /// <summary>Returns it for a result.</summary>
    /// <param name="arrivals">When they end.</param>
    /// <param name="isPrecise">Whether the workers never sleep.</param>
    internal ThinkRecord ToRecord(ArrivalPattern arrivals, bool isPrecise) =>
        new(Pause.TotalSeconds, Requests, arrivals.ToWord(), isPrecise);

    /// <summary>Returns the most requests that start in a second.</summary>
    /// <param name="places">Places in the queues of all workers.</param>
    internal double MostPerS(int places) => places * Requests / Pause.TotalSeconds;
}

/// <summary>How long the pauses of one worker are.</summary>
/// <param name="mean">Their mean.</param>
/// <param name="pattern">How they are distributed.</param>
/// <param name="seed">The same seed gives the same pauses.</param>
/// <param name="phase">Of all workers, those before this one: 0 to less than 1.</param>
internal sealed class ThinkPauses(TimeSpan mean, ArrivalPattern pattern, ulong seed, double phase = 0)
{
    private readonly double _meanNs = mean.TotalNanoseconds;
    private XorShift _random = new(seed);

    /// <summary>Begins again, with the same pauses.</summary>
    internal void Restart() => _random = new XorShift(seed);

    /// <summary>Returns when a place begins: all at once would queue, and be no picture of users.</summary>
    /// <param name="place">Its number, from 0.</param>
    /// <param name="places">Number of places.</param>
    internal long First(int place, int places) =>
        pattern == ArrivalPattern.Even ? (long)((place + phase) / places * _meanNs) : Next();

    /// <summary>Returns the length of the next pause, nanoseconds.</summary>
    internal long Next() => pattern == ArrivalPattern.Even
        ? (long)_meanNs : (long)(_random.NextExponential() * _meanNs);
}
