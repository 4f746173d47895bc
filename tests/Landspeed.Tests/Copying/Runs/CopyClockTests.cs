using Landspeed.Copying;
using Landspeed.Copying.Content;
using Landspeed.Copying.Runs;
using Landspeed.Testing;

namespace Landspeed.Tests.Copying.Runs;

public class CopyClockTests
{
    private static readonly CopyResult s_done = new() { Outcome = CopyOutcome.Done };
    private readonly HandClock _time = new();

    [Fact]
    public void Without_verification_the_end_is_the_time_to_durable()
    {
        var clock = new CopyClock(_time);
        At(3, clock.MarkWritten);
        At(4, clock.MarkDurable);

        Assert.Equal((3, 5, 0), Seconds(At(5, () => clock.Complete(s_done))));
    }

    [Fact]
    public void Verifying_what_is_durable_is_not_charged_to_the_time_to_durable()
    {
        var clock = new CopyClock(_time);
        At(3, clock.MarkWritten);
        At(4, clock.MarkDurable);
        At(9, clock.MarkVerified);

        Assert.Equal((3, 5, 10), Seconds(At(10, () => clock.Complete(s_done))));
    }

    [Fact]
    public void Verifying_while_other_files_are_copied_is_charged()
    {
        var clock = new CopyClock(_time);
        At(2, clock.MarkDurable);
        At(6, clock.MarkVerified);
        At(7, clock.MarkWritten);
        At(8, clock.MarkDurable);
        At(9, clock.MarkVerified);

        Assert.Equal((7, 9, 10), Seconds(At(10, () => clock.Complete(s_done))));
    }

    [Fact]
    public void What_came_after_the_last_durable_content_is_charged_until_all_was_written()
    {
        var clock = new CopyClock(_time);
        At(2, clock.MarkDurable);
        At(5, clock.MarkWritten);
        At(6, clock.MarkVerified);

        Assert.Equal((5, 6, 7), Seconds(At(7, () => clock.Complete(s_done))));
    }

    [Fact]
    public void The_ranks_last_content_counts()
    {
        var clock = new CopyClock(_time);
        At(2, clock.MarkDurable);
        At(8, clock.MarkVerified);
        CopyResult other = s_done with
        {
            ContentDurable = TimeSpan.FromSeconds(6),
            ContentVerified = TimeSpan.FromSeconds(7),
        };

        Assert.Equal((8, 8, 10), Seconds(At(10, () => clock.Complete(s_done, other))));
    }

    [Fact]
    public void What_is_not_durable_has_neither_time()
    {
        var clock = new CopyClock(_time);
        At(3, clock.MarkWritten);
        At(4, clock.MarkDurable);
        At(9, clock.MarkVerified);

        Assert.Equal((3, 0, 0), Seconds(At(10, () => clock.Complete(s_done with { IsDurable = false }))));
    }

    [Fact]
    public void Verifying_does_not_use_up_the_limit_of_copying()
    {
        var limits = new CopyLimits(1 << 20, _time);
        CancellationToken stop = TestContext.Current.CancellationToken;

        limits.Copying.Took(1 << 20);

        Assert.False(limits.Copying.Allows(waits: false, stop));
        Assert.True(limits.Verifying.Allows(waits: false, stop));

        limits.Verifying.Took(1 << 20);

        Assert.False(limits.Verifying.Allows(waits: false, stop));
    }

    private static (double Written, double Durable, double Verified) Seconds(CopyResult result) => (
        result.ElapsedToWritten.TotalSeconds,
        result.ElapsedToDurable.TotalSeconds,
        result.ElapsedToVerified.TotalSeconds);

    private void At(double seconds, Action mark)
    {
        _time.Now = TimeSpan.FromSeconds(seconds);
        mark();
    }

    private T At<T>(double seconds, Func<T> end)
    {
        _time.Now = TimeSpan.FromSeconds(seconds);
        return end();
    }
}
