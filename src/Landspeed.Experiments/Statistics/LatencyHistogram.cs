using System.Runtime.CompilerServices;
using Landspeed.Results;

namespace Landspeed.Experiments.Statistics;

/// <summary>
/// Counts latencies in bins that are at most 0.79 % wide, from 0 ns to 1 h; minimum, maximum, mean and deviation are
/// exact.
/// </summary>
/// <remarks>
/// For use by one thread; to combine threads, give each its own and <see cref="Merge"/> them. 36 KiB each; nothing is
/// allocated afterwards.
/// </remarks>
public sealed class LatencyHistogram
{
    /// <summary>Largest latency distinguished, 3,600,000,000,000 ns = 1 h; longer ones count as this.</summary>
    public const long LargestNs = LatencyScale.LargestNs;

    /// <summary>Samples required on the thin side of a percentile before it is reported, 10.</summary>
    private const double SamplesBeyond = 10;

    // 100 - 99.9 is 0.09999999999999432 in binary: without a small tolerance p99.9 would need 10,001 samples.
    private const double Slack = 1e-9;

    private readonly long[] _counts = new long[LatencyScale.BinCount];
    private ExactMoments _moments;
    private long _count;
    private long _saturated;
    private long _min = long.MaxValue;
    private long _max;

    /// <summary>Samples.</summary>
    public long Count => _count;

    /// <summary>Samples above one hour. In bins, percentiles, mean and deviation they count as one hour.</summary>
    public long Saturated => _saturated;

    /// <summary>Smallest, ns, exact; 0 if empty.</summary>
    public long MinNs => _count == 0 ? 0 : _min;

    /// <summary>Largest, ns, exact even above one hour; 0 if empty.</summary>
    public long MaxNs => _max;

    /// <summary>Mean, ns; 0 if empty.</summary>
    public double MeanNs => _count == 0 ? 0 : _moments.Mean(_count);

    /// <summary>Standard deviation of all samples, ns; 0 if empty.</summary>
    public double StandardDeviationNs => _count == 0 ? 0 : _moments.StandardDeviation(_count);

    /// <summary>Sum of all samples, ns; the mean queue depth is sum / elapsed time.</summary>
    public double SumNs => (double)_moments.Sum;

    /// <summary>Samples of each bin of <see cref="LatencyScale"/>.</summary>
    internal ReadOnlySpan<long> Counts => _counts;

    /// <summary>Counts one sample.</summary>
    /// <param name="ns">Latency, 0 ns or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">Negative; nothing is counted.</exception>
    /// <exception cref="OverflowException">More samples than can be counted; nothing is counted.</exception>
    /// <remarks>No allocation; a few nanoseconds.</remarks>
    [MethodImpl(MethodImplOptions.AggressiveInlining)]
    public void Record(long ns)
    {
        if (unchecked((ulong)ns) > LargestNs)
        {
            Record(ns, 1);
            return;
        }

        _count = checked(_count + 1);
        unchecked
        {
            _counts[LatencyScale.IndexOf(ns)]++;
            _moments.Add((ulong)ns);
        }

        // Branches that are rarely taken cost less here than Math.Min and two more stores.
        if (ns < _min)
        {
            _min = ns;
        }

        if (ns > _max)
        {
            _max = ns;
        }
    }

    /// <summary>Counts several samples with the same latency.</summary>
    /// <param name="ns">Latency, 0 ns or more.</param>
    /// <param name="count">Number of samples, 0 or more.</param>
    /// <exception cref="ArgumentOutOfRangeException">One of them is negative; nothing is counted.</exception>
    /// <exception cref="OverflowException">More samples than can be counted; nothing is counted.</exception>
    /// <remarks>No allocation.</remarks>
    public void Record(long ns, long count)
    {
        ArgumentOutOfRangeException.ThrowIfNegative(ns);
        ArgumentOutOfRangeException.ThrowIfNegative(count);
        if (count == 0)
        {
            return;
        }

        long total = checked(_count + count);
        long within = Math.Min(ns, LargestNs);
        _moments.Add((ulong)within, (ulong)count);
        _count = total;
        _counts[LatencyScale.IndexOf(within)] += count;
        _saturated += ns > LargestNs ? count : 0;
        _min = Math.Min(_min, ns);
        _max = Math.Max(_max, ns);
    }

