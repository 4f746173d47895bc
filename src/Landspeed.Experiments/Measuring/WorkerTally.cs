using System.Diagnostics;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Measuring;

/// <summary>What one worker counts in one phase. Nothing allocates while counting.</summary>
/// <remarks>Written by the worker; <see cref="Bytes"/> may be read by others meanwhile.</remarks>
internal sealed class WorkerTally
{
    // One hour of one-second samples. Longer runs get longer samples, see the planner.
    internal const int MaximumSamples = 3600;

    private static readonly double s_nsPerTick = 1e9 / Stopwatch.Frequency;

    private readonly long[] _sampleBytes = new long[MaximumSamples];
    private readonly long[] _sampleRequests = new long[MaximumSamples];
    private long _bytes;
    private long _sampleEnd;
    private int _sample;

    /// <summary>Latencies.</summary>
    internal LatencyHistogram Latencies { get; } = new();

    /// <summary>Bytes moved.</summary>
    internal long Bytes => Volatile.Read(ref _bytes);

    /// <summary>Requests completed.</summary>
    internal long Requests { get; private set; }

    /// <summary>Requests that moved fewer bytes than asked and were continued.</summary>
    internal long ShortRequests { get; set; }

    /// <summary>First submission.</summary>
    internal long StartTicks { get; private set; }

    /// <summary>Last completion.</summary>
    internal long EndTicks { get; set; }

    /// <summary>Managed bytes that the worker's thread allocated.</summary>
    internal long AllocatedBytes { get; set; }

    /// <summary>Length of one sample.</summary>
    internal long SampleTicks { get; private set; }

    /// <summary>Starts over.</summary>
    /// <param name="now">First submission.</param>
    /// <param name="sampleTicks">Length of one sample.</param>
    internal void Begin(long now, long sampleTicks)
    {
        Latencies.Clear();
        Array.Clear(_sampleBytes);
        Array.Clear(_sampleRequests);
        _bytes = Requests = ShortRequests = 0;
        _sample = 0;
        SampleTicks = sampleTicks;
        _sampleEnd = now + sampleTicks;
        StartTicks = EndTicks = now;
    }

    /// <summary>Counts a completed request.</summary>
    /// <param name="now">Its completion.</param>
    /// <param name="submitted">Its submission.</param>
    /// <param name="bytes">Bytes that it moved.</param>
    internal void Count(long now, long submitted, long bytes)
    {
        while (now >= _sampleEnd && _sample < MaximumSamples - 1)
        {
            _sample++;
            _sampleEnd += SampleTicks;
        }

        _sampleBytes[_sample] += bytes;
        _sampleRequests[_sample]++;
        Volatile.Write(ref _bytes, _bytes + bytes);
        Requests++;
        Latencies.Record((long)((now - submitted) * s_nsPerTick));
    }

    /// <summary>Adds this worker's samples to those of the others.</summary>
    /// <param name="bytes">Bytes per sample.</param>
    /// <param name="requests">Requests per sample.</param>
    /// <returns>Samples that this worker reached.</returns>
    internal int AddSamplesTo(Span<long> bytes, Span<long> requests)
    {
        for (int index = 0; index <= _sample; index++)
        {
            bytes[index] += _sampleBytes[index];
            requests[index] += _sampleRequests[index];
        }

        return _sample + 1;
    }
}
