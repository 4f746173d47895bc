using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Copying;

public class CopyTruthTests
{
    private const long Bytes = 1_000_000;
    private static readonly BlockDeviceLocation s_vda = new(new DeviceNumber(254, 0), "vda", null);
    private static readonly BlockDeviceLocation s_vdb = new(new DeviceNumber(254, 16), "vdb", null);

    [Theory]
    [InlineData(950_000, Verdict.Device)]
    [InlineData(949_999, Verdict.Mixed)]
    [InlineData(50_001, Verdict.Mixed)]
    [InlineData(50_000, Verdict.Cache)]
    [InlineData(0, Verdict.Cache)]
    public void What_the_process_fetched_decides_over_reads(long fetched, Verdict verdict)
    {
        TruthRecord truth = CopyTruth.Reads(Copy() with { ProcessReadBytes = fetched });
        Assert.Equal((verdict, Bytes, fetched), (truth.Verdict, truth.AppBytes, truth.DeviceBytes));
    }

    [Fact]
    public void A_source_known_to_be_cached_is_named_so()
    {
        TruthRecord truth = CopyTruth.Reads(Copy() with { ProcessReadBytes = 0, SourceResidentPct = 100 });
        Assert.Equal(Verdict.Cache, truth.Verdict);
        Assert.Equal(100, truth.ResidentBeforePct);
        Assert.Contains("100.0 % of the range was in the page cache at start", truth.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(Bytes, Verdict.Cache, 0)]
    [InlineData(Bytes + (Bytes / 2), Verdict.Mixed, 50)]
    [InlineData(2 * Bytes, Verdict.Device, 100)]
    public void What_verifying_fetched_is_not_the_sources(long fetched, Verdict source, double share)
    {
        CopyEvidence evidence = Copy(
            result => result with { BytesVerified = Bytes, BytesVerifiedOnDevice = Bytes }) with
        {
            ProcessReadBytes = fetched,
        };

        TruthRecord reads = CopyTruth.Reads(evidence);
        TruthRecord targetReads = CopyTruth.TargetReads(evidence)!;

        Assert.Equal((source, Bytes, share), (reads.Verdict, reads.AppBytes, reads.DeviceSharePct));
        Assert.Equal(
            (Verdict.Device, Bytes, Bytes), (targetReads.Verdict, targetReads.AppBytes, targetReads.DeviceBytes));
        Assert.Equal((9 * Bytes) - fetched, reads.ForeignDeviceBytes);
        Assert.Equal((9 * Bytes) - fetched, targetReads.ForeignDeviceBytes);
    }

    [Theory]
    [InlineData(2 * Bytes, Verdict.Cache, 0)]
    [InlineData(3 * Bytes, Verdict.Device, 100)]
    public void What_the_second_reading_and_verifying_fetched_is_not_the_first_readings(
        long fetched, Verdict first, double share)
    {
        CopyEvidence evidence = Copy(result => result with
        {
            BytesVerified = Bytes,
            BytesVerifiedOnDevice = Bytes,
            SourceBytesVerified = Bytes,
            SourceBytesVerifiedOnDevice = Bytes,
        }) with
        {
            ProcessReadBytes = fetched,
        };

        TruthRecord reads = CopyTruth.Reads(evidence);
        TruthRecord second = CopyTruth.SecondReads(evidence)!;

        Assert.Equal((first, Bytes, share), (reads.Verdict, reads.AppBytes, reads.DeviceSharePct));
        Assert.Equal((Verdict.Device, Bytes), (second.Verdict, second.DeviceBytes));
        Assert.Equal(Bytes, CopyTruth.TargetReads(evidence)!.DeviceBytes);
        Assert.Equal((9 * Bytes) - fetched, second.ForeignDeviceBytes);
        Assert.Equal((9 * Bytes) - fetched, reads.ForeignDeviceBytes);
    }

    [Fact]
    public void A_second_reading_through_the_cache_is_judged_together_with_the_first()
    {
        CopyEvidence evidence = Copy(result => result with
        {
            SourceBytesVerified = Bytes,
            SourceBytesVerifiedThroughCache = Bytes,
        }) with
        {
            ProcessReadBytes = Bytes,
        };

        TruthRecord reads = CopyTruth.Reads(evidence);
        Assert.Equal((Verdict.Mixed, 50.0), (reads.Verdict, reads.DeviceSharePct));
        Assert.Contains("both readings together", CopyTruth.SecondReads(evidence)!.Reason, StringComparison.Ordinal);
        Assert.Null(CopyTruth.TargetReads(evidence));
    }

    [Fact]
    public void Where_nothing_was_verified_the_target_was_not_read() => Assert.Null(CopyTruth.TargetReads(Copy()));

    [Fact]
    public void Verifying_through_the_page_cache_is_judged_together_with_the_source()
    {
        CopyEvidence evidence = Copy(
            result => result with { BytesVerified = Bytes, BytesVerifiedThroughCache = Bytes });

        CopyEvidence half = evidence with { ProcessReadBytes = Bytes, SourceResidentPct = 100 };
        CopyEvidence all = evidence with { ProcessReadBytes = 2 * Bytes };

        Assert.All([CopyTruth.Reads(half), CopyTruth.TargetReads(half)!], truth =>
        {
            Assert.Equal((Verdict.Mixed, 2 * Bytes, 50.0), (truth.Verdict, truth.AppBytes, truth.DeviceSharePct));
            Assert.StartsWith(
                "source and target together: the device moved 50.0 %", truth.Reason, StringComparison.Ordinal);
        });
        Assert.All(
            [CopyTruth.Reads(all), CopyTruth.TargetReads(all)!], truth => Assert.Equal(Verdict.Device, truth.Verdict));
    }

    [Fact]
    public void The_whole_blocks_of_tiny_targets_are_not_the_sources()
    {
        CopyEvidence tiny = Copy(
            result => result with { BytesVerified = Bytes, BytesVerifiedOnDevice = 4 * Bytes }) with
        {
            ProcessReadBytes = 4 * Bytes,
        };

        Assert.Equal(Verdict.Cache, CopyTruth.Reads(tiny).Verdict);
        Assert.Equal(Verdict.Device, CopyTruth.TargetReads(tiny)!.Verdict);
    }

    [Fact]
    public void Less_than_the_targets_blocks_is_judged_together()
    {
        CopyEvidence packed = Copy(
            result => result with { BytesVerified = Bytes, BytesVerifiedOnDevice = Bytes }) with
        {
            ProcessReadBytes = Bytes / 2,
        };

        TruthRecord reads = CopyTruth.Reads(packed);
        Assert.Equal((Verdict.Mixed, 25.0), (reads.Verdict, reads.DeviceSharePct));
    }

    [Fact]
    public void A_target_in_memory_leaves_what_was_fetched_to_the_source()
    {
        CopyEvidence evidence = Copy(result => result with { BytesVerified = Bytes }) with
        {
            Target = new BlockDeviceLocation(null, null, "in memory") { IsInMemory = true },
            TargetDevice = null,
            ProcessReadBytes = Bytes,
        };

        TruthRecord reads = CopyTruth.Reads(evidence);
        Assert.Equal((Verdict.Device, Bytes), (reads.Verdict, reads.DeviceBytes));
        Assert.Equal(Verdict.Cache, CopyTruth.TargetReads(evidence)!.Verdict);
    }

    [Theory]
    [InlineData(IoMode.Direct, 0, Verdict.Cache)]
    [InlineData(IoMode.Direct, Bytes, Verdict.Device)]
    [InlineData(IoMode.Direct, 2 * Bytes, Verdict.Device)]
    [InlineData(IoMode.Buffered, 0, Verdict.Cache)]
    [InlineData(IoMode.Buffered, 2 * Bytes, Verdict.Device)]
    [InlineData(IoMode.Uncached, 0, Verdict.Cache)]
    [InlineData(IoMode.Uncached, 2 * Bytes, Verdict.Device)]
    public void What_the_process_did_not_write_or_make_dirty_the_device_did_not_get_from_it(IoMode mode, long sent, Verdict verdict)
    {
        CopyEvidence evidence = Copy(result => result with { Strategies = [Total(mode)] }) with
        {
            ProcessWriteBytes = sent,
            TargetDevice = Moved(0, Bytes),
        };
        Assert.Equal(verdict, CopyTruth.Writes(evidence).Verdict);
    }

    [Fact]
    public void What_the_device_wrote_for_others_is_not_ours()
    {
        CopyEvidence evidence = Copy(result => result with { Strategies = [Total(IoMode.Buffered)] }) with
        {
            TargetDevice = Moved(0, 5 * Bytes),
        };
        TruthRecord truth = CopyTruth.Writes(evidence);
        Assert.Equal((Verdict.Device, Bytes, 4 * Bytes), (truth.Verdict, truth.DeviceBytes, truth.ForeignDeviceBytes));
    }

    [Fact]
    public void Where_nothing_counts_the_verdict_is_unknown_and_says_why()
    {
        var overlay = new BlockDeviceLocation(null, null, "overlay does not name its device");
        CopyEvidence evidence = Copy(result => result with { Strategies = [Total(IoMode.Buffered)] }) with
        {
            Source = overlay,
            Target = overlay,
            SourceDevice = null,
            TargetDevice = null,
            ProcessReadBytes = 0,
            ProcessWriteBytes = Bytes,
        };

        TruthRecord reads = CopyTruth.Reads(evidence);
        TruthRecord writes = CopyTruth.Writes(evidence);

        Assert.Equal((Verdict.Unknown, "overlay does not name its device"), (reads.Verdict, reads.Reason));
        Assert.Equal((Verdict.Unknown, "overlay does not name its device"), (writes.Verdict, writes.Reason));
    }

    [Fact]
    public void Files_in_memory_never_reach_a_device()
    {
        CopyEvidence evidence = Copy();
        evidence = evidence with { Source = evidence.Source with { IsInMemory = true }, Target = evidence.Target with { IsInMemory = true } };
        Assert.Equal(Verdict.Cache, CopyTruth.Reads(evidence).Verdict);
        Assert.Equal(Verdict.Cache, CopyTruth.Writes(evidence).Verdict);
    }

    [Fact]
    public void Shared_blocks_move_no_byte()
    {
        CopyEvidence evidence = Copy(result => result with { BytesCopied = 0, FilesReflinked = 1 });
        Assert.Equal("no byte was moved: the copy shares the source's blocks", CopyTruth.Writes(evidence).Reason);
        Assert.Equal(Verdict.Unknown, CopyTruth.Reads(evidence).Verdict);
    }

    [Fact]
    public void Two_devices_are_added_up_when_both_are_read()
    {
        CopyEvidence evidence = Copy(result => result with { BytesVerified = Bytes }) with
        {
            Target = s_vdb,
            ProcessReadBytes = null,
            SourceDevice = Moved(Bytes, 0),
            TargetDevice = Moved(Bytes, 0),
        };
        Assert.Equal((Verdict.Device, 2 * Bytes), (CopyTruth.Reads(evidence).Verdict, CopyTruth.Reads(evidence).DeviceBytes));
    }

    private static CopyEvidence Copy(Func<CopyResult, CopyResult>? change = null)
    {
        var result = new CopyResult
        {
            Outcome = CopyOutcome.Done, FilesCopied = 1, BytesCopied = Bytes, ElapsedToDurable = TimeSpan.FromMicroseconds(1), Strategies = [Total(IoMode.Direct)],
        };
        return new CopyEvidence
        {
            Result = change?.Invoke(result) ?? result,
            Source = s_vda,
            Target = s_vda,
            SourceDevice = Moved(9 * Bytes, 0),
            TargetDevice = Moved(9 * Bytes, 0),
        };
    }

    private static DeviceRecord Moved(long read, long written) => new()
    {
        Name = "vda", ReadRequests = 1, ReadBytes = read, WriteRequests = 1, WriteBytes = written, BusyPct = 1,
    };

    private static CopyStrategyTotal Total(IoMode mode) => new(new CopyDecision(CopyStrategy.Direct, IoMode.Direct, mode, "test"), 1, Bytes);
}
