namespace Landspeed.Mpi.Tests;

public class AgreedStartTests
{
    [Fact]
    public void A_moment_that_has_passed_is_not_waited_for()
    {
        var start = new AgreedStart(TimeProvider.System.GetTimestamp() - TimeProvider.System.TimestampFrequency, TimeSpan.Zero, TimeSpan.Zero);

        Assert.True(start.Wait(TimeProvider.System, TestContext.Current.CancellationToken) >= TimeSpan.FromSeconds(1));
    }

    [Fact]
    public void The_wait_does_not_end_in_the_last_100_nanoseconds_before_the_moment()
    {
        var clock = new NanosecondClock();
        var start = new AgreedStart(clock.GetTimestamp() + 500, TimeSpan.Zero, TimeSpan.Zero);

        TimeSpan late = start.Wait(clock, TestContext.Current.CancellationToken);

        Assert.InRange(clock.GetTimestamp(), start.Timestamp, start.Timestamp + 100);
        Assert.Equal(TimeSpan.Zero, late);
    }

    [Fact]
    public void The_wait_ends_when_it_is_cancelled()
    {
        var start = new AgreedStart(TimeProvider.System.GetTimestamp() + (3600 * TimeProvider.System.TimestampFrequency), TimeSpan.Zero, TimeSpan.Zero);

        Assert.ThrowsAny<OperationCanceledException>(() => start.Wait(TimeProvider.System, new CancellationToken(canceled: true)));
    }

    /// <summary>10 ns pass whenever it is looked at.</summary>
    private sealed class NanosecondClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => 1_000_000_000;

        public override long GetTimestamp() => _now += 10;
    }
}