    /// <summary>Adds the counts of another histogram, as if this one had counted everything.</summary>
    /// <param name="other">Remains unchanged; no thread may be recording into it. May be this instance: everything then
    /// counts twice.</param>
    /// <exception cref="OverflowException">More samples than can be counted; nothing has changed.</exception>
    /// <remarks>4,562 additions; no allocation.</remarks>
    public void Merge(LatencyHistogram other)
    {
        ArgumentNullException.ThrowIfNull(other);
        long total = checked(_count + other._count);
        _moments.Add(other._moments);
        _count = total;
        _saturated += other._saturated;
        _min = Math.Min(_min, other._min);
        _max = Math.Max(_max, other._max);
        for (int index = 0; index < _counts.Length; index++)
        {
            _counts[index] += other._counts[index];
        }
    }

    /// <summary>Clears all counts, at the end of a warm-up.</summary>
    /// <remarks>No allocation.</remarks>
    public void Clear()
    {
        Array.Clear(_counts);
        _moments = default;
        (_count, _saturated, _min, _max) = (0, 0, long.MaxValue, 0);
    }

    /// <summary>Returns the latency that a given share of the samples does not exceed.</summary>
    /// <param name="percent">Above 0 and below 100: 99.9 requests p99.9.</param>
    /// <returns>ns, at most 0.79 % too large and never too small; null if fewer than 10 samples are expected beyond it:
    /// p50 needs 20 samples, p90 (and p10) 100, p99 1,000, p99.9 10,000, p99.99 100,000.</returns>
    /// <exception cref="ArgumentOutOfRangeException">Outside the range.</exception>
    /// <remarks>Walks the bins: takes some microseconds. No allocation.</remarks>
    public long? Percentile(double percent)
    {
        if (!(percent is > 0 and < 100))
        {
            throw new ArgumentOutOfRangeException(
                nameof(percent), percent, "a percentile must be above 0 and below 100");
        }

        if (!IsEnough(_count, percent))
        {
            return null;
        }

        long rank = Math.Clamp((long)Math.Ceiling(percent / 100 * _count * (1 - Slack)), 1, _count);
        int index = 0;
        for (long seen = _counts[0]; seen < rank; seen += _counts[index])
        {
            index++;
        }

        return Math.Clamp(LatencyScale.UpToNs(index), Math.Min(_min, LargestNs), Math.Min(_max, LargestNs));
    }

    /// <summary>Returns whether a percentile has enough samples on its thin side to be reported.</summary>
    /// <param name="count">All samples.</param>
    /// <param name="percent">Above 0 and below 100.</param>
    internal static bool IsEnough(long count, double percent) =>
        count * (Math.Min(percent, 100 - percent) / 100) >= SamplesBeyond * (1 - Slack);

    /// <summary>Returns the bins that contain samples, in ascending order.</summary>
    /// <returns>A new list; empty if nothing was counted.</returns>
    public IReadOnlyList<LatencyBin> Bins()
    {
        var bins = new List<LatencyBin>();
        for (int index = 0; index < _counts.Length; index++)
        {
            if (_counts[index] != 0)
            {
                bins.Add(new LatencyBin(LatencyScale.UpToNs(index), _counts[index]));
            }
        }

        return bins;
    }

    /// <summary>Returns everything for a result.</summary>
    /// <returns>A new record, or null if nothing was counted, because there is no smallest sample.</returns>
    public LatencyRecord? ToRecord() => _count == 0 ? null : new LatencyRecord
    {
        Count = _count,
        MinNs = MinNs,
        MeanNs = MeanNs,
        StandardDeviationNs = StandardDeviationNs,
        MaxNs = MaxNs,
        P50Ns = Percentile(50),
        P90Ns = Percentile(90),
        P99Ns = Percentile(99),
        P999Ns = Percentile(99.9),
        P9999Ns = Percentile(99.99),
        Saturated = _saturated,
        Bins = Bins(),
    };
}
