using Landspeed.Experiments.Load;
using Landspeed.Experiments.Statistics;

namespace Landspeed.Experiments.Tests.Load;

/// <summary>The loop against servers that are simulated: no clock of this machine is involved.</summary>
public sealed class LoadLoopTests
{
    private const long Second = 1_000_000_000;

    [Theory]
    [InlineData(0.5, 1024)]
    [InlineData(0.8, 1024)]
    [InlineData(0.95, 1024)]
    [InlineData(0.5, 1)]
    [InlineData(0.8, 1)]
    [InlineData(0.95, 1)]
    public void A_server_of_fixed_service_time_lets_wait_as_long_as_the_theory_says(double utilisation, int inFlight)
    {
        const long Service = 100_000; // 10,000 a second
        var server = new SimulatedServer(Service);
        LoadTally tally = Run(server, utilisation * 10_000, ArrivalPattern.Poisson, 400 * Second, inFlight);

        // M/D/1: Pollaczek and Khinchine.
        double wait = utilisation * Service / (2 * (1 - utilisation));
        Assert.InRange(tally.Response.MeanNs - Service, wait * 0.98, wait * 1.02);
        Assert.Null(LoadFindings.Overloaded(tally));
        Assert.Equal(0, tally.Skipped);
        long waitAtEnd = inFlight == 1 ? tally.Due[0].Started / 1000 : 0;
        Assert.InRange(tally.Unstarted, 0, waitAtEnd);

        // Where only one may be in flight, all of the waiting is before the start, and none of it is the loop's own.
        Assert.Equal(inFlight == 1, tally.Lateness.MeanNs > wait / 2);
        Assert.Equal(0, tally.OwnLateness.MaxNs);
    }

    [Fact]
    public void A_stall_of_a_second_shows_in_the_response_and_not_in_the_service()
    {
        var server = new SimulatedServer(100_000) { Stall = (5 * Second, 6 * Second) };
        LoadTally tally = Run(server, 1000, ArrivalPattern.Even, 10 * Second, inFlight: 4);

        Assert.Equal(10_000, tally.Response.Count);
        Assert.True(tally.Response.Percentile(99) >= 0.9 * Second, $"{tally.Response.Percentile(99)} ns");

        // Four requests were in flight meanwhile: what a closed loop would have shown of it.
        Assert.True(server.Service.Percentile(99) <= 1_000_000, $"{server.Service.Percentile(99)} ns");
        Assert.Null(LoadFindings.Overloaded(tally));
    }

    [Theory]
    [InlineData(FullPolicy.Queue, 1500)]
    [InlineData(FullPolicy.Queue, 10_000)]
    [InlineData(FullPolicy.Skip, 1500)]
    [InlineData(FullPolicy.Skip, 10_000)]
    public void More_than_the_server_can_do_is_counted_and_told(FullPolicy whenFull, int perS)
    {
        var server = new SimulatedServer(Second / 1000);
        LoadTally tally = Run(server, perS, ArrivalPattern.Even, 10 * Second, inFlight: 8, whenFull);

        Assert.Equal(10 * perS, tally.Offered);
        Assert.InRange(tally.Due[0].Started, 10_000, 10_020);
        long left = whenFull == FullPolicy.Skip ? tally.Skipped : tally.Unstarted;
        Assert.Equal(tally.Offered - tally.Due[0].Started, left);
        Assert.Equal("overloaded", LoadFindings.Overloaded(tally)?.Code);
        Assert.Equal(8, server.MostOutstanding);
        long longest = tally.Lateness.MaxNs;
        Assert.True(whenFull == FullPolicy.Skip ? longest <= Second / 1000 : longest > 3 * Second, $"{longest} ns");
        Assert.InRange(server.Now, 10 * Second, (10 * Second) + (8 * Second / 1000));
    }

    [Fact]
    public void Lateness_of_the_loop_itself_is_told_apart_from_that_of_a_full_queue()
    {
        var server = new SimulatedServer(100_000) { Absence = (2 * Second, (2 * Second) + 300_000_000) };
        LoadTally tally = Run(server, 1000, ArrivalPattern.Even, 10 * Second, inFlight: 1024);

        Assert.InRange(tally.OwnLateness.MaxNs, 290_000_000, 300_000_000);
        Assert.Equal(10_000, tally.Response.Count);
    }

