using System.Diagnostics;
using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

/// <summary>What an engine keeps whose owner waits for others, so that the wait can be ended.</summary>
public abstract class WokenEngineConformance : EngineConformance
{
    /// <summary>A request that does not end before it is let go.</summary>
    private protected abstract StalledRequest Stall();

    [Fact]
    public async Task A_wake_ends_a_wait()
    {
        using StalledRequest stalled = Stall();
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();
        QueueStalled(bench, stalled);
        int owner = 0;

        // Whether the wake comes before the owner sleeps or after it: the wait ends.
        Task waking = Task.Run(
            () =>
            {
                SpinWait.SpinUntil(() => Volatile.Read(ref owner) != 0);
                Thread.Yield();
                waker.Wake();
            },
            TestContext.Current.CancellationToken);
        Volatile.Write(ref owner, 1);

        // The ring belongs to this thread, so the wait is here and not in a task.
        Assert.Equal(0, bench.Engine.Reap(new IoCompletion[1], 1));
        Assert.Equal(1, bench.Engine.Outstanding);
        stalled.LetGo();
        Assert.Equal(1UL, Assert.Single(ReapUntilIdle(bench.Engine)).Tag);
#pragma warning disable xUnit1031 // Awaiting could go on on another thread than the ring's.
        waking.Wait(TestContext.Current.CancellationToken);
        bench.Engine.Dispose();
#pragma warning restore xUnit1031
        await waking;
    }

    [Fact]
    public void A_wake_before_a_wait_is_kept_for_it_and_ends_only_that_one()
    {
        using StalledRequest stalled = Stall();
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();
        QueueStalled(bench, stalled);
        for (int round = 0; round < 3; round++)
        {
            waker.Wake();
            waker.Wake();
            Assert.Equal(0, bench.Engine.Reap(new IoCompletion[1], 1));
        }

        stalled.LetGo();
        Assert.Equal(1, bench.Engine.Reap(new IoCompletion[1], 1));
    }

    [Fact]
    public void A_wait_ends_at_its_deadline_and_the_request_comes_later()
    {
        using StalledRequest stalled = Stall();
        using EngineBench bench = OnBench();
        QueueStalled(bench, stalled);
        long deadline = Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 50);

        Assert.Equal(0, bench.Engine.Reap(new IoCompletion[1], 1, deadline));

        Assert.True(Stopwatch.GetTimestamp() >= deadline, "the wait ended before its deadline");
        Assert.Equal(1, bench.Engine.Outstanding);
        stalled.LetGo();
        Assert.Equal(1UL, Assert.Single(ReapUntilIdle(bench.Engine)).Tag);
    }

    [Fact]
    public void At_the_deadline_what_is_there_is_collected()
    {
        using StalledRequest stalled = Stall();
        using EngineBench bench = OnBench();
        QueueStalled(bench, stalled);
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 2 }));
        var completions = new IoCompletion[2];

        int count = bench.Engine.Reap(completions, 2, Stopwatch.GetTimestamp() + (Stopwatch.Frequency / 50));

        Assert.Equal((1, 2UL), (count, completions[0].Tag));
        stalled.LetGo();
        Assert.Equal(1UL, Assert.Single(ReapUntilIdle(bench.Engine)).Tag);
    }

    [Fact]
    public void Disposing_a_woken_engine_still_waits_for_what_is_in_flight()
    {
        using StalledRequest stalled = Stall();
        using EngineBench bench = OnBench();
        IEngineWaker waker = bench.Engine.CreateWaker();
        QueueStalled(bench, stalled);
        waker.Wake();
        using var timer = new Timer(_ => stalled.LetGo(), null, TimeSpan.FromMilliseconds(20), Timeout.InfiniteTimeSpan);

        bench.Engine.Dispose();

        Assert.True(stalled.IsLetGo, "the engine was disposed before its request ended");
    }

    private static void QueueStalled(EngineBench bench, StalledRequest stalled)
    {
        EngineFile file = bench.Engine.Attach(stalled.File);
        Assert.True(bench.Engine.TryQueue(
            bench.Request(stalled.Operation, file, offset: 0, length: stalled.Length) with { Tag = 1 }));
        bench.Engine.Submit();
    }
}
