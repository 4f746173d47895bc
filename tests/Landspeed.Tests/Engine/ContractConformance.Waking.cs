using Landspeed.Engine;
using Landspeed.Testing;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Fact]
    public void A_second_waker_is_refused()
    {
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();

        Assert.Throws<InvalidOperationException>(bench.Engine.CreateWaker);

        waker.Wake();
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 3 }));
        Assert.Equal(3UL, Assert.Single(ReapUntilIdle(bench.Engine)).Tag);
    }

    [Fact]
    public void A_waker_is_refused_while_a_request_is_outstanding_and_made_after_it()
    {
        using EngineBench bench = OnBench();
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 9 }));

        Assert.Throws<InvalidOperationException>(bench.Engine.CreateWaker);
        bench.Engine.Submit();
        Assert.Throws<InvalidOperationException>(bench.Engine.CreateWaker);

        Assert.Equal(9UL, Assert.Single(bench.ReapAll()).Tag);
        bench.Engine.CreateWaker().Wake();
    }

    [Fact]
    public void A_disposed_engine_makes_no_waker()
    {
        using EngineBench bench = OnBench();
        bench.Engine.Dispose();

        Assert.Throws<ObjectDisposedException>(bench.Engine.CreateWaker);
    }

    [Fact]
    public void Nothing_of_a_waker_stays_behind()
    {
        UseWaker();
        ProcessTable before = ProcessTable.Read();

        for (int run = 0; run < 3; run++)
        {
            UseWaker();
        }

        Assert.Empty(before.Left());
    }

    [Fact]
    public void Waking_and_reaping_after_it_allocate_nothing()
    {
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();
        var completions = new IoCompletion[1];
        RunWaking(bench, waker, completions, 100);

        Allocation.AssertNoneHere(() => RunWaking(bench, waker, completions, 1000));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(4)]
    public void Hammering_the_waker_loses_and_doubles_no_completion(int minimum)
    {
        const int Total = 20_000;
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        bool stop = false;
        var hammer = new Thread(() =>
        {
            while (!Volatile.Read(ref stop))
            {
                waker.Wake();
            }
        });
        hammer.Start();
        List<IoCompletion> reaped = [];
        try
        {
            var completions = new IoCompletion[bench.Engine.QueueDepth];
            int queued = 0;
            while (reaped.Count < Total)
            {
                while (queued < Total && bench.Engine.TryQueue(
                    bench.Request(IoOperation.Read, file, 0, queued % 8, length: 512) with { Tag = (ulong)queued }))
                {
                    queued++;
                }

                int count = bench.Engine.Reap(completions, Math.Min(minimum, bench.Engine.Outstanding));
                reaped.AddRange(completions.AsSpan(0, count));
            }
        }
        finally
        {
            Volatile.Write(ref stop, true);
            hammer.Join();
        }

        Assert.Equal(0, bench.Engine.Outstanding);
        AssertEachTagOnce(Total, reaped);
    }

    private protected static List<IoCompletion> ReapUntilIdle(IIoEngine engine)
    {
        List<IoCompletion> reaped = [];
        var completions = new IoCompletion[engine.QueueDepth];
        while (engine.Outstanding > 0)
        {
            reaped.AddRange(completions.AsSpan(0, engine.Reap(completions, 1)));
        }

        return reaped;
    }

    private static void RunWaking(EngineBench bench, IEngineWaker waker, IoCompletion[] completions, int times)
    {
        for (int time = 0; time < times; time++)
        {
            bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing });
            waker.Wake();
            while (bench.Engine.Outstanding > 0)
            {
                bench.Engine.Reap(completions, 1);
            }
        }
    }

    private void UseWaker()
    {
        using EngineBench bench = OnBench(queueDepth: 4);
        IEngineWaker waker = bench.Engine.CreateWaker();
        RunWaking(bench, waker, new IoCompletion[1], 2);
        waker.Wake();
    }
}
