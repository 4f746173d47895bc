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
    public void The_wait_ends_when_it_is_cancelled()
    {
        var start = new AgreedStart(TimeProvider.System.GetTimestamp() + (3600 * TimeProvider.System.TimestampFrequency), TimeSpan.Zero, TimeSpan.Zero);

        Assert.ThrowsAny<OperationCanceledException>(() => start.Wait(TimeProvider.System, new CancellationToken(canceled: true)));
    }
}
