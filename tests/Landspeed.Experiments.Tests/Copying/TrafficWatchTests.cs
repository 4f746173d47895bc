using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Copying;

public class TrafficWatchTests
{
    private readonly HandClock _clock = new();
    private long? _cached = 1000;

    [Fact]
    public void Samples_say_what_was_moved_in_each_and_how_large_the_page_cache_was_at_its_end()
    {
        using var watch = new TrafficWatch(_clock, () => _cached);
        watch.Traffic.Moved(TrafficKind.SourceRead, 10);
        At(0.1);
        watch.Traffic.Moved(TrafficKind.SourceRead, 20);
        watch.Traffic.Moved(TrafficKind.TargetWrite, 30);
        watch.Traffic.Moved(TrafficKind.TargetRead, 40);
        _cached = 2000;
        At(0.25);

        CopyTrafficRecord record = watch.Stop();

        Assert.Equal(1000, record.PageCacheBytesBefore);
        Assert.Equal(
            [
                new CopySampleRecord(0, 100_000_000, 10, 0, 0, 1000),
                new CopySampleRecord(100_000_000, 100_000_000, 20, 30, 40, 2000),
                new CopySampleRecord(200_000_000, 50_000_000, 0, 0, 0, 2000),
            ],
            record.Samples);
    }

    [Fact]
    public void A_long_copy_has_longer_samples_instead_of_more_and_loses_no_byte()
    {
        using var watch = new TrafficWatch(_clock, () => null);
        for (int tenth = 1; tenth <= 36_000; tenth++)
        {
            watch.Traffic.Moved(TrafficKind.TargetWrite, 7);
            At(tenth / 10.0);
        }

        CopyTrafficRecord record = watch.Stop();

        Assert.InRange(record.Samples.Count, 150, 300);
        Assert.Equal(7 * 36_000, record.Samples.Sum(sample => sample.WrittenBytes));
        Assert.Single(record.Samples.SkipLast(1).Select(sample => sample.DurationNs).Distinct());
        Assert.Equal(3_600_000_000_000, record.Samples.Sum(sample => sample.DurationNs));
        Assert.All(record.Samples, sample => Assert.Null(sample.PageCacheBytes));
    }

    [Fact]
    public void What_was_counted_up_to_a_moment_ends_with_the_last_sample_before_it()
    {
        var meters = new CopyMeters(TimeSpan.FromSeconds(100), TimeSpan.FromSeconds(200), null);
        using var watch = new TrafficWatch(_clock, () => null, () => meters);
        watch.Traffic.Moved(TrafficKind.SourceRead, 10);
        meters = new CopyMeters(TimeSpan.FromSeconds(101), TimeSpan.FromSeconds(202), null);
        At(0.1);
        watch.Traffic.Moved(TrafficKind.SourceRead, 20);
        meters = new CopyMeters(TimeSpan.FromSeconds(105), TimeSpan.FromSeconds(210), null);
        At(0.25);
        watch.Stop();

        CopySpan first = watch.Until(TimeSpan.FromSeconds(0.19));
        CopySpan all = watch.Until(null);

        Assert.Equal((0.1, 10), (first.Time.TotalSeconds, first.Traffic.SourceRead.Bytes));
        Assert.Equal(new CopyMeters(TimeSpan.FromSeconds(1), TimeSpan.FromSeconds(2), null), first.Meters);
        Assert.Equal((0.25, 30, 5), (all.Time.TotalSeconds, all.Traffic.SourceRead.Bytes, all.Meters.Cpu.TotalSeconds));
    }

    [Theory]
    [InlineData(4, 6, 2, 25.0)] // 2 of 8
    [InlineData(5, 5, 5, 100.0)]
    [InlineData(5, 0, 0, 0.0)]
    [InlineData(0, 0, 0, null)]
    public void The_share_with_both_is_of_the_time_with_either(long reading, long writing, long both, double? expected) => Assert.Equal(
        expected, new CopyTrafficRecord { ReadingNs = reading, WritingNs = writing, BothNs = both, ReadingTargetNs = 0 }.BothPct);

    private void At(double seconds) => _clock.Now = TimeSpan.FromSeconds(seconds);
}
