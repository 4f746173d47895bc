using Landspeed.Streams.Threading;

namespace Landspeed.Tests.Streams.Threading;

public class CallerWaitTests
{
    private readonly CallerWait _wait = new();

    [Fact]
    public async Task A_wake_ends_the_wait_and_the_next_one_can_begin()
    {
        for (int turn = 0; turn < 3; turn++)
        {
            Task waiting = Begin(CancellationToken.None);
            Assert.False(waiting.IsCompleted);

            Wake();

            await waiting;
        }
    }

    [Fact]
    public async Task A_wake_before_the_wait_is_not_kept()
    {
        Wake();

        Task waiting = Begin(CancellationToken.None);

        Assert.False(waiting.IsCompleted);
        Wake();
        await waiting;
    }

    [Fact]
    public async Task A_second_wait_is_refused_and_the_first_goes_on()
    {
        Task waiting = Begin(CancellationToken.None);

        await Assert.ThrowsAsync<InvalidOperationException>(() => Begin(CancellationToken.None));

        Wake();
        await waiting;
    }

    [Fact]
    public async Task A_cancelled_token_ends_the_wait_that_begins()
    {
        var cancelled = new CancellationToken(canceled: true);

        OperationCanceledException thrown =
            await Assert.ThrowsAsync<OperationCanceledException>(() => Begin(cancelled));

        Assert.Equal(cancelled, thrown.CancellationToken);
        Task next = Begin(CancellationToken.None);
        Wake();
        await next;
    }

    [Fact]
    public async Task What_comes_after_the_first_end_of_a_wait_changes_nothing()
    {
        using var source = new CancellationTokenSource();
        Task waiting = Begin(source.Token);
        Wake();
        Wake();
        await source.CancelAsync();

        await waiting;
    }

    [Fact]
    public async Task The_token_of_one_wait_does_not_end_the_next()
    {
        using var source = new CancellationTokenSource();
        Task first = Begin(source.Token);
        Wake();
        await first;
        Task second = Begin(CancellationToken.None);

        await source.CancelAsync();

        Assert.False(second.IsCompleted);
        Wake();
        await second;
    }

    private Task Begin(CancellationToken cancellation)
    {
        lock (_wait.Gate)
        {
            return _wait.WaitAsync(cancellation).AsTask();
        }
    }

    private void Wake()
    {
        lock (_wait.Gate)
        {
            _wait.Wake();
        }
    }
}
