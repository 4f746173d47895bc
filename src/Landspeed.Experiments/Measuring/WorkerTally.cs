using System.Diagnostics;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Statistics;
using Landspeed.Quantities;

namespace Landspeed.Experiments.Measuring;

/// <summary>The counts of one worker in one phase. Counting does not allocate, except for stalls.</summary>
/// <remarks>Written by the worker; other threads may read <see cref="Bytes"/> at the same time.</remarks>
internal sealed class WorkerTally
{
    // When they are used up, pairs are merged and all are twice as long: any run has 512 to 1,024 samples or fewer.
    internal const int MaximumSamples = 1024;

    private static readonly long s_shortestGap = (long)(StallClock.Shortest.TotalSeconds * Stopwatch.Frequency);

    private readonly long[] _sampleBytes = new long[MaximumSamples];
    private readonly long[] _sampleRequests = new long[MaximumSamples];
    private readonly List<(long Start, long End)> _gaps = [];
    private long _bytes;
    private long _last;
    private long _sampleEnd;
    private int _sample;

    internal LatencyHistogram Latencies { get; } = new();

    /// <summary>
    /// Latencies over the course of the phase: from submission, or, at a rate, from when a request was due.
    /// </summary>
    internal LatencySlices Slices { get; } = new();

    /// <summary>What those are counted in.</summary>
    internal LatencyHistogram Timed => Load?.Response ?? Latencies;

    /// <summary>What it counts of requests at a rate; null if it keeps a queue full.</summary>
    internal LoadTally? Load { get; set; }

    /// <summary>What it counts of the pauses between requests; null if there are none.</summary>
    internal ThinkTally? Think { get; set; }

    /// <summary>What it counts of each direction; null unless some requests read and some write.</summary>
    internal MixTally? Mix { get; set; }

    /// <summary>What it counts of each size; null if all requests have the same.</summary>
    internal SizeTally? Sizes { get; set; }

    /// <summary>Whether what it reads is more than zeros.</summary>
    internal ZeroTally Zeros { get; } = new();

    internal long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Requests completed.</summary>
    internal long Requests { get; private set; }

    /// <summary>Requests that moved fewer bytes than requested and were continued.</summary>
    internal long ShortRequests { get; set; }

    /// <summary>First submission.</summary>
    internal long StartTicks { get; private set; }

    /// <summary>Last completion.</summary>
    internal long EndTicks { get; set; }

    /// <summary>Managed bytes that the worker's thread allocated.</summary>
    internal long AllocatedBytes { get; set; }

    /// <summary>Length of one sample.</summary>
    internal long SampleTicks { get; private set; }

    /// <summary>Resets all counts.</summary>
    /// <param name="now">First submission.</param>
    /// <param name="sampleTicks">Length of one sample.</param>
    internal void Begin(long now, long sampleTicks)
    {
        Latencies.Clear();
        Slices.Begin(now, sampleTicks);
        Mix?.Clear();
        Sizes?.Clear();
        Zeros.Begin();
        Array.Clear(_sampleBytes);
        Array.Clear(_sampleRequests);
        _bytes = Requests = ShortRequests = 0;
        _sample = 0;
        SampleTicks = sampleTicks;
        _sampleEnd = now + sampleTicks;
        StartTicks = EndTicks = _last = now;
        _gaps.Clear();
    }

    /// <summary>Ends a period without anything to do, which does not count as a stall.</summary>
    /// <param name="now">The next submission.</param>
    internal void Resume(long now) => _last = now;

    /// <summary>Counts a completed request.</summary>
    /// <param name="now">Its completion.</param>
    /// <param name="submitted">Its submission.</param>
    /// <param name="bytes">Bytes that it moved.</param>
    /// <param name="writes">Whether it wrote; only of a mix is that counted.</param>
    internal void Count(long now, long submitted, long bytes, bool writes = false)
    {
        CountGroup(now, 1, bytes);
        long latencyNs = (long)((now - submitted) * StopwatchTicks.Ns);
        Latencies.Record(latencyNs);
        Mix?.Of(writes).Count(bytes, latencyNs);
        Sizes?.Of(bytes).Count(bytes, latencyNs);
    }

    /// <summary>Counts completed requests that are too short to be timed individually.</summary>
    /// <param name="now">Completion of the last.</param>
    /// <param name="requests">Number of requests.</param>
    /// <param name="bytes">Bytes that they moved together.</param>
    internal void CountGroup(long now, long requests, long bytes)
    {
        if (now - _last >= s_shortestGap)
        {
            _gaps.Add((_last, now));
        }

        _last = now;
        Slices.Advance(now, Timed);
        while (now >= _sampleEnd)
        {
            NextSample();
        }

        _sampleBytes[_sample] += bytes;
        _sampleRequests[_sample] += requests;
        Volatile.Write(ref _bytes, _bytes + bytes);
        Requests += requests;
    }

    /// <summary>Adds this worker's samples to those of the others.</summary>
    /// <param name="sampleTicks">Length of the sum's samples: this worker's length or a multiple of it.</param>
    /// <param name="bytes">Bytes per sample.</param>
    /// <param name="requests">Requests per sample.</param>
    /// <returns>Number of samples that this worker reached.</returns>
    internal int AddSamplesTo(long sampleTicks, Span<long> bytes, Span<long> requests)
    {
        int merged = (int)(sampleTicks / SampleTicks);
        for (int index = 0; index <= _sample; index++)
        {
            bytes[index / merged] += _sampleBytes[index];
            requests[index / merged] += _sampleRequests[index];
        }

        return (_sample / merged) + 1;
    }

    /// <summary>
    /// Returns the longest time, of at least a second, in which none of some workers completed a request, or 0 if there
    /// was none.
    /// </summary>
    /// <param name="tallies">Counts of workers that ran together, one or more.</param>
    /// <returns>Ticks. Before its start and after its end a worker completes nothing; time after all have ended does
    /// not count.</returns>
    internal static long LongestStall(IReadOnlyList<WorkerTally> tallies)
    {
        (long Start, long End)[] still = [(tallies.Min(tally => tally.StartTicks), tallies.Max(tally => tally._last))];
        foreach (WorkerTally tally in tallies)
        {
            (long Start, long End)[] own = [(long.MinValue, tally.StartTicks), .. tally._gaps, (tally._last, long.MaxValue)];
            still =
            [
                .. still.SelectMany(all => own.Select(one => (Start: Math.Max(all.Start, one.Start), End: Math.Min(all.End, one.End))))
                    .Where(both => both.End - both.Start >= s_shortestGap),
            ];
        }

        return still.Select(one => one.End - one.Start).DefaultIfEmpty().Max();
    }

    private void NextSample()
    {
        if (_sample == MaximumSamples - 1)
        {
            Halve(_sampleBytes);
            Halve(_sampleRequests);
            _sample /= 2;
            SampleTicks *= 2;
        }

        Zeros.BeginSample();
        _sample++;
        _sampleEnd += SampleTicks;
    }

    private static void Halve(Span<long> samples)
    {
        for (int index = 0; index < samples.Length / 2; index++)
        {
            samples[index] = samples[2 * index] + samples[(2 * index) + 1];
        }

        samples[(samples.Length / 2)..].Clear();
    }
}
