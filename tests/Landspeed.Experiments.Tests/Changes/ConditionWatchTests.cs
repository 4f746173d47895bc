using Landspeed.Experiments.Changes;
using Landspeed.Platform;

namespace Landspeed.Experiments.Tests.Changes;

public sealed class ConditionWatchTests
{
    [Fact]
    public void Conditions_are_what_happened_between_two_readings()
    {
        var before = new ConditionReading
        {
            At = TimeSpan.FromSeconds(2),
            Machine = new MachineTimes(BusyNs: 1_000, IdleNs: 5_000, StolenNs: 500),
            ProcessNs = 100,
            Device = new DeviceCounters(1, 10_000, 0, 1, 20_000, 0, 0, DiscardBytes: 7_000),
            ProcessBytes = 5_000,
            Cache = new MemoryActivity(1, 2, 100, ReclaimedBytes: 1_000),
            Pressure = new PressureTimes(ProcessorNs: 1_000_000_000, MemoryNs: 0),
            JournalCommits = 10,
            ClockHz = 3e9,
        };
        var after = new ConditionReading
        {
            At = TimeSpan.FromSeconds(4),
            Machine = new MachineTimes(BusyNs: 2_000, IdleNs: 7_500, StolenNs: 1_000),
            ProcessNs = 500,
            Device = new DeviceCounters(9, 50_000, 0, 9, 40_000, 0, 0, DiscardBytes: 9_000),
            ProcessBytes = 25_000,
            Cache = new MemoryActivity(DirtyBytes: 30, WritebackBytes: 20, DirtyLimitBytes: 200, ReclaimedBytes: 5_000),
            Pressure = new PressureTimes(ProcessorNs: 2_000_000_000, MemoryNs: 100_000_000),
            JournalCommits = 16,
            ClockHz = 2e9,
        };

        ConditionSpan span = ConditionSpan.Between(before, after);

        Assert.Equal((2.0, 4.0), (span.Start.TotalSeconds, span.End.TotalSeconds));
        (Condition, double)[] expected =
        [
            (Condition.Traffic, 20_000), // 60,000 bytes less our own 20,000, in 2 s
            (Condition.Stolen, 12.5),
            (Condition.Clock, 2e9),
            (Condition.Processes, 15),
            (Condition.Discards, 1_000),
            (Condition.Dirty, 25),
            (Condition.Writeback, 20),
            (Condition.Reclaim, 2_000),
            (Condition.Journal, 3),
            (Condition.Memory, 5),
            (Condition.Processors, 50),
        ];
        Assert.Equal(expected, span.Values.OrderBy(one => one.Key).Select(one => (one.Key, one.Value)));
    }

    [Fact]
    public void A_counter_that_begins_again_counts_nothing()
    {
        var before = new ConditionReading
        {
            At = TimeSpan.Zero,
            Device = new DeviceCounters(1, 10_000, 0, 1, 20_000, 0, 0, DiscardBytes: 7_000),
            ProcessBytes = 0,
            Cache = new MemoryActivity(0, 0, 1, ReclaimedBytes: 1_000),
            JournalCommits = 10,
        };

        ConditionSpan span = ConditionSpan.Between(before, new ConditionReading
        {
            At = TimeSpan.FromSeconds(1),
            Device = default(DeviceCounters),
            ProcessBytes = 5,
            Cache = default(MemoryActivity),
            JournalCommits = 0,
        });

        Assert.All(span.Values, one => Assert.Equal(0, one.Value));
    }

    [Fact]
    public void What_cannot_be_read_is_left_out()
    {
        var nothing = new ConditionReading { At = TimeSpan.Zero };

        Assert.Empty(ConditionSpan.Between(nothing, nothing with { At = TimeSpan.FromSeconds(1) }).Values);
    }

    [Fact]
    public void It_reads_four_times_a_second_and_less_often_in_a_long_run()
    {
        var watch = new ConditionWatch(default, movesAtOnce: true);
        for (int eighth = 1; eighth <= 80; eighth++)
        {
            watch.Look(TimeSpan.FromSeconds(eighth / 8.0));
        }

        Assert.Equal(
            Enumerable.Range(0, 40).Select(at => at / 4.0), watch.Spans.Select(span => span.Start.TotalSeconds));
        Assert.All(watch.Spans, span => Assert.True(span.Values.ContainsKey(Condition.Dirty)));

        const int Long = 375;
        for (int quarter = 41; quarter <= 4 * Long; quarter++)
        {
            watch.Look(TimeSpan.FromSeconds(quarter / 4.0));
        }

        ConditionSpan[] spans = [.. watch.Spans];
        Assert.InRange(spans.Length, ConditionWatch.MostReadings / 2, ConditionWatch.MostReadings);
        Assert.All(spans, span => Assert.Equal(0.5, (span.End - span.Start).TotalSeconds));
        Assert.InRange(spans[^1].End.TotalSeconds, Long - 2, Long);
        Assert.InRange(watch.Used.TotalNs, 1_000_000, 60_000_000_000);
    }
}
