using Landspeed.Copying;
using Landspeed.Experiments.Copying;
using Landspeed.Experiments.Host;
using Landspeed.Platform;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Copying;

public class CopyRequestsTests
{
    private const long Bytes = 64 << 20;
    private static readonly BlockDeviceLocation s_vda = new(new DeviceNumber(254, 0), "vda", null);
    private static readonly BlockDeviceLocation s_vdb = new(new DeviceNumber(254, 16), "vdb", null);

    [Fact]
    public void The_sources_device_counts_reads_and_the_targets_device_counts_writes()
    {
        RunRecord run = Run(Copy());

        Assert.Equal((Bytes, Bytes), (run[Metrics.DeviceReadBytes], run[Metrics.DeviceWriteBytes]));
        Assert.Equal((64, 256), (run[Metrics.DeviceReadRequests], run[Metrics.DeviceWriteRequests]));
        Assert.Equal((1 << 20, 256 << 10), (run[Metrics.DeviceReadRequestSize], run[Metrics.DeviceWriteRequestSize]));
        Assert.Equal(("vda", "vdb"), (run.Copy!.SourceDevice!.Name, run.Copy.TargetDevice!.Name));
        Assert.Empty(run.Facts);
    }

    [Theory]
    [InlineData(104, false)]
    [InlineData(106, true)]
    public void Reads_beyond_the_noise_for_others_are_said_to_be_shared(int pct, bool isShared)
    {
        RunRecord run = Run(Copy() with { SourceDevice = Device("vda", read: Bytes * pct / 100) });

        Assert.Equal(isShared, run.Facts.ContainsKey(CopyLabels.ReadsShared));
        if (isShared)
        {
            Assert.Equal(
                "other processes read 4.03 MB on the device during the run (6.0 % of ours)",
                run.Facts[CopyLabels.ReadsShared]);
        }
    }

    [Fact]
    public void Writes_beyond_the_noise_for_others_or_the_journal_are_said_to_be_shared()
    {
        RunRecord run = Run(Copy() with { TargetDevice = Device("vdb", written: 2 * Bytes) });

        Assert.Equal(
            "the device wrote 67.1 MB beyond what this process caused (100.0 % of ours): "
                + "other processes, or the file system's own journal and tables",
            Assert.Single(run.Facts, fact => fact.Key == CopyLabels.WritesShared).Value);
    }

    [Fact]
    public void Verifying_on_the_sources_device_is_not_anothers_traffic()
    {
        DeviceRecord both = Device("vda", read: 2 * Bytes, written: Bytes);
        CopyEvidence copy = Copy() with
        {
            Target = s_vda,
            SourceDevice = both,
            TargetDevice = both,
            ProcessReadBytes = 2 * Bytes,
        };

        Assert.Empty(Run(copy with { Result = Verified(copy.Result) }).Facts);
        Assert.Contains(CopyLabels.ReadsShared, Run(copy with { ProcessReadBytes = Bytes }).Facts.Keys);
    }

    [Fact]
    public void Reads_of_the_targets_device_for_others_are_said_to_be_shared()
    {
        CopyEvidence copy = Copy() with
        {
            ProcessReadBytes = 2 * Bytes,
            TargetDevice = Device("vdb", read: 3 * Bytes, written: Bytes),
        };

        RunRecord run = Run(copy with { Result = Verified(copy.Result) });

        Assert.Equal(CopyLabels.ReadsBackShared, Assert.Single(run.Facts).Key);
    }

    [Fact]
    public void Where_no_device_is_known_nothing_is_counted()
    {
        var memory = new BlockDeviceLocation(null, null, "tmpfs keeps its files in memory") { IsInMemory = true };
        RunRecord run = Run(Copy() with
        {
            Source = memory,
            Target = memory,
            SourceDevice = null,
            TargetDevice = null,
            ProcessReadBytes = 0,
        });

        Assert.Null(run.Copy!.SourceDevice);
        Assert.Null(run[Metrics.DeviceReadRequests]);
        Assert.Null(run[Metrics.DeviceWriteRequests]);
        Assert.Empty(run.Facts);
    }

    [Fact]
    public void The_devices_of_other_hosts_and_those_of_a_dry_run_are_not_claimed()
    {
        CopyEvidence copy = Copy();
        RunRecord shared = Run(copy with { Result = copy.Result with { Ranks = 2 } });
        RunRecord dry = Run(copy, new TreeCopyOptions { DryRun = true });

        Assert.All([shared, dry], run =>
        {
            Assert.Null(run.Copy!.SourceDevice);
            Assert.Null(run.Copy.TargetDevice);
            Assert.Null(run[Metrics.DeviceReadRequests]);
        });
    }

    private static RunRecord Run(CopyEvidence evidence, CopyOptions? options = null) => CopyRecords.Run(
        new CopyTask
        {
            Subject = CopySubject.File,
            Source = FilePath.FromText("/a"),
            Target = FilePath.FromText("/b"),
            Options = options ?? new CopyOptions(),
        },
        evidence,
        traffic: null,
        longestStall: null,
        peakResidentBytes: null,
        HostProbe.Capture());

    private static CopyResult Verified(CopyResult result) =>
        result with { BytesVerified = Bytes, BytesVerifiedOnDevice = Bytes };

    private static CopyStrategyTotal Direct =>
        new(new CopyDecision(CopyStrategy.Direct, IoMode.Direct, IoMode.Direct, "test"), 1, Bytes);

    private static CopyEvidence Copy() => new()
    {
        Result = new CopyResult
        {
            Outcome = CopyOutcome.Done,
            FilesCopied = 1,
            BytesCopied = Bytes,
            ElapsedToDurable = TimeSpan.FromSeconds(1),
            Strategies = [Direct],
        },
        Source = s_vda,
        Target = s_vdb,
        ProcessReadBytes = Bytes,
        ProcessWriteBytes = Bytes,
        SourceDevice = Device("vda", read: Bytes),
        TargetDevice = Device("vdb", written: Bytes),
    };

    private static DeviceRecord Device(string name, long read = 0, long written = 0) => new()
    {
        Name = name,
        ReadRequests = read >> 20,
        ReadBytes = read,
        WriteRequests = written >> 18,
        WriteBytes = written,
        BusyPct = 1,
    };
}
