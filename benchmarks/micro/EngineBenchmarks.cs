using BenchmarkDotNet.Attributes;
using Landspeed;
using Landspeed.Engine;

namespace MicroBenchmarks;

/// <summary>
/// One request queued, submitted and reaped, without a device: the null engine is our loop alone, the others carry out
/// <see cref="IoOperation.Nothing"/>.
/// </summary>
/// <remarks>An engine that this machine refuses shows no result.</remarks>
public class EngineBenchmarks
{
    private const int Requests = 4096;

    private readonly IoCompletion[] _completions = new IoCompletion[64];
    private IIoEngine _engine = new NullEngine(1);

    /// <summary>Which engine.</summary>
    [Params("null", "uring", "threads")]
    public string Engine { get; set; } = "null";

    /// <summary>Requests in flight.</summary>
    [Params(1, 32)]
    public int QueueDepth { get; set; }

    /// <summary>Makes the engine on the thread that uses it.</summary>
    [GlobalSetup]
    public void Make() => _engine = Engine switch
    {
        "null" => new NullEngine(QueueDepth),
        "uring" => IoEngines.Create(EngineKind.Uring, QueueDepth),
        _ => IoEngines.Create(EngineKind.Threads, QueueDepth),
    };

    /// <summary>Gives it back.</summary>
    [GlobalCleanup]
    public void Release() => _engine.Dispose();

    /// <summary>One request, where as many as the queue depth are in flight.</summary>
    /// <returns>The sum of the results, so that nothing is left out.</returns>
    [Benchmark(OperationsPerInvoke = Requests)]
    public long SubmitAndReap()
    {
        long sum = 0;
        int queued = 0;
        for (; queued < QueueDepth; queued++)
        {
            Queue(queued);
        }

        while (_engine.Outstanding > 0)
        {
            int count = _engine.Reap(_completions, Math.Min(_engine.WorthwhileReap, _engine.Outstanding));
            for (int index = 0; index < count; index++)
            {
                sum += _completions[index].Result.Raw;
                if (queued < Requests)
                {
                    Queue(queued++);
                }
            }
        }

        return sum;
    }

    private void Queue(int tag) => _engine.TryQueue(
        new IoRequest { Operation = IoOperation.Nothing, Tag = (ulong)tag });
}
