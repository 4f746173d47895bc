using System.Diagnostics;
using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void A_deadline_that_has_passed_only_looks_and_loses_nothing()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        int depth = bench.Engine.QueueDepth;
        var completions = new IoCompletion[depth];
        List<IoCompletion> reaped = [];
        for (int index = 0; index < depth; index++)
        {
            Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0, index)));
        }

        reaped.AddRange(completions.AsSpan(0, bench.Engine.Reap(completions, depth, deadline: 0)));
        reaped.AddRange(ReapUntilIdle(bench.Engine));

        AssertEachTagOnce(depth, reaped);
    }

    [Fact]
    public void A_deadline_far_away_waits_for_all()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        int depth = bench.Engine.QueueDepth;
        var completions = new IoCompletion[depth];
        for (int round = 0; round < 10; round++)
        {
            for (int index = 0; index < depth; index++)
            {
                Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0, index)));
            }

            Assert.Equal(depth, bench.Engine.Reap(completions, depth, InAnHour()));
            AssertEachTagOnce(depth, completions);
        }
    }

    [Fact]
    public void Waiting_until_a_deadline_allocates_nothing()
    {
        using EngineBench bench = OnBench();
        var completions = new IoCompletion[1];
        Reap(100);

        Allocation.AssertNoneHere(() => Reap(1000));

        void Reap(int times)
        {
            for (int time = 0; time < times; time++)
            {
                bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing });
                bench.Engine.Reap(completions, 1, InAnHour());
            }
        }
    }

    private static long InAnHour() => Stopwatch.GetTimestamp() + (3600 * Stopwatch.Frequency);
}