    [Fact]
    public void Nothing_is_started_twice_and_nothing_after_the_last_one()
    {
        var server = new SimulatedServer(10_000);
        LoadTally tally = Run(server, 1000, ArrivalPattern.Even, long.MaxValue, inFlight: 8, requests: 500);

        Assert.Equal((500, 500L, 0L), (tally.Due[0].Started, tally.Response.Count, tally.Unstarted));
        Assert.InRange(server.Now, Second / 2, (Second / 2) + 1000);
    }

    [Fact]
    public void A_stop_ends_it_when_nothing_is_in_flight()
    {
        var server = new SimulatedServer(10_000_000) { StopsAt = 2 * Second };
        LoadTally tally = Run(server, 50, ArrivalPattern.Even, 100 * Second, inFlight: 8);

        Assert.Equal(0, server.Outstanding);
        Assert.InRange(server.Now, 2 * Second, 21 * Second / 10);
        Assert.InRange(tally.Due[0].Started, 100, 101);
    }

    [Fact]
    public void One_request_in_ten_seconds_is_due_at_once_and_after_ten_seconds()
    {
        var server = new SimulatedServer(1000);
        LoadTally tally = Run(server, 0.1, ArrivalPattern.Even, 15 * Second, inFlight: 1024);

        Assert.Equal((2, 2L), (tally.Due[0].Started, tally.Response.Count));
        Assert.Equal(15 * Second, server.Now);
    }

    [Theory]
    [InlineData(FullPolicy.Queue, 7_900, 8_010, "writes started later and later")] // four at a time, 10 ms each
    [InlineData(FullPolicy.Skip, 5_850, 6_200, "39.")] // Erlang's loss formula: 39.8 % of what wants 5 of 4 places
    public void Writes_that_are_overloaded_make_no_read_late(FullPolicy whenFull, int least, int most, string said)
    {
        (LatencyHistogram reads, LatencyHistogram writes) = (new(), new());
        var server = new SimulatedServer(0)
        {
            ServiceOf = slot => slot < 4 ? 100_000 : 10_000_000,
            Answered = (slot, responseNs) => (slot < 4 ? reads : writes).Record(responseNs),
        };
        var tally = new LoadTally(schedules: 2);
        var loop = new LoadLoop(
            whenFull,
            [
                new ArrivalSchedule(1000, ArrivalPattern.Even, seed: 1),
                new ArrivalSchedule(500, ArrivalPattern.Poisson, seed: 2),
            ],
            slots: 8,
            tally);
        loop.Run(server, 20 * Second, long.MaxValue, Second / 10);

        Assert.Equal((20_000, 0, 0), (tally.Due[0].Started, tally.Due[0].Skipped, tally.Due[0].Unstarted));
        Assert.InRange(tally.Due[1].Offered, 9_700, 10_300);
        Assert.InRange(tally.Due[1].Started, least, most);
        Assert.Equal(100_000, reads.MaxNs);
        Assert.Equal((20_000, tally.Due[1].Started), (reads.Count, writes.Count));
        string overloaded = LoadFindings.Overloaded(tally)!.Message;
        Assert.StartsWith(said, overloaded, StringComparison.Ordinal);
        Assert.Contains("writes", overloaded, StringComparison.Ordinal);
        Assert.DoesNotContain("reads", overloaded, StringComparison.Ordinal);
    }

    [Fact]
    public void A_number_of_requests_counts_those_of_both_schedules()
    {
        var server = new SimulatedServer(0) { ServiceOf = _ => 100_000 };
        var tally = new LoadTally(schedules: 2);
        var loop = new LoadLoop(
            FullPolicy.Queue,
            [
                new ArrivalSchedule(100, ArrivalPattern.Even, seed: 1),
                new ArrivalSchedule(200, ArrivalPattern.Even, seed: 2, phase: 0.5),
            ],
            slots: 2,
            tally);
        loop.Run(server, 20 * Second, requests: 300, Second / 10);

        Assert.Equal((100, 200, 300), (tally.Due[0].Started, tally.Due[1].Started, tally.Offered));
        Assert.Equal(Second, tally.OfferedNs);
    }

    private static LoadTally Run(
        SimulatedServer server,
        double perS,
        ArrivalPattern pattern,
        long endNs,
        int inFlight,
        FullPolicy whenFull = FullPolicy.Queue,
        long requests = long.MaxValue)
    {
        var tally = new LoadTally();
        var loop = new LoadLoop(whenFull, [new ArrivalSchedule(perS, pattern, seed: 5)], inFlight, tally);
        loop.Run(server, endNs, requests, Second / 10);
        return tally;
    }
}
