using Landspeed.Experiments.Blocks;

namespace Landspeed.Experiments.Tests.Blocks;

public sealed class BlockQueueTests
{
    [Fact]
    public void Reads_of_one_place_go_together_and_a_write_goes_alone()
    {
        var queue = new BlockQueue(4);
        Assert.True(queue.TryStart(0, offset: 8, writes: false));
        Assert.True(queue.TryStart(1, offset: 8, writes: false));
        Assert.False(queue.TryStart(2, offset: 8, writes: true));
        Assert.False(queue.TryStart(3, offset: 8, writes: false)); // it must not overtake the write

        queue.End(0);
        Assert.False(queue.TryNext(8, out _));
        queue.End(1);
        Assert.True(queue.TryNext(8, out int slot));
        Assert.Equal(2, slot);
        Assert.False(queue.TryNext(8, out _));
        queue.End(2);
        Assert.True(queue.TryNext(8, out slot));
        Assert.Equal(3, slot);
        Assert.False(queue.TryNext(8, out _));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    public void Requests_of_one_place_of_which_one_writes_are_never_together_keep_their_order_and_all_start(int seed)
    {
        const int Slots = 16;
        var random = new Random(seed);
        var queue = new BlockQueue(Slots);
        var requests = new (long Offset, bool Writes, int Number, bool Started)?[Slots];
        long[] lastWrite = new long[6];
        int number = 0;
        int started = 0;
        for (int step = 0; step < 20_000 || Array.Exists(requests, request => request is not null); step++)
        {
            int slot = random.Next(Slots);
            if (requests[slot] is not { } request)
            {
                if (step < 20_000)
                {
                    request = (random.Next(6), random.Next(2) == 0, ++number, Started: false);
                    requests[slot] = request;
                    if (queue.TryStart(slot, request.Offset, request.Writes))
                    {
                        Start(slot);
                    }
                }

                continue;
            }

            if (request.Started)
            {
                queue.End(slot);
                requests[slot] = null;
                while (queue.TryNext(request.Offset, out int next))
                {
                    Start(next);
                }
            }
        }

        Assert.Equal(number, started);

        void Start(int slot)
        {
            (long offset, bool writes, int own, bool isStarted) = requests[slot]!.Value;
            Assert.False(isStarted);
            Assert.DoesNotContain(requests, other => other is { Started: true } && other.Value.Offset == offset
                && (other.Value.Writes || writes));
            Assert.True(own > lastWrite[offset], $"seed {seed}: {own} after {lastWrite[offset]}");
            lastWrite[offset] = writes ? own : lastWrite[offset];
            requests[slot] = (offset, writes, own, true);
            started++;
        }
    }
}
