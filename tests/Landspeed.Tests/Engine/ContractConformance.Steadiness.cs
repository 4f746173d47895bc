using Landspeed.Testing;
using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void No_request_allocates_on_the_managed_heap()
    {
        const int Requests = 2000;
        const int RequestsOfRound = 200;
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        var completions = new IoCompletion[bench.Engine.QueueDepth];
        RunSteadily(bench, file, completions, Requests);

        Allocation.AssertNoneHere(() => RunSteadily(bench, file, completions, Requests));

        // And none of its workers.
        Allocation.AssertNone(RequestsOfRound, () => RunSteadily(bench, file, completions, RequestsOfRound));
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
