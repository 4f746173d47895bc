using Landspeed.Experiments.Judging;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Judging;

public class TruthJudgeTests
{
    private static readonly TruthEvidence DirectRead = new()
    {
        IsRead = true,
        EffectiveMode = IoMode.Direct,
        AppBytes = 1000,
        RangeBytes = 1000,
        ProcessBytes = 1000,
        BlockDeviceBytes = 1000,
        DeviceName = "vda",
        ResidentBeforePct = 0,
        UnwrittenPct = 0,
        HolePct = 0,
    };

    [Theory]
    [InlineData(949, Verdict.Mixed)]
    [InlineData(950, Verdict.Device)]
    [InlineData(951, Verdict.Device)]
    [InlineData(3000, Verdict.Device)]
    public void From_95_percent_on_a_read_came_from_the_device(long fetched, Verdict verdict) =>
        Assert.Equal(verdict, TruthJudge.Judge(DirectRead with { ProcessBytes = fetched }).Verdict);

    [Theory]
    [InlineData(49, Verdict.Cache)]
    [InlineData(50, Verdict.Cache)]
    [InlineData(51, Verdict.Mixed)]
    public void Up_to_5_percent_a_read_of_a_resident_range_came_from_the_cache(long fetched, Verdict verdict) =>
        Assert.Equal(verdict, TruthJudge.Judge(DirectRead with
        {
            EffectiveMode = IoMode.Buffered,
            ProcessBytes = fetched,
            ResidentBeforePct = 100,
        }).Verdict);

    [Theory]
    [InlineData(94, 0, Verdict.Mixed)]
    [InlineData(95, 0, Verdict.Hole)]
    [InlineData(0, 100, Verdict.Hole)]
    [InlineData(50, 45, Verdict.Hole)]
    public void A_read_of_what_was_never_written_is_a_hole(double unwritten, double hole, Verdict verdict) =>
        Assert.Equal(verdict, TruthJudge.Judge(DirectRead with
        {
            ProcessBytes = 0,
            UnwrittenPct = unwritten,
            HolePct = hole,
        }).Verdict);

    [Theory]
    [InlineData(true, 50, Verdict.Cache, "the server sent 5.0 % of the 1,000 bytes in that time: the rest came from this client's page cache")]
    [InlineData(true, 51, Verdict.Unknown, "the server sent 5.1 % of the 1,000 bytes in that time; no counter here shows whether its disks did")]
    [InlineData(true, 1000, Verdict.Unknown, "the server sent 100.0 % of the 1,000 bytes in that time; no counter here shows whether its disks did")]
    [InlineData(false, 0, Verdict.Cache, "the server took 0.0 % of the 1,000 bytes in that time: the rest stayed in this client's page cache")]
    public void A_client_of_NFS_knows_its_own_cache_and_not_that_of_the_server(bool isRead, long served, Verdict verdict, string reason)
    {
        TruthRecord truth = TruthJudge.Judge(DirectRead with { IsRead = isRead, BlockDeviceBytes = null, DeviceName = null, ServedElsewhere = true, ServerBytes = served });

        Assert.Equal((verdict, reason), (truth.Verdict, truth.Reason));
        Assert.Contains("server", truth.Sources);
    }

    [Fact]
    public void A_hole_stays_a_hole_when_its_zeros_are_cached() =>
        Assert.Equal(Verdict.Hole, TruthJudge.Judge(DirectRead with
        {
            ProcessBytes = 0,
            ResidentBeforePct = 100,
            UnwrittenPct = 100,
        }).Verdict);

    [Fact]
    public void Reading_a_cold_range_many_times_is_mostly_the_cache() =>
        Assert.Equal(Verdict.Cache, TruthJudge.Judge(DirectRead with
        {
            EffectiveMode = IoMode.Buffered,
            AppBytes = 100_000,
            ProcessBytes = 1000,
            ResidentBeforePct = 0,
        }).Verdict);

    [Fact]
    public void A_buffered_write_is_judged_by_the_device_not_by_dirty_pages()
    {
        TruthEvidence write = DirectRead with
        {
            IsRead = false,
            EffectiveMode = IoMode.Buffered,
            ProcessBytes = 1000,
            BlockDeviceBytes = 0,
        };

        Assert.Equal(Verdict.Cache, TruthJudge.Judge(write).Verdict);
        Assert.Equal(Verdict.Mixed, TruthJudge.Judge(write with { BlockDeviceBytes = 500 }).Verdict);
        Assert.Equal(Verdict.Device, TruthJudge.Judge(write with { BlockDeviceBytes = 1000 }).Verdict);
    }

