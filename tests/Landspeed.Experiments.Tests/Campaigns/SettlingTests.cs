using Landspeed.Experiments.Campaigns;

namespace Landspeed.Experiments.Tests.Campaigns;

public sealed class SettlingTests
{
    private static readonly TimeSpan s_longest = TimeSpan.FromMinutes(5);
    private readonly List<SettledRecord> _told = [];

    [Fact]
    public void That_a_machine_is_busy_is_told_once_with_the_first_second()
    {
        Wait([43, 5, 60, 70, 5, 5], s_longest);

        Assert.Equal(new SettledRecord(1, 43, 0, IsQuiet: false), Assert.Single(_told));
    }

    [Theory]
    [InlineData(300, 0)]
    [InlineData(0, 90)]
    [InlineData(1, 90)]
    public void Nothing_is_told_of_a_quiet_machine_or_where_no_time_is_left(int longestS, double busyPct)
    {
        Wait([busyPct], TimeSpan.FromSeconds(longestS));

        Assert.Empty(_told);
    }

    private void Wait(double[] busyPct, TimeSpan longest) =>
        Settling.Wait(new SimulatedMachine { Busy = busyPct }, longest, _told.Add, CancellationToken.None);
}
