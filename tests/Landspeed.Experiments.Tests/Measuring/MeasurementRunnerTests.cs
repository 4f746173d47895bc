using System.Diagnostics;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Results;
using Landspeed.Files;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <summary>Real files on real file systems; what a user would see in the result.</summary>
[Collection(ProcessWideCollection.Name)]
public sealed class MeasurementRunnerTests : IDisposable
{
    private const long Size = 64L << 20;

    private static readonly TimeSpan Short = TimeSpan.FromMilliseconds(300);

    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Theory]
    [InlineData(EngineChoice.Automatic, 8)]
    [InlineData(EngineChoice.Uring, 32)]
    [InlineData(EngineChoice.Threads, 8)]
    [InlineData(EngineChoice.Synchronous, 1)]
    public void A_direct_read_of_a_written_file_comes_from_the_device(EngineChoice engine, int depth)
    {
        MeasurementRecord run = Measure(New() with { Engine = engine, QueueDepth = depth });

        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.Equal("direct", run.Effective.Mode);
        Assert.InRange(run.Truth.DeviceBytes!.Value, run.Transfer.Bytes * 0.98, run.Transfer.Bytes * 1.02);
        Assert.Equal(run.Transfer.Bytes, run.Samples.Sum(sample => sample.Bytes));
        Assert.Equal(run.Transfer.Requests, run.Samples.Sum(sample => sample.Requests));
        Assert.Equal(run.Transfer.Requests, run.Latency!.Count);
        Assert.Equal(run.Transfer.Bytes, run.Transfer.Requests * (1L << 20));
        Assert.Equal(0, run.Transfer.ShortRequests);
    }

    [Fact]
    public void A_direct_read_of_a_preallocated_file_is_a_hole()
    {
        Command.Shell($"fallocate -l {Size} '{_scratch.File("reserved")}'");
        MeasurementRecord run = Measure(New("reserved"));
        Assert.Equal(Verdict.Hole, run.Truth.Verdict);
        Assert.Equal(100, run.Truth.UnwrittenPct);
    }

    [Fact]
    public void A_read_of_a_sparse_file_is_a_hole()
    {
        Command.Shell($"truncate -s {Size} '{_scratch.File("sparse")}'");
        MeasurementRecord run = Measure(New("sparse"));
        Assert.Equal(Verdict.Hole, run.Truth.Verdict);
        Assert.Equal(100, run.Truth.HolePct);
    }

    [Fact]
    public void A_buffered_read_of_a_warm_file_comes_from_the_cache()
    {
        string name = _scratch.CreateFile("warm", Size);
        File.ReadAllBytes(name);
        MeasurementRecord run = Measure(New("warm") with { Mode = IoMode.Buffered });
        Assert.Equal(Verdict.Cache, run.Truth.Verdict);
        Assert.InRange(run.Truth.ResidentBeforePct!.Value, 99, 100);
    }

    [Fact]
    public void A_cold_buffered_read_comes_from_the_device_and_ends_after_one_pass()
    {
        string name = _scratch.CreateFile("warm", Size + 12345);
        File.ReadAllBytes(name);
        MeasurementRecord run = Measure(New("warm") with { Size = null, Mode = IoMode.Buffered, Cold = true });
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.InRange(run.Truth.ResidentBeforePct!.Value, 0, 1);
        Assert.Equal(Size + 12345, run.Transfer.Bytes);
        Assert.DoesNotContain(run.Findings, finding => finding.Code == "not_cold");
    }

    [Fact]
    public void A_cold_read_that_falls_back_to_the_page_cache_ends_after_one_pass_too()
    {
        using var volume = new TestVolume("tmpfs", "256M");
        MeasurementRecord run = Measure(New() with { Path = FilePath.FromText(volume.File("file")), Cold = true });
        Assert.Equal("buffered", run.Effective.Mode);
        Assert.Equal(Size, run.Transfer.Bytes);
        Assert.Contains(run.Findings, finding => finding.Code == "not_cold"
            && finding.Message.Contains("tmpfs", StringComparison.Ordinal));
    }

    [Fact]
    public void A_run_bounded_by_bytes_has_a_time_series_too()
    {
        MeasurementRecord run = Measure(New() with { Bytes = 8 * Size, Time = TimeSpan.FromDays(7), RequestSize = 65536 });
        Assert.InRange(run.Samples.Count, 3, 1024);
        Assert.Equal(8 * Size, run.Samples.Sum(sample => sample.Bytes));
        Assert.Equal(run.Transfer.ElapsedNs, run.Samples.Sum(sample => sample.DurationNs));
    }

    [Fact]
    public void Rewriting_in_the_page_cache_before_a_flush_is_said()
    {
        MeasurementRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Flush = FlushPolicy.End,
            Bytes = 40 * Size,
        });
        Assert.Contains(run.Findings, finding => finding.Code == "rewritten_in_cache");
        Assert.Contains("times in the page cache", run.Truth.Reason, StringComparison.Ordinal);
    }

    [Fact]
    public void A_half_warm_file_gives_a_mixed_verdict()
    {
        string name = _scratch.CreateFile("half", Size);
        Measure(New("half") with { Mode = IoMode.Buffered, Cold = true, Bytes = Size / 2, RequestSize = 4096, QueueDepth = 1 });
        using (StorageFile file = StorageFile.Open(FilePath.FromText(name), new StorageFileOptions()))
        {
            Assert.InRange(PageResidency.Measure(file, 0, Size).ResidentBytes!.Value, Size / 4, Size * 3 / 4);
        }

        // No warm-up would leave the half warm: one pass of random requests finds both.
        MeasurementRecord run = Measure(New("half") with
        {
            Mode = IoMode.Buffered,
            DistancePct = 100,
            RequestSize = 4096,
            QueueDepth = 1,
            Bytes = Size / 64,
        });
        Assert.Equal(Verdict.Mixed, run.Truth.Verdict);
    }

    [Theory]
    [InlineData(MeasuredOperation.Write)]
    [InlineData(MeasuredOperation.Extend)]
    public void Direct_writes_go_to_the_device(MeasuredOperation operation)
    {
        MeasurementRecord run = Measure(New() with { Operation = operation, Bytes = Size, Time = TimeSpan.FromMinutes(1) });
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.Null(run.Transfer.ElapsedToDurableNs);
        Assert.Equal(Size, new FileInfo(_scratch.File("file")).Length);
    }

    [Fact]
    public void A_short_buffered_write_ends_before_the_device_has_it()
    {
        // A volume of its own: a flush of the machine's file system, by anybody, would write our dirty pages too.
        using var volume = new TestVolume("ext4");
        MeasurementRecord run = Measure(New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Bytes = Size / 2,
        });
        Assert.Equal(Verdict.Cache, run.Truth.Verdict);
        Assert.Contains("before the device had", run.Truth.Reason, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(FlushPolicy.End)]
    [InlineData(FlushPolicy.Each)]
    public void A_flushed_buffered_write_reaches_the_device_and_says_when(FlushPolicy flush)
    {
        MeasurementRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Flush = flush,
            Bytes = Size / 2,
        });
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.InRange(run.Transfer.ElapsedToDurableNs!.Value, run.Transfer.ElapsedNs, long.MaxValue);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void An_extend_makes_the_file_exactly_as_long_as_asked(IoMode mode)
    {
        MeasurementRecord run = Measure(New() with { Operation = MeasuredOperation.Extend, Mode = mode, Size = Size + 777, Time = TimeSpan.FromMinutes(1) });
        Assert.Equal(Size + 777, run.Transfer.Bytes);
        Assert.Equal(Size + 777, new FileInfo(_scratch.File("file")).Length);
    }

    [Theory]
    [InlineData(IoMode.Direct)]
    [InlineData(IoMode.Buffered)]
    public void A_file_of_odd_length_is_read_to_its_last_byte(IoMode mode)
    {
        const long Odd = (4L << 20) + 513;
        _scratch.CreateFile("odd", Odd);
        MeasurementRecord run = Measure(New("odd") with { Size = null, Mode = mode, Bytes = Odd, Cold = true });
        Assert.Equal(Odd, run.Transfer.Bytes);
        Assert.Equal(5, run.Transfer.Requests);
    }

    [Fact]
    public void Threads_share_the_file_and_the_limit()
    {
        MeasurementRecord run = Measure(New() with { Threads = 3, Bytes = Size, Time = TimeSpan.FromMinutes(1) });
        Assert.Equal(Size, run.Transfer.Bytes);
        Assert.Equal(24, run.QueueDepth.Requested);
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
    }

    [Fact]
    public void Random_requests_over_the_whole_file_come_from_the_device()
    {
        MeasurementRecord run = Measure(New() with { DistancePct = 100, RequestSize = 4096, QueueDepth = 16 });
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.Equal("read-direct-4KiB-q16-t1", run.Name);
    }

    [Fact]
    public void The_steady_state_allocates_nothing_per_request()
    {
        MeasurementRecord run = Measure(New() with { RequestSize = 4096, QueueDepth = 32, Time = TimeSpan.FromSeconds(1) });
        Assert.InRange(run.Cpu.ManagedAllocatedBytes, 0, run.Transfer.Requests / 10);
        Assert.Equal(0, run.Cpu.GarbageCollections);
    }

    [Fact]
    public void Repeats_are_runs_of_their_own_and_are_summed_up()
    {
        MeasurementDocument document = Run(New() with { Repeat = 3, Bytes = Size });
        Assert.Equal([0, 1, 2], document.Jobs.Select(job => job.RunIndex));
        Assert.Equal(3, document.Summary!.Runs);
        Assert.All(document.Jobs, job => Assert.Equal(Size, job.Transfer.Bytes));
    }

    [Fact]
    public void A_file_that_landspeed_made_may_be_written_again_and_lengthened()
    {
        Measure(New() with { Operation = MeasuredOperation.Write });
        MeasurementRecord run = Measure(New() with { Operation = MeasuredOperation.Write, Size = Size * 2 });
        Assert.Equal(Size * 2, new FileInfo(_scratch.File("file")).Length);
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
    }

    [Fact]
    public void A_foreign_file_that_took_the_name_after_planning_is_not_written()
    {
        Measure(New() with { Operation = MeasuredOperation.Write });
        var runner = new MeasurementRunner(TimeProvider.System);
        MeasurementPlan plan = runner.Plan(New() with { Operation = MeasuredOperation.Write });
        string theirs = _scratch.CreateFile("theirs", Size);
        byte[] content = File.ReadAllBytes(theirs);
        File.Move(theirs, _scratch.File("file"), overwrite: true);

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => runner.Run(plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(content, File.ReadAllBytes(_scratch.File("file")));
    }

    [Theory]
    [InlineData(FilePreparation.Length, Verdict.Hole)]
    [InlineData(FilePreparation.Reserve, Verdict.Hole)]
    [InlineData(FilePreparation.Zero, Verdict.Device)]
    [InlineData(FilePreparation.Data, Verdict.Device)]
    public void What_a_new_file_holds_decides_what_a_read_meets(FilePreparation preparation, Verdict verdict)
    {
        MeasurementRecord run = Measure(New() with { Preparation = preparation });
        Assert.Equal(verdict, run.Truth.Verdict);
    }

    [Theory]
    [InlineData("xfs")]
    [InlineData("btrfs")]
    public void Other_file_systems_give_the_device_too(string type)
    {
        using var volume = new TestVolume(type);
        MeasurementRecord run = Measure(New() with { Path = FilePath.FromText(volume.File("file")) });
        Assert.Equal(Verdict.Device, run.Truth.Verdict);
        Assert.Contains(run.Findings, finding => finding.Code == "loop_device");
    }

    [Fact]
    public void On_tmpfs_direct_is_not_to_be_had_and_the_verdict_is_cache()
    {
        using var volume = new TestVolume("tmpfs", "256M");
        MeasurementOptions options = New() with { Path = FilePath.FromText(volume.File("file")) };
        MeasurementRecord run = Measure(options);
        Assert.Equal(Verdict.Cache, run.Truth.Verdict);
        Assert.Equal("buffered", run.Effective.Mode);
        Assert.Contains(run.Fallbacks, fallback => fallback.Contains("tmpfs", StringComparison.Ordinal));

        NativeIOException refused = Assert.Throws<NativeIOException>(
            () => Run(options with { Path = FilePath.FromText(volume.File("other")), ModeNecessity = Necessity.Required }));
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
            MeasurementRecord run = Measure(New() with { Path = FilePath.FromText(mounted + "/file"), Mode = IoMode.Buffered, Cold = true });
            Assert.Equal(Verdict.Unknown, run.Truth.Verdict);
            Assert.Contains("fuse", run.Truth.Reason, StringComparison.Ordinal);

            MeasurementRecord written = Measure(New() with
            {
                Path = FilePath.FromText(mounted + "/file"),
                Operation = MeasuredOperation.Write,
            });
            Assert.Equal(Verdict.Unknown, written.Truth.Verdict);
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
        Process writer = Process.Start("dd", [
            "if=/dev/zero", $"of={theirs}", "bs=1M", "count=4000", "oflag=direct", "conv=notrunc", "status=none"]);
        try
        {
            MeasurementRecord run = Measure(reading);
            Assert.Contains(run.Findings, finding => finding.Code == "foreign_traffic"
                && finding.Message.Contains("written", StringComparison.Ordinal));
        }
        finally
        {
            writer.Kill();
            writer.WaitForExit();
            writer.Dispose();
        }
    }

    [Fact]
    public void A_request_that_is_not_aligned_names_the_alignment()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Run(New() with { RequestSize = 1000, ModeNecessity = Necessity.Required }));
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("512", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("file")));

        MeasurementRecord run = Measure(New() with { RequestSize = 1000 });
        Assert.Equal("buffered", run.Effective.Mode);
        Assert.Contains(run.Fallbacks, fallback => fallback.Contains("512", StringComparison.Ordinal));
    }

    [Fact]
    public void A_file_that_somebody_truncates_ends_the_run_as_changed()
    {
        string name = _scratch.CreateFile("theirs", Size);
        var truncate = new ActionAt(MeasurementPhase.Measuring, () =>
        {
            using FileStream stream = File.OpenWrite(name);
            stream.SetLength(Size / 2);
        });

        ExperimentException changed = Assert.Throws<ExperimentException>(
            () => Run(New("theirs") with { Size = null, Time = TimeSpan.FromSeconds(3) }, truncate));

        Assert.Equal(Outcome.SourceChanged, changed.Outcome);
        Assert.Contains("became shorter", changed.Message, StringComparison.Ordinal);
        Assert.Contains($" {Size / 2} bytes, {Size} before", changed.Message, StringComparison.Ordinal);
        Assert.True(File.Exists(name));
    }

    [Theory]
    [InlineData(MeasuredOperation.Write, Size)]
    [InlineData(MeasuredOperation.Extend, Size)]
    [InlineData(MeasuredOperation.Read, 2 * Size)]
    public void A_foreign_file_that_took_the_name_after_the_plan_stays_as_it_is(MeasuredOperation operation, long size)
    {
        Measure(New());
        var runner = new MeasurementRunner(TimeProvider.System);
        MeasurementPlan plan = runner.Plan(New() with { Operation = operation, Size = size });
        string name = Replace("file", out byte[] content);

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => runner.Run(plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("another file took its place", refused.Message, StringComparison.Ordinal);
        Assert.Equal(content, File.ReadAllBytes(name));
    }

    [Fact]
    public void A_foreign_file_that_takes_the_name_between_two_runs_stays_as_it_is()
    {
        byte[] content = [];
        var replace = new ActionAt(MeasurementPhase.Measuring, () => Replace("file", out content));

        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Run(New() with { Operation = MeasuredOperation.Write, Repeat = 2, Time = TimeSpan.FromSeconds(1) }, replace));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(content, File.ReadAllBytes(_scratch.File("file")));
    }

    [Fact]
    public void A_volume_that_fills_up_meanwhile_ends_the_run_with_no_space()
    {
        using var volume = new TestVolume("ext4", "256M");
        string hog = volume.File("hog");
        MeasurementOptions options = New() with
        {
            Path = FilePath.FromText(volume.File("file")),
            Operation = MeasuredOperation.Extend,
            Size = 128 << 20,
            RequestSize = 64 << 10,
            QueueDepth = 4,
        };
        MeasurementPlan plan = new MeasurementRunner(TimeProvider.System).Plan(options);
        Command.Shell($"fallocate -l 180M '{hog}'");

        NativeIOException full = Assert.Throws<NativeIOException>(
            () => new MeasurementRunner(TimeProvider.System).Run(plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(NativeErrorKind.NoSpace, full.Error.Kind);
        Assert.False(File.Exists(volume.File("file")));
        Assert.True(File.Exists(hog));
    }

    [Theory]
    [InlineData(MeasurementPhase.Preparing)]
    [InlineData(MeasurementPhase.Baseline)]
    [InlineData(MeasurementPhase.WarmingUp)]
    [InlineData(MeasurementPhase.Measuring)]
    public void Stopped_in_any_phase_the_file_it_created_is_gone(MeasurementPhase phase)
    {
        MeasurementDocument? partial = Stop(New() with { Size = 2L << 30, Time = TimeSpan.FromSeconds(20) }, phase);

        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
        Assert.Equal(phase == MeasurementPhase.Measuring, partial is not null);
        if (partial is not null)
        {
            Assert.True(partial.Partial);
            Assert.True(partial.Jobs[0].Partial);
            Assert.InRange(partial.Jobs[0].Transfer.Bytes, 1, long.MaxValue);
        }
    }

    [Fact]
    public void Stopped_in_a_later_warm_up_the_complete_runs_are_a_partial_result()
    {
        _scratch.CreateFile("theirs", Size);
        using var stop = new CancellationTokenSource();
        var runner = new MeasurementRunner(TimeProvider.System);
        int warmUps = 0;
        var stopSecond = new EachReport(progress =>
        {
            if (progress is { Phase: MeasurementPhase.WarmingUp, RunIndex: 1 } && warmUps++ == 0)
            {
                stop.Cancel();
            }
        });
        MeasurementOptions options = New("theirs") with { Size = null, Repeat = 3, Time = TimeSpan.FromSeconds(2) };

        MeasurementDocument document = runner.Run(runner.Plan(options), stopSecond, stop.Token);

        Assert.True(document.Partial);
        Assert.False(Assert.Single(document.Jobs).Partial);
    }

    [Fact]
    public void Stopped_the_file_stays_when_it_is_to_be_kept()
    {
        Stop(New() with { Size = 512L << 20, Time = TimeSpan.FromSeconds(20), Keep = true }, MeasurementPhase.Measuring);
        Assert.True(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void Stopped_a_file_that_was_there_before_stays()
    {
        _scratch.CreateFile("theirs", Size);
        Stop(New("theirs") with { Size = null, Time = TimeSpan.FromSeconds(20) }, MeasurementPhase.Measuring);
        Assert.Equal(Size, new FileInfo(_scratch.File("theirs")).Length);
    }

    [Fact]
    public void A_name_that_is_not_UTF8_is_measured_like_any_other()
    {
        FilePath path = FilePath.FromBytes([.. System.Text.Encoding.UTF8.GetBytes(_scratch.Path), (byte)'/', 0xFF, 0xFE, (byte)'x']);
        MeasurementDocument document = Run(New() with { Path = path });
        Assert.Equal(Verdict.Device, document.Jobs[0].Truth.Verdict);
        Assert.Equal(path.Bytes.ToArray(), Convert.FromBase64String(document.Environment.PathBase64!));
        Command.Shell($"rm -f '{_scratch.Path}'/*x");
    }

    private string Replace(string name, out byte[] content)
    {
        string theirs = _scratch.CreateFile("theirs", Size);
        content = File.ReadAllBytes(theirs);
        File.Move(theirs, _scratch.File(name), overwrite: true);
        return _scratch.File(name);
    }

    private MeasurementOptions New(string name = "file") => new()
    {
        Path = _scratch.FilePath(name),
        Size = Size,
        Time = Short,
    };

    private static MeasurementRecord Measure(MeasurementOptions options) => Assert.Single(Run(options).Jobs);

    private static MeasurementDocument Run(MeasurementOptions options, IProgress<MeasurementProgress>? progress = null)
    {
        var runner = new MeasurementRunner(TimeProvider.System);
        return runner.Run(runner.Plan(options), progress, TestContext.Current.CancellationToken);
    }

    private static MeasurementDocument? Stop(MeasurementOptions options, MeasurementPhase phase)
    {
        using var stop = new CancellationTokenSource();
        var runner = new MeasurementRunner(TimeProvider.System);
        try
        {
            return runner.Run(runner.Plan(options), new ActionAt(phase, stop.Cancel), stop.Token);
        }
        catch (OperationCanceledException)
        {
            return null;
        }
    }

    /// <summary>Does something at each report.</summary>
    private sealed class EachReport(Action<MeasurementProgress> action) : IProgress<MeasurementProgress>
    {
        public void Report(MeasurementProgress value) => action(value);
    }

    /// <summary>Does something once, when a phase is reported.</summary>
    private sealed class ActionAt(MeasurementPhase phase, Action action) : IProgress<MeasurementProgress>
    {
        private bool _done;

        public void Report(MeasurementProgress value)
        {
            if (value.Phase == phase && !_done)
            {
                _done = true;
                action();
            }
        }
    }
}