    [Fact]
    public void Other_processes_writes_are_not_those_of_pages_that_were_written_again_while_dirty()
    {
        TruthEvidence rewritten = DirectRead with
        {
            IsRead = false,
            EffectiveMode = IoMode.Buffered,
            ProcessBytes = 40,
            BlockDeviceBytes = 5000,
            NotYetOnDeviceBytes = 0,
            Durable = true,
        };

        TruthRecord truth = TruthJudge.Judge(rewritten);

        Assert.Equal(Verdict.Cache, truth.Verdict);
        Assert.Equal((40, 4960), (truth.DeviceBytes, truth.ForeignDeviceBytes));
        Assert.Equal(Verdict.Device, TruthJudge.Judge(rewritten with { ProcessBytes = 4000 }).Verdict);

        // Pages that became dirty before the run may have gone out during it.
        Assert.Equal(Verdict.Device, TruthJudge.Judge(rewritten with { Durable = false }).Verdict);
    }

    [Fact]
    public void Other_processes_writes_do_not_make_a_write_durable_that_is_still_dirty()
    {
        TruthRecord truth = TruthJudge.Judge(DirectRead with
        {
            IsRead = false,
            EffectiveMode = IoMode.Buffered,
            BlockDeviceBytes = 1000,
            NotYetOnDeviceBytes = 990,
        });

        Assert.Equal(Verdict.Cache, truth.Verdict);
        Assert.Equal(10, truth.DeviceBytes);
        Assert.Equal(990, truth.ForeignDeviceBytes);
    }

    [Fact]
    public void Other_processes_traffic_does_not_make_a_cached_read_a_device_read()
    {
        TruthRecord truth = TruthJudge.Judge(DirectRead with
        {
            EffectiveMode = IoMode.Buffered,
            ProcessBytes = 0,
            BlockDeviceBytes = 1000,
            ResidentBeforePct = 100,
        });

        Assert.Equal(Verdict.Cache, truth.Verdict);
        Assert.Equal(1000, truth.ForeignDeviceBytes);
    }

    [Fact]
    public void Without_any_counter_the_verdict_is_unknown_and_says_why()
    {
        TruthRecord truth = TruthJudge.Judge(DirectRead with
        {
            ProcessBytes = null,
            BlockDeviceBytes = null,
            NoDeviceReason = "the server keeps the file",
        });

        Assert.Equal(Verdict.Unknown, truth.Verdict);
        Assert.Equal("the server keeps the file", truth.Reason);
    }

    [Fact]
    public void Without_a_block_device_a_process_counter_of_zero_proves_nothing() =>
        Assert.Equal(Verdict.Unknown, TruthJudge.Judge(DirectRead with
        {
            ProcessBytes = 0,
            BlockDeviceBytes = null,
            NoDeviceReason = "fuse",
        }).Verdict);

    [Fact]
    public void Bytes_that_went_to_a_server_prove_no_device()
    {
        TruthEvidence served = DirectRead with
        {
            ProcessBytes = 1000,
            BlockDeviceBytes = null,
            NoDeviceReason = "a program serves the file",
            ServedElsewhere = true,
        };

        foreach (bool read in new[] { true, false })
        {
            TruthRecord truth = TruthJudge.Judge(served with { IsRead = read });
            Assert.Equal((Verdict.Unknown, "a program serves the file"), (truth.Verdict, truth.Reason));
            Assert.Null(truth.DeviceBytes);
        }
    }

    [Fact]
    public void A_server_was_not_asked_for_what_this_machine_has_cached() =>
        Assert.Equal(Verdict.Cache, TruthJudge.Judge(DirectRead with
        {
            EffectiveMode = IoMode.Buffered,
            ProcessBytes = 4,
            BlockDeviceBytes = null,
            NoDeviceReason = "a program serves the file",
            ServedElsewhere = true,
            ResidentBeforePct = 100,
        }).Verdict);

    [Fact]
    public void A_file_system_in_memory_is_a_cache() =>
        Assert.Equal(Verdict.Cache, TruthJudge.Judge(DirectRead with { InMemory = true, ProcessBytes = 0 }).Verdict);

    [Fact]
    public void No_byte_no_verdict() =>
        Assert.Equal(Verdict.Unknown, TruthJudge.Judge(DirectRead with { AppBytes = 0 }).Verdict);
}
