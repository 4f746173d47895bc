using Landspeed.Experiments.Patterns.Apis;

namespace Landspeed.Experiments.Tests.Patterns.Apis;

public sealed class WorkBoundTests
{
    private readonly TestClock _clock = new();

    [Fact]
    public void Fast_records_are_looked_after_more_and_more_seldom()
    {
        var bound = new WorkBound(_clock, TimeSpan.FromSeconds(1), most: 10, CancellationToken.None);
        Assert.Equal([1, 2, 4, 8, 10, 10], Enumerable.Range(0, 6).Select(_ => bound.Next()));
    }

    [Fact]
    public void Slow_records_are_looked_after_one_by_one()
    {
        var bound = new WorkBound(_clock, TimeSpan.FromSeconds(1), most: 4096, CancellationToken.None);
        var steps = new List<int>();
        for (int look = 0; look < 4; look++)
        {
            steps.Add(bound.Next());
            _clock.Advance(TimeSpan.FromMilliseconds(20));
        }

        Assert.Equal([1, 1, 1, 1], steps);
    }

    [Theory]
    [InlineData(29, true)]
    [InlineData(30, false)]
    [InlineData(31, false)]
    public void The_time_ends_it(int ms, bool goesOn)
    {
        var bound = new WorkBound(_clock, TimeSpan.FromMilliseconds(30), most: 4096, CancellationToken.None);
        bound.Next();
        _clock.Advance(TimeSpan.FromMilliseconds(ms));
        Assert.Equal(goesOn, bound.Next() > 0);
    }

    [Fact]
    public void One_record_is_moved_however_short_the_time()
    {
        var bound = new WorkBound(_clock, TimeSpan.Zero, most: 4096, CancellationToken.None);
        Assert.Equal([1, 0], new[] { bound.Next(), bound.Next() });
    }

    [Fact]
    public void Without_a_time_it_never_ends()
    {
        var bound = new WorkBound(_clock, limit: null, most: 4, CancellationToken.None);
        bound.Next();
        _clock.Advance(TimeSpan.FromDays(1));
        Assert.Equal(1, bound.Next());
    }

    [Fact]
    public void A_stop_ends_it_at_once() => Assert.Throws<OperationCanceledException>(
        () => new WorkBound(_clock, null, 1, new CancellationToken(canceled: true)).Next());

    private sealed class TestClock : TimeProvider
    {
        private long _now;

        public override long TimestampFrequency => TimeSpan.TicksPerSecond;

        public override long GetTimestamp() => _now;

        public void Advance(TimeSpan time) => _now += time.Ticks;
    }
}
