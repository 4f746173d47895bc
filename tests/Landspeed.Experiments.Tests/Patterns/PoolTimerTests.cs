using System.Diagnostics;
using Landspeed.Experiments.Patterns;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Patterns;

[Collection(ProcessWideCollection.Name)]
public sealed class PoolTimerTests
{
    private const int Large = 64 * 1024;

    [Fact]
    public async Task An_item_behind_others_that_hold_all_threads_waits_until_they_let_go()
    {
        TimeSpan held = TimeSpan.FromMilliseconds(20);
        const int MoreThanThreads = 64;
        using var gate = new ManualResetEventSlim();
        using var others = new CountdownEvent(MoreThanThreads);
        for (int item = 0; item < MoreThanThreads; item++)
        {
            ThreadPool.UnsafeQueueUserWorkItem(
                static held =>
                {
                    held.Gate.Wait();
                    held.Others.Signal();
                },
                (Gate: gate, Others: others),
                preferLocal: false);
        }

        var timer = new PoolTimer();
        var stream = new QueuingStream();
        long before = Stopwatch.GetTimestamp();
        Task reading = ReadAsync(timer, stream, 1, Large);
        while (Stopwatch.GetElapsedTime(stream.LastQueued) < held)
        {
            Thread.Yield();
        }

        gate.Set();
        await reading;
        others.Wait(TestContext.Current.CancellationToken); // some may not have begun, and need the gate

        Assert.Equal(1, timer.Seen.Timed);
        // The call comes after the one clock reading and before the gate is open; the item enters its context before it looks at the clock itself.
        Assert.InRange(timer.Seen.WaitNs, held.TotalNanoseconds, Stopwatch.GetElapsedTime(before, stream.LastBegun).TotalNanoseconds);
    }

    /// <summary>Each item writes down when it was queued and when it began: that is what has to come out, and the call beside it.</summary>
    [Fact]
    public async Task The_wait_is_what_the_items_themselves_saw()
    {
        const int Count = 20_000;
        var timer = new PoolTimer();
        var stream = new QueuingStream();
        var seen = new List<double>(Count);
        var known = new List<double>(Count);

        (double SeenNs, double KnownNs) before = default;
        await ReadAsync(timer, stream, Count, Large, () =>
        {
            seen.Add(timer.Seen.WaitNs - before.SeenNs);
            known.Add(stream.WaitNs - before.KnownNs);
            before = (timer.Seen.WaitNs, stream.WaitNs);
        });

        Assert.Equal(Count, timer.Seen.Timed);
        (double middleSeen, double middleKnown) = (Median.Of(seen), Median.Of(known));
        Assert.InRange(middleSeen, (middleKnown * 0.9) - 500, (middleKnown * 1.1) + 500);
    }

    [Fact]
    public async Task A_call_that_needs_no_thread_is_not_timed_nor_the_next_one_in_its_place()
    {
        var timer = new PoolTimer();

        await ReadAsync(timer, new QueuingStream { IsBuffered = call => call % 2 == 0 }, 100, 1);

        Assert.Equal(50, timer.Seen.Timed);
    }

    [Fact]
    public async Task Before_it_begins_and_when_it_has_ended_nothing_is_timed()
    {
        var timer = new PoolTimer();
        var stream = new QueuingStream();
        await using var timed = new PoolTimedStream(new QueuingStream(), timer);
        Assert.Equal(1, await timed.ReadAsync(new byte[1], TestContext.Current.CancellationToken));
        await ReadAsync(timer, stream, 10, 1);
        Assert.Equal(1, await timed.ReadAsync(new byte[1], TestContext.Current.CancellationToken));

        Assert.Equal(10, timer.Seen.Timed);
    }

    private static async Task ReadAsync(PoolTimer timer, QueuingStream stream, int count, int length, Action? afterEach = null)
    {
        timer.Begin();
        await using var timed = new PoolTimedStream(stream, timer);
        byte[] buffer = new byte[length];
        for (int call = 0; call < count; call++)
        {
            Assert.Equal(length, await timed.ReadAsync(buffer, TestContext.Current.CancellationToken).ConfigureAwait(false));
            afterEach?.Invoke();
        }

        timer.End();
    }

    /// <summary>Does the work of each call in an item of the thread pool, as FileStream does.</summary>
    private sealed class QueuingStream : MemoryStream
    {
        private int _calls;

        internal Func<int, bool> IsBuffered { get; init; } = _ => false;

        internal long LastQueued { get; private set; }

        internal long LastBegun { get; private set; }

        internal double WaitNs { get; private set; }

        public override ValueTask<int> ReadAsync(Memory<byte> buffer, CancellationToken cancellationToken = default)
        {
            if (IsBuffered(++_calls))
            {
                return new ValueTask<int>(buffer.Length);
            }

            LastQueued = Stopwatch.GetTimestamp();
            return new ValueTask<int>(Task.Run(
                () =>
                {
                    LastBegun = Stopwatch.GetTimestamp();
                    WaitNs += Stopwatch.GetElapsedTime(LastQueued, LastBegun).TotalNanoseconds;
                    return buffer.Length;
                },
                CancellationToken.None));
        }
    }
}
