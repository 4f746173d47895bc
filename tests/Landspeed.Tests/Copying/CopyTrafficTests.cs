using Landspeed.Copying;
using Landspeed.Testing;
using Landspeed.Testing.Simulation;

namespace Landspeed.Tests.Copying;

public class CopyTrafficTests
{
    private const int Length = (3 << 20) + 777; // ends within a block

    [Fact]
    public void Time_counts_for_each_kind_once_and_for_both_while_both_are_under_way()
    {
        var clock = new HandClock();
        var traffic = new CopyTraffic(clock);

        traffic.Begin(TrafficKind.SourceRead); // 0: one read
        clock.Now = TimeSpan.FromSeconds(1);
        traffic.Begin(TrafficKind.SourceRead); // 1: two
        clock.Now = TimeSpan.FromSeconds(3);
        traffic.Begin(TrafficKind.TargetWrite); // 3: and a write
        clock.Now = TimeSpan.FromSeconds(6);
        traffic.End(TrafficKind.SourceRead);
        traffic.End(TrafficKind.SourceRead); // 6: the write alone
        traffic.Moved(TrafficKind.SourceRead, 10);
        clock.Now = TimeSpan.FromSeconds(10);

        Assert.Equal(
            new CopyTrafficTotals(
                new CopySideTotals(10, TimeSpan.FromSeconds(6), TimeSpan.FromSeconds(11), 2), // 1 and 2 x 5
                new CopySideTotals(0, TimeSpan.FromSeconds(7), TimeSpan.FromSeconds(7), 1),
                default,
                TimeSpan.FromSeconds(3)),
            traffic.Totals());
        traffic.End(TrafficKind.TargetWrite);
        clock.Now = TimeSpan.FromSeconds(20);
        Assert.Equal(TimeSpan.FromSeconds(7), traffic.Totals().TargetWritten.Busy);
    }

    [Fact]
    public void Only_flushing_is_the_time_beside_which_nothing_else_happens()
    {
        var clock = new HandClock();
        var traffic = new CopyTraffic(clock);

        foreach (TrafficKind other in (TrafficKind[])[TrafficKind.SourceRead, TrafficKind.TargetWrite, TrafficKind.Entries])
        {
            traffic.Begin(other);
            traffic.Begin(TrafficKind.TargetFlush);
            clock.Now += TimeSpan.FromSeconds(1);
            traffic.End(other);
            clock.Now += TimeSpan.FromSeconds(2);
            traffic.End(TrafficKind.TargetFlush);
        }

        CopyTrafficTotals totals = traffic.Totals();
        Assert.Equal((9, 6), (totals.TargetFlushed.Busy.TotalSeconds, totals.OnlyFlushing.TotalSeconds));
        Assert.Equal(3, totals.TargetFlushed.Count);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void The_flushes_and_the_time_held_back_by_a_limit_are_counted(bool isTree)
    {
        using var ground = new CopyGround();
        ground.MakeSource(600_000);
        var traffic = new CopyTraffic();

        if (isTree)
        {
            using var target = new ScratchDirectory();
            TreeCopies.AssertDone(TreeCopies.Copy(
                ground.Directory,
                target.File("t"),
                new TreeCopyOptions { BytesPerSecond = 2 << 20, Reflink = ReflinkRule.Never, Traffic = traffic }));
        }
        else
        {
            ground.Copy(new() { BytesPerSecond = 2 << 20, Reflink = ReflinkRule.Never, Traffic = traffic });
        }

        CopyTrafficTotals totals = traffic.Totals();
        Assert.True(totals.TargetFlushed.Count > 0 && totals.TargetFlushed.Busy > TimeSpan.Zero);
        Assert.Equal(isTree, totals.Entries.Busy > TimeSpan.Zero);
        Assert.Equal(!isTree, totals.HeldBack.Busy > TimeSpan.Zero); // one small file starts at once
    }

    [Theory]
    [InlineData(CopyStrategy.Direct, false)]
    [InlineData(CopyStrategy.Direct, true)]
    [InlineData(CopyStrategy.Buffered, true)]
    public void Of_a_file_every_byte_is_counted_once_a_direction(CopyStrategy strategy, bool verify)
    {
        using var ground = new CopyGround();
        ground.MakeSource(Length);
        var traffic = new CopyTraffic();

        ground.Copy(new() { Strategy = strategy, Verify = verify, Reflink = ReflinkRule.Never, Traffic = traffic });

        AssertBytes(traffic, Length, Length, verify ? Length : 0);
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Of_a_tree_every_byte_is_counted_and_what_is_read_twice_is_counted_twice(bool verify)
    {
        using var scratch = new ScratchDirectory();
        Command.Shell($"mkdir -p '{scratch.Path}/s/d' && cd '{scratch.Path}/s' && for i in $(seq 50); do head -c ${{i}}00 /dev/zero > d/$i; done && head -c {Length} /dev/urandom > large && head -c 300000 /dev/urandom > middle");
        const long Bytes = 127_500 + Length + 300_000;
        var traffic = new CopyTraffic();

        TreeCopies.AssertDone(TreeCopies.Copy(
            scratch.File("s"), scratch.File("t"), new TreeCopyOptions { Verify = verify, Reflink = ReflinkRule.Never, Traffic = traffic }));

        // The beginning of the large file is read with the small ones; a file that was made this moment may be read once more.
        long read = traffic.Totals().SourceRead.Bytes;
        Assert.InRange(read, Bytes, 2 * Bytes);
        AssertBytes(traffic, read, Bytes, verify ? Bytes : 0);
    }

    [Theory]
    [InlineData(NativeErrorKind.DeviceFailure, FaultExtent.Once)]
    [InlineData(NativeErrorKind.NoSpace, FaultExtent.Permanent)]
    public void After_a_failure_nothing_is_under_way(NativeErrorKind error, FaultExtent extent)
    {
        var clock = new HandClock();
        for (int request = 0; request < 12; request++)
        {
            using var ground = new CopyGround();
            ground.MakeSource(Length);
            var traffic = new CopyTraffic(clock);
            var faults = new SimulationOptions { Faults = [new SimulatedFault(request, error, extent)] };
            var options = new CopyOptions { RequestSize = 256 * 1024, Strategy = CopyStrategy.Direct, Reflink = ReflinkRule.Never, Traffic = traffic };

            Record.Exception(() => ground.Copy(options, depth => new SimulatedEngine(faults with { QueueDepth = depth })));

            CopyTrafficTotals before = traffic.Totals();
            clock.Now += TimeSpan.FromSeconds(1);
            Assert.Equal(before, traffic.Totals());
        }
    }

    private static void AssertBytes(CopyTraffic traffic, long read, long written, long readBack)
    {
        CopyTrafficTotals totals = traffic.Totals();
        Assert.Equal((read, written, readBack), (totals.SourceRead.Bytes, totals.TargetWritten.Bytes, totals.TargetRead.Bytes));
        Assert.All(
            new[] { totals.SourceRead, totals.TargetWritten, totals.TargetRead }, side => Assert.Equal(side.Bytes > 0, side.Busy > TimeSpan.Zero));
        Assert.InRange(totals.BothBusy, TimeSpan.Zero, totals.SourceRead.Busy);
        Assert.InRange(totals.BothBusy, TimeSpan.Zero, totals.TargetWritten.Busy);
    }
}
