namespace Landspeed.Experiments.Statistics;

/// <summary>
/// How long requests took over the course of a run: the latencies of each of 64 to 128 equal slices of it, or of fewer,
/// in bins that are at most 6.25 % wide.
/// </summary>
/// <remarks>
/// For use by one thread; 600 KB at most, and no allocation. A request costs nothing here: at the end of a slice it is
/// computed what a histogram has counted since its start, which takes some microseconds. When the slices are used up,
/// pairs are merged and all are twice as long, so a run of a week needs no more than one of a minute.
/// </remarks>
internal sealed class LatencySlices
{
    /// <summary>Number of slices at most, 128.</summary>
    internal const int Most = 128;

    // Eight bins of a latency histogram are one here.
    private const int BinsAsOne = 8;
    private const int BinCount = (LatencyScale.BinCount + BinsAsOne - 1) / BinsAsOne;

    private readonly long[] _counts = new long[Most * BinCount];
    private readonly long[] _before = new long[BinCount];
    private long _length;
    private long _end;
    private int _slice;

    /// <summary>Length of a slice, in the unit of <see cref="Begin"/>.</summary>
    internal long Length => _length;

    /// <summary>Slices that were reached.</summary>
    internal int Count => _slice + 1;

    /// <summary>Clears all counts.</summary>
    /// <param name="now">Start of the first slice, in any unit.</param>
    /// <param name="length">Length of the slices at first, 1 or more, in the same unit.</param>
    internal void Begin(long now, long length)
    {
        Array.Clear(_counts, 0, Count * BinCount);
        Array.Clear(_before);
        (_length, _end, _slice) = (length, now + length, 0);
    }

    /// <summary>Ends the slices that ended before a request, which is not counted yet.</summary>
    /// <param name="now">When the request ended.</param>
    /// <param name="counted">What was counted since <see cref="Begin"/>.</param>
    internal void Advance(long now, LatencyHistogram counted)
    {
        while (now >= _end)
        {
            Close(counted);
            if (_slice == Most - 1)
            {
                Halve();
            }

            _slice++;
            _end += _length;
        }
    }

    /// <summary>Ends the last slice.</summary>
    /// <param name="counted">What was counted since <see cref="Begin"/>.</param>
    internal void Close(LatencyHistogram counted)
    {
        ReadOnlySpan<long> all = counted.Counts;
        for (int bin = 0; bin < BinCount; bin++)
        {
            long sum = 0;
            foreach (long count in all.Slice(bin * BinsAsOne, Math.Min(BinsAsOne, all.Length - (bin * BinsAsOne))))
            {
                sum += count;
            }

            _counts[(_slice * BinCount) + bin] += sum - _before[bin];
            _before[bin] = sum;
        }
    }

    /// <summary>Adds the counts of another one, which began at the same time, with the same length.</summary>
    internal void Merge(LatencySlices other)
    {
        while (_length < other._length)
        {
            Halve();
        }

        int merged = (int)(_length / other._length);
        for (int slice = 0; slice <= other._slice; slice++)
        {
            for (int bin = 0; bin < BinCount; bin++)
            {
                _counts[(slice / merged * BinCount) + bin] += other._counts[(slice * BinCount) + bin];
            }
        }

        _slice = Math.Max(_slice, other._slice / merged);
    }

    /// <summary>
    /// Returns the requests of a slice, and the latencies that half of them, 99 of 100 and all of them do not exceed.
    /// </summary>
    /// <param name="slice">0 or more, below <see cref="Count"/>.</param>
    /// <returns>
    /// Latencies are at most 6.25 % too large and never too small; percentiles are null with too few requests, and the
    /// longest is 0 without any.
    /// </returns>
    internal (long Requests, long? P50Ns, long? P99Ns, long LongestNs) Of(int slice)
    {
        ReadOnlySpan<long> bins = _counts.AsSpan(slice * BinCount, BinCount);
        long requests = 0;
        int last = 0;
        for (int bin = 0; bin < BinCount; bin++)
        {
            requests += bins[bin];
            last = bins[bin] > 0 ? bin : last;
        }

        return (
            requests, Percentile(bins, requests, 50), Percentile(bins, requests, 99), requests > 0 ? UpToNs(last) : 0);
    }

    private static long? Percentile(ReadOnlySpan<long> bins, long requests, int percent)
    {
        if (!LatencyHistogram.IsEnough(requests, percent))
        {
            return null;
        }

        long rank = (long)Math.Ceiling(requests * (percent / 100.0));
        int bin = 0;
        for (long seen = bins[0]; seen < rank; seen += bins[bin])
        {
            bin++;
        }

        return UpToNs(bin);
    }

    private static long UpToNs(int bin) =>
        LatencyScale.UpToNs(Math.Min(((bin + 1) * BinsAsOne) - 1, LatencyScale.BinCount - 1));

    private void Halve()
    {
        for (int slice = 0; slice < Most; slice++)
        {
            Span<long> from = _counts.AsSpan(slice * BinCount, BinCount);
            Span<long> into = _counts.AsSpan(slice / 2 * BinCount, BinCount);
            for (int bin = 0; bin < BinCount; bin++)
            {
                long count = from[bin];
                from[bin] = 0;
                into[bin] += count;
            }
        }

        _slice /= 2;
        _length *= 2;
    }
}
