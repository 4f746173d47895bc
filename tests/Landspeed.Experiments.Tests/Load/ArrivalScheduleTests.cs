using Landspeed.Experiments.Load;

namespace Landspeed.Experiments.Tests.Load;

public sealed class ArrivalScheduleTests
{
    private const int Many = 200_000;

    // The largest distance of a sample's distribution from the true one that chance exceeds once in a thousand times.
    private static readonly double s_critical = 1.95 / Math.Sqrt(Many);

    [Theory]
    [InlineData(1_000)]
    [InlineData(300_000)]
    [InlineData(600_000)]
    [InlineData(7)]
    public void Equal_distances_add_up_to_the_rate_without_an_error(double perS)
    {
        var schedule = new ArrivalSchedule(perS, ArrivalPattern.Even, seed: 1);

        for (int arrival = 0; arrival < Many; arrival++, schedule.Advance())
        {
            Assert.InRange(schedule.DueNs - (arrival * 1e9 / perS), -0.51, 0.51);
        }
    }

    [Theory]
    [InlineData(1_000, 1)]
    [InlineData(100_000, 2)]
    [InlineData(1_000_000, 3)]
    public void Gaps_of_independent_requests_are_exponentially_distributed(double perS, ulong seed)
    {
        var schedule = new ArrivalSchedule(perS, ArrivalPattern.Poisson, seed);
        double[] gaps = new double[Many];
        long before = 0;
        for (int arrival = 0; arrival < Many; arrival++, schedule.Advance())
        {
            gaps[arrival] = schedule.DueNs - before;
            before = schedule.DueNs;
        }

        Array.Sort(gaps);
        double furthest = gaps.Select((gap, index) => Math.Max(
            Math.Abs(Below(gap) - ((double)index / Many)), Math.Abs(Below(gap) - ((index + 1.0) / Many)))).Max();

        // At a million a second a nanosecond is a thousandth of a gap.
        Assert.InRange(furthest, 0, s_critical + (perS * 1e-9));
        Assert.InRange(before * perS / 1e9 / Many, 1 - (4 / Math.Sqrt(Many)), 1 + (4 / Math.Sqrt(Many)));

        double Below(double gap) => 1 - Math.Exp(-gap * perS / 1e9);
    }

    [Theory]
    [InlineData(ArrivalPattern.Even)]
    [InlineData(ArrivalPattern.Poisson)]
    public void A_schedule_that_begins_again_has_the_same_moments(ArrivalPattern pattern)
    {
        var schedule = new ArrivalSchedule(5_000, pattern, seed: 9, phase: 0.25);
        long[] first = [.. Moments(schedule, 1000)];
        schedule.Restart();

        Assert.Equal(first, Moments(schedule, 1000));
        Assert.Equal(first.Order(), first);
    }

    [Fact]
    public void Workers_take_turns()
    {
        long[] all =
        [
            .. Enumerable.Range(0, 4).SelectMany(worker => Moments(
                new ArrivalSchedule(1000, ArrivalPattern.Even, seed: 1, phase: worker / 4.0), 10)),
        ];

        Assert.Equal(Enumerable.Range(0, 40).Select(turn => turn * 250_000L), all.Order());
    }

    [Theory]
    [InlineData(ArrivalPattern.Even)]
    [InlineData(ArrivalPattern.Poisson)]
    public void What_is_passed_over_is_counted(ArrivalPattern pattern)
    {
        var schedule = new ArrivalSchedule(5_000, pattern, seed: 4);
        long expected = Moments(schedule, 20_000).Count(moment => moment < 1_000_000_000);
        schedule.Restart();

        Assert.Equal(expected, schedule.PassOver(1_000_000_000));
        Assert.True(schedule.DueNs >= 1_000_000_000);
        Assert.Equal(0, schedule.PassOver(1_000_000_000));
    }

    [Fact]
    public void More_than_ten_million_are_not_counted_one_by_one()
    {
        var schedule = new ArrivalSchedule(1_000_000, ArrivalPattern.Even, seed: 1);

        Assert.Equal(86_400_000_000, schedule.PassOver(86_400_000_000_000));
    }

    private static IEnumerable<long> Moments(ArrivalSchedule schedule, int many)
    {
        for (int moment = 0; moment < many; moment++, schedule.Advance())
        {
            yield return schedule.DueNs;
        }
    }
}
