using BenchmarkDotNet.Attributes;
using Landspeed.Experiments.Statistics;

namespace MicroBenchmarks;

/// <summary>What counting one latency costs, and what is done with the counts once a run.</summary>
public class LatencyHistogramBenchmarks
{
    private const int Samples = 4096;

    private readonly long[] _latencies = new long[Samples];
    private readonly LatencyHistogram _histogram = new();
    private readonly LatencyHistogram _other = new();

    /// <summary>Latencies between 2^6 ns and 2^26 ns, even in the logarithm: no bin stays in the first cache.</summary>
    [GlobalSetup]
    public void Draw()
    {
        var random = new Random(1);
        for (int index = 0; index < Samples; index++)
        {
            _latencies[index] = (long)Math.Pow(2, 6 + (20 * random.NextDouble()));
            _other.Record(_latencies[index]);
        }
    }

    /// <summary>One sample.</summary>
    [Benchmark(OperationsPerInvoke = Samples)]
    public void Record()
    {
        foreach (long latency in _latencies)
        {
            _histogram.Record(latency);
        }
    }

    /// <summary>Clears the histogram and adds that of another worker.</summary>
    [Benchmark]
    public void Merge()
    {
        _histogram.Clear();
        _histogram.Merge(_other);
    }

    /// <summary>One percentile.</summary>
    [Benchmark]
    public long? Percentile() => _other.Percentile(99);
}
