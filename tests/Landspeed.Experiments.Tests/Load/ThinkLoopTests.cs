using Landspeed.Experiments.Load;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Load;

/// <summary>Pauses between requests, with servers that are simulated: no clock of this machine is involved.</summary>
public sealed class ThinkLoopTests
{
    private const long Millisecond = 1_000_000;
    private const long Second = 1000 * Millisecond;

    // Of N users who think for Z and are served in R, N / (Z + R) ask in a second: the law of the closed loop.
    [Theory]
    [InlineData(1, 9, 1, 100)]
    [InlineData(10, 99, 1, 100)]
    [InlineData(4, 1, 3, 333.3)] // more users than the server has time for: it sets the pace
    public void As_many_requests_start_as_the_law_of_the_closed_loop_says(
        int users, int pauseMs, int serviceMs, double perS)
    {
        var server = new SimulatedServer(serviceMs * Millisecond);
        ThinkTally tally = Run(server, pauseMs, 1, users, 100 * Second);

        Assert.InRange(server.Service.Count, 99.5 * perS, 100.5 * perS);
        Assert.Equal(pauseMs * Millisecond, tally.MeanNs);
        Assert.InRange(server.Now, 100 * Second, (100 * Second) + (users * serviceMs * Millisecond));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    public void A_pause_follows_as_many_requests_as_asked_for(int requests)
    {
        var server = new SimulatedServer(Millisecond);
        ThinkTally tally = Run(server, 10, requests, users: 1, 10 * Second);

        long expected = requests * 10_000 / (10 + requests);
        Assert.InRange(server.Service.Count, expected, expected + requests);
        Assert.Equal(10 * Millisecond, tally.MeanNs);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    public void Nothing_starts_after_the_last_one_and_no_pause_is_waited_for(int requests)
    {
        var server = new SimulatedServer(Millisecond);
        Run(server, 100, requests, users: 3, long.MaxValue, most: 500);

        Assert.Equal((500L, 0), (server.Service.Count, server.Outstanding));
        Assert.True(server.Now <= 170 * 103 * Millisecond, $"{server.Now} ns");
    }

    [Fact]
    public void A_stop_ends_it_when_nothing_is_in_flight()
    {
        var server = new SimulatedServer(10 * Millisecond) { StopsAt = 2 * Second };
        Run(server, 40, 1, users: 1, 100 * Second);

        Assert.Equal(0, server.Outstanding);
        Assert.InRange(server.Now, 2 * Second, 21 * Second / 10);
        Assert.InRange(server.Service.Count, 40, 41);
    }

    [Theory]
    [InlineData(0, 1)] // at 0, 12, 24, 36 and 48 s
    [InlineData(0.5, 1)]
    [InlineData(0.9, 0)]
    public void Users_start_spread_over_a_pause(double phase, int expected)
    {
        var server = new SimulatedServer(Millisecond);
        ThinkTally tally = Run(server, 60_000, 1, users: 5, 10 * Second, phase: phase);

        Assert.Equal((expected, 10 * Second), (server.Service.Count, server.Now));
        Assert.Null(tally.MeanNs);
    }

    [Fact]
    public void Users_who_know_nothing_of_each_other_do_not_queue()
    {
        var server = new SimulatedServer(Millisecond);
        Run(server, 99, 1, users: 50, 10 * Second);

        Assert.Equal((Millisecond, 1), (server.Service.MaxNs, server.MostOutstanding));
    }

    // One user, each 100 ms. What started late shortens the pause that follows, so that users stay apart.
    [Theory]
    [InlineData(30, 100, 99)] // on time again with the next one
    [InlineData(80, 100, 99)] // with the next but one
    [InlineData(500, 96, 103)] // as fast as half the pause allows, until it is on time
    public void A_pause_after_a_late_start_is_shorter(int absenceMs, int most, int meanMs)
    {
        var server = new SimulatedServer(Millisecond)
        {
            Absence = (1050 * Millisecond, (1050 + 50 + absenceMs) * Millisecond),
        };
        ThinkTally tally = Run(server, 99, 1, users: 1, 10 * Second);

        Assert.InRange(server.Service.Count, most - 1, most);
        Assert.InRange(tally.MeanNs!.Value / Millisecond, meanMs - 1, meanMs + 1);
        Assert.Equal(99 * Millisecond, tally.MeanAskedNs);
    }

    [Fact]
    public void Pauses_of_independent_users_are_exponentially_distributed_and_repeat()
    {
        var pauses = new ThinkPauses(TimeSpan.FromMilliseconds(10), ArrivalPattern.Poisson, seed: 3);
        long[] drawn = [.. Enumerable.Range(0, 100_000).Select(_ => pauses.Next())];

        Assert.InRange(drawn.Average(), 9.9 * Millisecond, 10.1 * Millisecond);
        foreach (double times in new[] { 0.1, 1, 3 })
        {
            double longer = drawn.Count(pause => pause > times * 10 * Millisecond) / 100_000.0;
            Assert.InRange(longer, Math.Exp(-times) - 0.006, Math.Exp(-times) + 0.006);
        }

        pauses.Restart();
        Assert.Equal(drawn[..100], Enumerable.Range(0, 100).Select(_ => pauses.Next()));
    }

    [Fact]
    public void The_law_holds_for_independent_users_too()
    {
        var server = new SimulatedServer(Millisecond / 3);
        ThinkTally tally = Run(server, 10, 1, users: 20, 100 * Second, pattern: ArrivalPattern.Poisson);

        double perS = 20e9 / (tally.MeanNs!.Value + server.Service.MeanNs);
        Assert.InRange(server.Service.Count, 99.5 * perS, 100.5 * perS);
        Assert.InRange(tally.MeanNs.Value, 9.9 * Millisecond, 10.1 * Millisecond);
        Assert.True(server.Service.MeanNs > 1.2 * Millisecond / 3, "users wait for each other"); // at 60 % of its time
    }

    [Theory]
    [InlineData(109, null)]
    [InlineData(111, "pauses were to last 100 ms and lasted 111 ms on average, ")]
    public void Pauses_longer_by_more_than_a_tenth_are_told(int lastedMs, string? expected)
    {
        var tally = new ThinkTally();
        tally.Count(100 * Millisecond, lastedMs * Millisecond);

        FindingRecord? told = LoadFindings.PausesLonger(tally);
        Assert.Equal(expected is null, told is null);
        Assert.StartsWith(expected ?? string.Empty, told?.Message ?? string.Empty, StringComparison.Ordinal);
    }

    [Fact]
    public void Counts_of_several_threads_have_the_mean_of_all()
    {
        var all = new ThinkTally();
        foreach (long[] pauses in new long[][] { [10], [40, 40], [] })
        {
            var one = new ThinkTally();
            Array.ForEach(pauses, pause => one.Count(20, pause));
            all.Merge(one);
        }

        Assert.Equal((30, 20), (all.MeanNs, all.MeanAskedNs));
    }

    private static ThinkTally Run(
        SimulatedServer server, int pauseMs, int requests, int users, long endNs, long most = long.MaxValue,
        double phase = 0, ArrivalPattern pattern = ArrivalPattern.Even)
    {
        var tally = new ThinkTally();
        var pauses = new ThinkPauses(TimeSpan.FromMilliseconds(pauseMs), pattern, seed: 7, phase);
        new ThinkLoop(pauses, requests, users, tally).Run(server, endNs, most);
        return tally;
    }
}
