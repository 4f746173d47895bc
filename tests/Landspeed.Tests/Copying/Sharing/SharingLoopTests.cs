using Landspeed.Copying.Sharing;

namespace Landspeed.Tests.Copying.Sharing;

public class SharingLoopTests
{
    // Each number is split in two until it is 1; the ones are added up at the home of each item.
    [Theory]
    [InlineData(1, 1, 1)]
    [InlineData(4, 2, 500)]
    [InlineData(3, 1, 77)]
    public void Threads_of_all_ranks_do_all_work_and_end(int size, int threads, int total)
    {
        var pool = new WorkPool(new PoolRules(size));
        long made = 0;
        long answered = 0;
        Each(size, rank =>
        {
            var share = new WorkShare(rank, size, threads);
            if (rank == 0)
            {
                share.Offer(WorkKind.Directory, BitConverter.GetBytes(total));
            }

            using var loop = new SharingLoop(share, new DirectExchange(pool, rank, TimeProvider.System), TimeProvider.System, static () => { });
            Each(threads, _ =>
            {
                while (share.Take(TestContext.Current.CancellationToken) is { } work)
                {
                    if (work is SharedWork.Came came)
                    {
                        Interlocked.Add(ref answered, BitConverter.ToInt32(came.Result.Payload));
                        share.Handled(came.Result);
                        continue;
                    }

                    SharedItem item = ((SharedWork.Todo)work).Item;
                    int number = BitConverter.ToInt32(item.Payload);
                    if (number == 1)
                    {
                        Interlocked.Increment(ref made);
                        share.Done(item, BitConverter.GetBytes(1));
                    }
                    else
                    {
                        share.Offer(WorkKind.Batch, BitConverter.GetBytes(number / 2));
                        share.Offer(WorkKind.Segment, BitConverter.GetBytes(number - (number / 2)));
                        share.Done(item, result: null);
                    }
                }
            });
            loop.Wait();
        });

        Assert.Equal((total, total), (made, answered));
        Assert.Equal((0, 0, 0), pool.Held);
    }

    [Fact]
    public void A_rank_that_cannot_reach_the_pool_ends_and_says_so()
    {
        var share = new WorkShare(1, 2, 1);
        using var loop = new SharingLoop(share, new Broken(), TimeProvider.System, static () => { });

        Assert.Null(share.Take(TestContext.Current.CancellationToken));
        Assert.Throws<IOException>(loop.Wait);
    }

    private static void Each(int count, Action<int> body)
    {
        Thread[] threads = [.. Enumerable.Range(0, count).Select(index => new Thread(() => body(index)))];
        Array.ForEach(threads, thread => thread.Start());
        Array.ForEach(threads, thread => thread.Join());
    }

    private sealed class Broken : IWorkExchange
    {
        public int Rank => 1;

        public int Size => 2;

        public byte[] Ask(byte[] question, CancellationToken stop) => throw new IOException("gone");
    }
}
