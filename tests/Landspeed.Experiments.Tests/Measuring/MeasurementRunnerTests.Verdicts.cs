using System.Diagnostics;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Files;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>Where the bytes came from or went, on real files.</summary>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(EngineChoice.Automatic, 8)]
    [InlineData(EngineChoice.Uring, 32)]
    [InlineData(EngineChoice.Threads, 8)]
    [InlineData(EngineChoice.Synchronous, 1)]
    public void A_direct_read_of_a_written_file_comes_from_the_device(EngineChoice engine, int depth)
    {
        RunRecord run = Measure(New() with { Engine = engine, QueueDepth = depth });

        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.Equal("direct", run.Case!.Effective.Mode);
        Assert.InRange(run.Truth().DeviceBytes!.Value, run.Bytes() * 0.98, run.Bytes() * 1.02);
        Assert.Equal(run.Bytes(), run.Samples.Sum(sample => sample.Bytes));
        Assert.Equal(run.Value(Metrics.Requests), run.Samples.Sum(sample => sample.Requests));
        Assert.Equal(run.Value(Metrics.Requests), run.Latency!.Count);
        Assert.Equal(run.Bytes(), run.Value(Metrics.Requests) * (1L << 20));
        Assert.Equal(0, run.Value(Metrics.ShortRequests));
    }

    [Fact]
    public void A_direct_read_of_a_preallocated_file_is_a_hole()
    {
        Command.Shell($"fallocate -l {Size} '{_scratch.File("reserved")}'");
        RunRecord run = Measure(New("reserved"));
        Assert.Equal(Verdict.Hole, run.Truth().Verdict);
        Assert.Equal(100, run.Truth().UnwrittenPct);
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "only_zeros");
    }

    [Theory]
    [InlineData(FileApi.Engine, IoMode.Direct, 8)]
    [InlineData(FileApi.Engine, IoMode.Buffered, 8)]
    [InlineData(FileApi.FileStream, IoMode.Buffered, 1)]
    public void A_device_that_returned_only_zeros_comes_with_a_word(FileApi api, IoMode mode, int depth)
    {
        MeasurementOptions options = New("zeros") with
        {
            Api = api,
            Mode = mode,
            QueueDepth = depth,
            Cold = true,
            Preparation = FilePreparation.Zero,
            Time = Ample,
            Bytes = Size,
        };

        RunRecord run = Measure(options);

        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        FindingRecord finding = Assert.Single(run.Findings, finding => finding.Code == "only_zeros");
        Assert.Contains("returned only zeros", finding.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Zeros_before_and_after_data_are_nothing_special()
    {
        string name = _scratch.CreateFile("data", Size);
        foreach (string zeros in (string[])["seek=0 count=4", $"seek={(Size >> 20) - 4} count=4"])
        {
            Command.Shell($"dd if=/dev/zero of='{name}' bs=1M conv=notrunc,fsync status=none {zeros}");
        }

        RunRecord run = Measure(New("data") with { QueueDepth = 1, Bytes = Size, Time = Ample });

        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "only_zeros");
    }

    [Fact]
    public void A_read_of_a_sparse_file_is_a_hole()
    {
        Command.Shell($"truncate -s {Size} '{_scratch.File("sparse")}'");
        RunRecord run = Measure(New("sparse"));
        Assert.Equal(Verdict.Hole, run.Truth().Verdict);
        Assert.Equal(100, run.Truth().HolePct);
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "only_zeros");
    }

    [Fact]
    public void A_buffered_read_of_a_warm_file_comes_from_the_cache()
    {
        string name = _scratch.CreateFile("warm", Size);
        File.ReadAllBytes(name);
        RunRecord run = Measure(New("warm") with { Mode = IoMode.Buffered });
        Assert.Equal(Verdict.Cache, run.Truth().Verdict);
        Assert.InRange(run.Truth().ResidentBeforePct!.Value, 99, 100);
    }

    [Fact]
    public void A_cold_buffered_read_comes_from_the_device_and_ends_after_one_pass()
    {
        string name = _scratch.CreateFile("warm", Size + 12345);
        File.ReadAllBytes(name);
        RunRecord run = Measure(New("warm") with { Size = null, Mode = IoMode.Buffered, Cold = true, Time = Ample });
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.InRange(run.Truth().ResidentBeforePct!.Value, 0, 1);
        Assert.Equal(Size + 12345, run.Bytes());
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "not_cold");
    }

    [Fact]
    public void A_cold_read_that_falls_back_to_the_page_cache_ends_after_one_pass_too()
    {
        using var volume = new TestVolume("tmpfs", "256M");
        RunRecord run = Measure(New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Cold = true,
            Time = Ample,
        });
        Assert.Equal("buffered", run.Case!.Effective.Mode);
        Assert.Equal(Size, run.Bytes());
        Assert.Contains(run.Findings, finding => finding.Code == "not_cold"
            && finding.Message.Contains("tmpfs", StringComparison.Ordinal));
    }

    [Fact]
    public void Rewriting_in_the_page_cache_before_a_flush_is_said()
    {
        RunRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Flush = FlushPolicy.End,
            Bytes = 8 * Size,
            Time = Ample,
        });
        Assert.Contains(run.Findings, finding => finding.Code == "rewritten_in_cache");
        Assert.Contains("times in the page cache", run.Truth().Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_half_warm_file_gives_a_mixed_verdict()
    {
        string name = _scratch.CreateFile("half", Size);
        Measure(New("half") with
        {
            Mode = IoMode.Buffered,
            Cold = true,
            Bytes = Size / 2,
            RequestSize = 4096,
            QueueDepth = 1,
            Time = Ample,
        });
        using (StorageFile file = StorageFile.Open(FilePath.FromText(name), new StorageFileOptions()))
        {
            Assert.InRange(PageResidency.Measure(file, 0, Size).ResidentBytes!.Value, Size / 4, Size * 3 / 4);
        }

        // No warm-up would leave the half warm: one pass of random requests finds both.
        RunRecord run = Measure(New("half") with
        {
            Mode = IoMode.Buffered,
            DistancePct = 100,
            RequestSize = 4096,
            QueueDepth = 1,
            Bytes = Size / 64,
            Time = Ample,
        });
        Assert.Equal(Verdict.Mixed, run.Truth().Verdict);
    }

    [Theory]
    [InlineData(MeasuredOperation.Write)]
    [InlineData(MeasuredOperation.Extend)]
    public void Direct_writes_go_to_the_device(MeasuredOperation operation)
    {
        RunRecord run = Measure(New() with { Operation = operation, Bytes = Size, Time = Ample });
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.Null(run[Metrics.ElapsedToDurable]);
        Assert.Equal(Size, new FileInfo(_scratch.File("file")).Length);
    }

    [Fact]
    public void A_short_buffered_write_ends_before_the_device_has_it()
    {
        // A volume of its own: a flush of the machine's file system, by anybody, would write our dirty pages too.
        using var volume = new TestVolume("ext4");
        RunRecord run = Measure(New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Bytes = Size / 2,
            Time = Ample,
        });
        Assert.Equal(Verdict.Cache, run.Truth().Verdict);
        Assert.Contains("before the device had", run.Truth().Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FlushPolicy.End)]
    [InlineData(FlushPolicy.Each)]
    public void A_flushed_buffered_write_reaches_the_device_and_says_when(FlushPolicy flush)
    {
        RunRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Flush = flush,
            Bytes = Size / 2,
            Time = Ample,
        });
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.InRange(run.Value(Metrics.ElapsedToDurable), run.Value(Metrics.Elapsed), double.MaxValue);
    }

    [Fact]
    public void Random_requests_over_the_whole_file_come_from_the_device()
    {
        RunRecord run = Measure(New() with { DistancePct = 100, RequestSize = 4096, QueueDepth = 16 });
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.Equal("read-direct-4KiB-q16-t1", run.Cell);
    }

    [Theory]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Other_file_systems_give_the_device_too(string type)
    {
        using var volume = new TestVolume(type);
        RunRecord run = Measure(New() with { Path = FilePath.FromText(volume.File("file")) });
        Assert.Equal(Verdict.Device, run.Truth().Verdict);
        Assert.Contains(run.Findings, finding => finding.Code == "loop_device");
    }

    [Fact]
    public void A_loop_device_on_a_file_in_memory_gives_cache_though_its_counters_count()
    {
        using var memory = new TestVolume("tmpfs", "192M");
        string mounted = memory.File("mounted");
        Directory.CreateDirectory(mounted);
        Command.Shell($"truncate -s 128M '{memory.File("image")}'");
        Mkfs.Make("ext4", "-F -q", memory.File("image"));
        Command.Shell($"mount -o loop '{memory.File("image")}' '{mounted}'");
        try
        {
            RunRecord run = Measure(New() with { Path = FilePath.FromText(Path.Combine(mounted, "file")) });

            Assert.Equal(Verdict.Cache, run.Truth().Verdict);
            Assert.Matches("^device loop[0-9]+ keeps its bytes in memory$", run.Truth().Reason);
            Assert.True(run.Device!.ReadBytes > 0);
        }
        finally
        {
            Command.Shell($"umount '{mounted}'");
        }
    }

    [Fact]
    public void On_tmpfs_direct_is_not_to_be_had_and_the_verdict_is_cache()
    {
        using var volume = new TestVolume("tmpfs", "256M");
        MeasurementOptions options = New() with { Path = FilePath.FromText(volume.File("file")) };
        RunRecord run = Measure(options);
        Assert.Equal(Verdict.Cache, run.Truth().Verdict);
        Assert.Equal("buffered", run.Case!.Effective.Mode);
        Assert.Contains(run.Case!.Fallbacks, fallback => fallback.Contains("tmpfs", StringComparison.Ordinal));

        NativeIOException refused = Assert.Throws<NativeIOException>(
            () => Run(options with { Path = FilePath.FromText(volume.File("other")), RequireMode = true }));
        Assert.Contains("tmpfs", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(volume.File("other")));
    }

    [Fact]
    public void On_FUSE_the_verdict_is_unknown_and_says_why()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("bindfs");
        string below = _scratch.File("below"), mounted = _scratch.File("mounted");
        Directory.CreateDirectory(below);
        Directory.CreateDirectory(mounted);
        Command.Shell($"bindfs '{below}' '{mounted}'");
        try
        {
            RunRecord run = Measure(New() with { Path = FilePath.FromText(mounted + "/file"), Mode = IoMode.Buffered, Cold = true });
            Assert.Equal(Verdict.Unknown, run.Truth().Verdict);
            Assert.Contains("fuse", run.Truth().Reason, StringComparison.Ordinal);

            RunRecord written = Measure(New() with
            {
                Path = FilePath.FromText(mounted + "/file"),
                Operation = MeasuredOperation.Write,
            });
            Assert.Equal(Verdict.Unknown, written.Truth().Verdict);
        }
        finally
        {
            Command.Shell($"umount '{mounted}' || umount -l '{mounted}'");
        }
    }

    [Fact]
    public void What_others_write_on_the_device_is_named_beside_a_read()
    {
        string theirs = _scratch.CreateFile("theirs", Size);
        MeasurementOptions reading = New() with { Time = TimeSpan.FromSeconds(1) };
        Measure(reading);
        Process writer = ChildProcess.Start(new ProcessStartInfo("dd", [
            "if=/dev/zero", $"of={theirs}", "bs=1M", "count=4000", "oflag=direct", "conv=notrunc", "status=none"]));
        try
        {
            RunRecord run = Measure(reading);
            Assert.Contains(run.Findings, finding => finding.Code == "foreign_traffic"
                && finding.Message.Contains("other processes wrote", StringComparison.Ordinal));
        }
        finally
        {
            writer.Kill();
            writer.WaitForExit();
            writer.Dispose();
        }
    }
}
