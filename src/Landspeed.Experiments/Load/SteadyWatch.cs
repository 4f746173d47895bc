using Landspeed.Results;

namespace Landspeed.Experiments.Load;

/// <summary>Divides a run into rounds, and looks after each whether the last five are steady.</summary>
/// <param name="limit">When they are.</param>
/// <remarks>
/// For use by one thread. A round ends when it is first looked at after its time, and has the rate of the time until
/// then; the next ends when it would have without that delay. A window that is steady is the last: later looks change
/// nothing.
/// </remarks>
internal sealed class SteadyWatch(SteadyLimit limit)
{
    private readonly Queue<Round> _rounds = new();
    private readonly TimeSpan _length = limit.Window / SteadyLimit.Rounds;
    private TimeSpan _start;
    private TimeSpan _due = limit.Window / SteadyLimit.Rounds;
    private long _startBytes;

    /// <summary>The last window, or null if no round has ended.</summary>
    internal SteadyRecord? Last { get; private set; }

    /// <summary>Looks at a run.</summary>
    /// <param name="elapsed">Time since its start; not before that of the last call.</param>
    /// <param name="bytes">Bytes moved since its start.</param>
    /// <returns>Whether the last window was steady.</returns>
    internal bool Look(TimeSpan elapsed, long bytes)
    {
        if (Last is { IsSteady: true } || elapsed < _due)
        {
            return Last is { IsSteady: true };
        }

        while (_due <= elapsed)
        {
            _due += _length;
        }

        _rounds.Enqueue(new Round(_start, elapsed, bytes - _startBytes));
        (_start, _startBytes) = (elapsed, bytes);
        if (_rounds.Count > SteadyLimit.Rounds)
        {
            _rounds.Dequeue();
        }

        Last = Judge([.. _rounds]);
        return Last.IsSteady;
    }

    private SteadyRecord Judge(Round[] rounds)
    {
        double[] rates = [.. rounds.Select(round => round.Bytes / (round.End - round.Start).TotalSeconds)];
        TimeSpan start = rounds[0].Start;
        TimeSpan length = rounds[^1].End - start;
        double mean = rounds.Sum(round => round.Bytes) / length.TotalSeconds;
        double? range = mean > 0 ? 100 * (rates.Max() - rates.Min()) / mean : null;
        double? change = mean > 0 ? 100 * Slope(rates) * (rates.Length - 1) / mean : null;
        return new SteadyRecord
        {
            IsSteady = rates.Length == SteadyLimit.Rounds
                && Math.Abs(change ?? double.PositiveInfinity) <= limit.WithinPct && range <= limit.RangePct,
            StartNs = (long)start.TotalNanoseconds,
            DurationNs = (long)length.TotalNanoseconds,
            BytesPerS = mean,
            RoundsBytesPerS = rates,
            ChangePct = change,
            RangePct = range,
        };
    }

    // Least squares, over the numbers of the rounds.
    private static double Slope(double[] rates)
    {
        double middle = (rates.Length - 1) / 2.0;
        double spread = rates.Select((_, index) => (index - middle) * (index - middle)).Sum();
        return spread > 0 ? rates.Select((rate, index) => (index - middle) * rate).Sum() / spread : 0;
    }

    private readonly record struct Round(TimeSpan Start, TimeSpan End, long Bytes);
}
