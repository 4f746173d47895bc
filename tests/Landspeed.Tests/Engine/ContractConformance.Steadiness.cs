using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void No_request_allocates_on_the_managed_heap()
    {
        const int Requests = 2000;
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        var completions = new IoCompletion[bench.Engine.QueueDepth];
        RunSteadily(bench, file, completions, Requests);

        long owner = GC.GetAllocatedBytesForCurrentThread();
        RunSteadily(bench, file, completions, Requests);
        Assert.Equal(0, GC.GetAllocatedBytesForCurrentThread() - owner);

        // The test platform allocates a little now and then, so the best of some rounds counts; one object for each
        // request, by a worker, would be 24 bytes each in every round.
        long least = long.MaxValue;
        for (int round = 0; round < 10 && least > 0; round++)
        {
            long all = GC.GetTotalAllocatedBytes(precise: true);
            RunSteadily(bench, file, completions, Requests);
            least = Math.Min(least, GC.GetTotalAllocatedBytes(precise: true) - all);
        }

        Assert.InRange(least, 0, Requests);
    }

    private static void RunSteadily(EngineBench bench, EngineFile file, IoCompletion[] completions, int requests)
    {
        IIoEngine engine = bench.Engine;
        int queued = 0;
        int reaped = 0;
        while (reaped < requests)
        {
            while (queued < requests
                && engine.TryQueue(bench.Request(IoOperation.Read, file, 0, queued % engine.QueueDepth)))
            {
                queued++;
            }

            engine.Submit();
            reaped += engine.Reap(completions, 1);
        }
    }
}
