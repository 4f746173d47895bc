namespace Landspeed.Tests.Platform;

/// <summary>Timers that have a thread each.</summary>
public class ThreadClockTests
{
    private static readonly TimeSpan s_patience = TimeSpan.FromSeconds(30);

    [Fact]
    public void A_timer_rings_until_it_is_disposed()
    {
        using var rung = new CountdownEvent(3);
        int more = 0;
        ITimer timer = new ThreadClock().CreateTimer(
            _ => Interlocked.Add(ref more, rung.IsSet ? 1 : Signalled(rung)),
            null,
            TimeSpan.FromMilliseconds(1),
            TimeSpan.FromMilliseconds(1));

        Assert.True(rung.Wait(s_patience, TestContext.Current.CancellationToken));
        timer.Dispose();
        Thread.Sleep(20); // what rings now began before
        int before = Volatile.Read(ref more);
        Thread.Sleep(50);

        Assert.Equal(before, Volatile.Read(ref more));
        Assert.False(timer.Change(TimeSpan.Zero, TimeSpan.Zero));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(-1)]
    public void Without_a_period_it_rings_once_and_again_when_it_is_changed(int period)
    {
        using var rung = new SemaphoreSlim(0);
        using ITimer timer = new ThreadClock().CreateTimer(
            state => ((SemaphoreSlim)state!).Release(), rung, TimeSpan.Zero, TimeSpan.FromMilliseconds(period));

        Assert.True(rung.Wait(s_patience, TestContext.Current.CancellationToken));
        Assert.False(rung.Wait(50, TestContext.Current.CancellationToken));
        Assert.True(timer.Change(TimeSpan.FromMilliseconds(1), Timeout.InfiniteTimeSpan));
        Assert.True(rung.Wait(s_patience, TestContext.Current.CancellationToken));
    }

    [Fact]
    public void A_timer_that_is_never_due_does_not_ring_before_it_is_changed()
    {
        using var rung = new SemaphoreSlim(0);
        using ITimer timer = new ThreadClock().CreateTimer(
            _ => rung.Release(), null, Timeout.InfiniteTimeSpan, TimeSpan.FromMilliseconds(1));

        Assert.False(rung.Wait(50, TestContext.Current.CancellationToken));
        Assert.True(timer.Change(TimeSpan.Zero, Timeout.InfiniteTimeSpan));
        Assert.True(rung.Wait(s_patience, TestContext.Current.CancellationToken));
    }

    private static int Signalled(CountdownEvent rung)
    {
        rung.Signal();
        return 0;
    }
}
