using Landspeed.Engine;

namespace Landspeed.Tests.Engine;

public abstract partial class ContractConformance
{
    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(33)]
    [InlineData(EngineLimits.MaximumQueueDepth)]
    public void As_many_requests_as_the_depth_can_be_outstanding_and_one_more_is_refused(int queueDepth)
    {
        using EngineBench bench = OnBench(queueDepth);
        int depth = bench.Engine.QueueDepth;
        Assert.Equal(Math.Min(queueDepth, LargestDepth), depth);
        for (int round = 0; round < 3; round++)
        {
            for (int index = 0; index < depth; index++)
            {
                Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = (ulong)index }));
            }

            Assert.False(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 99999 }));
            Assert.Equal(depth, bench.Engine.Outstanding);
            AssertEachTagOnce(depth, bench.ReapAll());
            Assert.Equal(0, bench.Engine.Outstanding);
        }
    }

    [Fact]
    public void A_request_refused_for_lack_of_room_changes_no_file()
    {
        using EngineBench bench = OnBench();
        string path = bench.CreateFile(EngineBench.Page);
        byte[] before = File.ReadAllBytes(path);
        EngineFile file = bench.Engine.Attach(bench.Open(path));
        while (bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing }))
        {
        }

        Assert.False(bench.Engine.TryQueue(bench.Request(IoOperation.Write, file, offset: 0)));
        bench.ReapAll();

        Assert.Equal(before, File.ReadAllBytes(path));
    }

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(8)]
    public void Each_tag_comes_back_exactly_once_while_the_queue_is_kept_full(int room)
    {
        const int Total = 5000;
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(8 * EngineBench.Page);
        List<IoCompletion> reaped = [];
        var completions = new IoCompletion[room];
        int queued = 0;
        while (reaped.Count < Total)
        {
            while (queued < Total
                && bench.Engine.TryQueue(
                    bench.Request(IoOperation.Read, file, 0, queued % 8, length: 512) with { Tag = (ulong)queued }))
            {
                queued++;
                if (queued % EngineLimits.SubmissionGroup == 0)
                {
                    bench.Engine.Submit();
                }
            }

            int minimum = Math.Min(1 + (reaped.Count % room), bench.Engine.Outstanding);
            int count = bench.Engine.Reap(completions, minimum);
            Assert.InRange(count, minimum, room);
            reaped.AddRange(completions.AsSpan(0, count));
        }

        Assert.Equal(0, bench.Engine.Outstanding);
        AssertEachTagOnce(Total, reaped);
    }

    [Fact]
    public void Looking_without_waiting_returns_at_once_and_gets_everything_in_the_end()
    {
        using EngineBench bench = OnBench();
        var completions = new IoCompletion[bench.Engine.QueueDepth];
        Assert.Equal(0, bench.Engine.Reap(completions, 0));
        EngineFile file = bench.AttachFile(64 * EngineBench.Page);
        int depth = bench.Engine.QueueDepth;
        for (int index = 0; index < depth; index++)
        {
            Assert.True(bench.Engine.TryQueue(bench.Request(IoOperation.Read, file, 0, index)));
        }

        List<IoCompletion> reaped = [];
        bool isAll = SpinWait.SpinUntil(
            () =>
            {
                reaped.AddRange(completions.AsSpan(0, bench.Engine.Reap(completions, 0)));
                return reaped.Count >= depth;
            },
            TimeSpan.FromSeconds(30));

        Assert.True(isAll, $"{reaped.Count} of {depth} came");
        AssertEachTagOnce(depth, reaped);
    }

    [Fact]
    public void A_minimum_that_cannot_come_is_refused_and_changes_nothing()
    {
        using EngineBench bench = OnBench();
        var completions = new IoCompletion[4];
        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.Reap(completions, 1));
        Assert.True(bench.Engine.TryQueue(new IoRequest { Operation = IoOperation.Nothing, Tag = 7 }));

        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.Reap(completions, -1));
        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.Reap(completions, 2));
        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.Reap([], 0));
        Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.Reap(completions.AsSpan(0, 0), 1));

        Assert.Equal(1, bench.Engine.Outstanding);
        Assert.Equal(7UL, Assert.Single(bench.ReapAll()).Tag);
    }

    [Fact]
    public void A_request_out_of_range_is_refused_and_changes_nothing()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        IoRequest good = bench.Request(IoOperation.Read, file, offset: 0);
        IoRequest[] refused =
        [
            good with { Offset = -1 },
            good with { Length = 0 },
            good with { Length = -1 },
            good with { Length = int.MinValue },
            good with { Length = EngineLimits.MaximumTransfer + 1 },
            good with { Offset = long.MaxValue - EngineBench.Page + 1 },
            good with { File = new EngineFile(-1) },
            good with { File = new EngineFile(file.Slot + 1) },
            good with { File = new EngineFile(EngineLimits.MaximumFiles) },
            good with { Operation = IoOperation.FlushAll, File = new EngineFile(int.MaxValue) },
            good with { Operation = (IoOperation)77 },
        ];

        Assert.All(refused, request =>
            Assert.Throws<ArgumentOutOfRangeException>(() => bench.Engine.TryQueue(request)));
        Assert.Equal(0, bench.Engine.Outstanding);
        Assert.Equal(EngineBench.Page, bench.Run(good).Value);
    }

    [Fact]
    public void A_transfer_at_the_last_possible_byte_is_left_to_the_system()
    {
        using EngineBench bench = OnBench();
        EngineFile file = bench.AttachFile(EngineBench.Page);
        IoRequest last = bench.Request(IoOperation.Read, file, long.MaxValue - EngineBench.Page);

        Assert.True(bench.Engine.TryQueue(last));
        Assert.Single(bench.ReapAll());
    }

    private static void AssertEachTagOnce(int total, IReadOnlyCollection<IoCompletion> completions)
    {
        Assert.Equal(total, completions.Count);
        ulong[] tags = [.. completions.Select(completion => completion.Tag).Order()];
        Assert.Equal([.. Enumerable.Range(0, total).Select(index => (ulong)index)], tags);
        Assert.All(completions, completion => Assert.True(completion.Result.Succeeded, completion.Result.ToString()));
    }
}
