using System.Net.Sockets;
using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Platform;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

public sealed class MeasurementPlannerTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_missing_file_is_planned_with_1_GiB_and_not_created()
    {
        MeasurementPlan plan = MeasurementPlanner.Plan(new MeasurementOptions { Path = _scratch.FilePath("new.dat") });

        Assert.Equal(FileTask.Create, plan.FileTask);
        Assert.Equal(1L << 30, plan.FileLength);
        Assert.Equal(1L << 30, plan.SpaceNeededBytes);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_shorter_file_of_somebody_else_keeps_its_length_where_that_is_allowed()
    {
        MeasurementOptions options = Options("mine") with { Path = _scratch.FilePath("mine"), Size = 1 << 20, RequestSize = 4096 };
        _scratch.CreateFile("mine", 10_000);

        MeasurementPlan plan = MeasurementPlanner.Plan(options with { ReadsShorterFile = true });

        Assert.Equal((FileTask.Use, 10_000L, true, 0L), (plan.FileTask, plan.FileLength, plan.IsShorter, plan.SpaceNeededBytes));
        Assert.Contains(plan.Facts, fact => fact.Text.Contains("read as it is: 1 MiB was requested", StringComparison.Ordinal));
        Assert.Equal(Outcome.Refused, Refused(options).Outcome);
        Assert.Equal(
            FileTask.Lengthen, MeasurementPlanner.Plan(options with { ReadsShorterFile = true, Overwrite = true }).FileTask);
    }

    [Fact]
    public void A_file_of_ours_is_made_anew_where_that_is_asked_for()
    {
        MeasurementOptions options = Options("ours") with { Path = _scratch.FilePath("ours"), Size = 1 << 20, RequestSize = 4096, Overwrite = true };
        _scratch.CreateFile("ours", 3 << 20);

        MeasurementPlan data = MeasurementPlanner.Plan(options with { Anew = true });
        MeasurementPlan blocks = MeasurementPlanner.Plan(
            options with { Anew = true, Operation = MeasuredOperation.Write, Preparation = FilePreparation.Reserve });

        Assert.Equal((FileTask.Remake, 1L << 20, 1L << 20), (data.FileTask, data.FileLength, data.PreparationBytes));
        Assert.Equal((FileTask.Remake, 0L), (blocks.FileTask, blocks.PreparationBytes));
        Assert.Contains(
            blocks.Facts, fact => fact.Text.Contains("is emptied and made again, 1 MiB, blocks reserved, never written", StringComparison.Ordinal));
        Assert.Equal(Outcome.Refused, Refused(options with { Anew = true, Overwrite = false }).Outcome);
    }

    [Theory]
    [InlineData("queue depth", 0, 1, 1, 1L << 20)]
    [InlineData("queue depth", 4097, 1, 1, 1L << 20)]
    [InlineData("threads", 1, 0, 1, 1L << 20)]
    [InlineData("threads", 1, 257, 1, 1L << 20)]
    [InlineData("repeat", 1, 1, 0, 1L << 20)]
    [InlineData("request size", 1, 1, 1, 0)]
    [InlineData("request size", 1, 1, 1, -4096)]
    [InlineData("request size", 1, 1, 1, 1L << 31)]
    public void A_value_out_of_range_is_a_usage_error_that_names_it(
        string name, int depth, int threads, int repeat, long requestSize)
    {
        ExperimentException refused = Refused(Options("f") with
        {
            QueueDepth = depth,
            Threads = threads,
            Repeat = repeat,
            RequestSize = requestSize,
        });

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(name, refused.Message, StringComparison.Ordinal);
        Assert.Contains("out of range", refused.Message, StringComparison.Ordinal);
    }

    private static readonly TimeSpan s_minutes = TimeSpan.FromMinutes(3);

    public static TheoryData<string, MeasurementOptions> Contradictions => new()
    {
        { "distance", Options("f") with { DistancePct = 100.5 } },
        { "distance", Options("f") with { DistancePct = double.NaN } },
        { "time", Options("f") with { Time = TimeSpan.Zero } },
        { "size", Options("f") with { Size = 0 } },
        { "synchronous", Options("f") with { Engine = EngineChoice.Synchronous, QueueDepth = 2 } },
        { "--threads 1", Options("f") with { Operation = MeasuredOperation.Extend, Threads = 2 } },
        { "--distance", Options("f") with { Operation = MeasuredOperation.Extend, DistancePct = 5 } },
        { "--cold", Options("f") with { Operation = MeasuredOperation.Extend, Cold = true } },
        { "--flush", Options("f") with { Flush = FlushPolicy.End } },
        { "empty", Options("f") with { Preparation = FilePreparation.None } },
        { "buffers", Options("f") with { QueueDepth = 4096, RequestSize = 64L << 20 } },
        { "--bytes", Options("f") with { Bytes = 100 } },
        { "larger than the file", Options("f") with { Size = 4096 } },
        { "cannot share", Options("f") with { Size = 2 << 20, Threads = 3 } },
        { "cannot share", Options("f") with { Size = 4 << 20, Offset = 2 << 20, Threads = 3 } },
        { "larger than what follows --offset, 512 KiB", Options("f") with { Size = 4 << 20, Offset = 7 << 19 } },
        { "is not before the end of what is used", Options("f") with { Size = 4 << 20, Offset = 4 << 20 } },
        { "shorter than the 30 s", Options("f") with { Until = SteadyLimit.Usual } },
        {
            "an extend ends with the file",
            Options("f") with { Operation = MeasuredOperation.Extend, Until = SteadyLimit.Usual, Time = s_minutes }
        },
        {
            "several ranks",
            Options("f") with { Part = new FilePart(0, 2), Until = SteadyLimit.Usual, Time = s_minutes }
        },
        {
            "always steady",
            Options("f") with
            {
                Load = new LoadOptions { Rate = new LoadRate(10, false) }, Until = SteadyLimit.Usual, Time = s_minutes,
            }
        },
        { "leave out --order reverse, or", Options("f") with { IsReverse = true, DistancePct = 1 } },
        { "leave out --stride, or", Options("f") with { Stride = 1 << 20, DistancePct = 100 } },
        { "do not append", Options("f") with { IsReverse = true, Operation = MeasuredOperation.Extend } },
        {
            "are made by an engine",
            Options("f") with
            {
                IsReverse = true, Api = FileApi.FileStream, Mode = IoMode.Buffered, QueueDepth = 1,
            }
        },
        { "unknown to the journal", Options("f") with { Stride = 1 << 20, Blocks = BlockUse.Verify } },
        { "do not fit requests of 1048576", Options("f") with { Stride = (1 << 20) + 4096 } },
        { "do not fit requests of 1048576", Options("f") with { Stride = 4096 } },
        { "instead of --sizes", Sized("f") with { Stride = 1 << 20 } },
        { "do not start at a rate", Thinking("f") with { Load = new LoadOptions { Rate = new LoadRate(10, false) } } },
        { "longer than a check needs", Thinking("f") with { Blocks = BlockUse.Check } },
        {
            "starts the next request at once",
            Thinking("f") with { Api = FileApi.FileStream, Mode = IoMode.Buffered, QueueDepth = 1 }
        },
        { "pauses of 0s are out of range", Options("f") with { Think = new ThinkTime(TimeSpan.Zero, 1) } },
        { "out of range", Options("f") with { Think = new ThinkTime(TimeSpan.FromDays(8), 1) } },
        { "after 1 to 1000000 requests", Options("f") with { Think = new ThinkTime(TimeSpan.FromDays(1), 0) } },
        { "the offset -1 is out of range", Options("f") with { Offset = -1 } },
        { "begins with an empty file", Options("f") with { Offset = 1, Operation = MeasuredOperation.Extend } },
        { "they fill the whole file", Options("f") with { Offset = 1, Blocks = BlockUse.Verify } },
        { "does not suit several ranks", Options("f") with { Offset = 1, Part = new FilePart(0, 2) } },
        {
            "goes through whole files",
            Options("f") with { Offset = 1, Api = FileApi.FileStream, Mode = IoMode.Buffered, QueueDepth = 1 }
        },
        { "where the file is to end", Sized("f") with { Operation = MeasuredOperation.Extend } },
        { "start it without a launcher", Sized("f") with { Part = new FilePart(0, 2) } },
        { "start it without a launcher", Sized("f") with { MadeForAnother = FilePath.FromText("g") } },
        {
            "requests of one size",
            Sized("f") with { Api = FileApi.FileStream, Mode = IoMode.Buffered, QueueDepth = 1 }
        },
        { "are all alike", Sized("f") with { Blocks = BlockUse.Verify } },
        { "buffers", Sized("f") with { QueueDepth = 4096, Threads = 256 } },
        { "less than one request of 65536", Sized("f") with { Bytes = 65535 } },
        { "larger than the file", Sized("f") with { Size = 60 << 10 } },
        { "cannot share", Sized("f") with { Size = 128 << 10, Threads = 3 } },
        { "11000000", Sized("f") with { Load = new LoadOptions { Rate = new LoadRate(1e6 * 28672 * 11, true) } } },
        { "use --request-size 512", Options("f") with { Blocks = BlockUse.Verify, RequestSize = 1000 } },
        { "leave out --touch", Options("f") with { Blocks = BlockUse.Verify, Touch = true } },
        {
            "instead of --extend", Options("f") with { Blocks = BlockUse.Verify, Operation = MeasuredOperation.Extend }
        },
        {
            "without a launcher",
            Options("f") with
            {
                Blocks = BlockUse.Verify, Operation = MeasuredOperation.Write, Part = new FilePart(0, 2),
            }
        },
        {
            "leave out --api",
            Options("f") with
            {
                Blocks = BlockUse.Verify, Api = FileApi.FileStream, Mode = IoMode.Buffered, QueueDepth = 1,
            }
        },
        {
            "leave out --write", Options("f") with { Blocks = BlockUse.Check, Operation = MeasuredOperation.Write }
        },
        { "checked in order", Options("f") with { Blocks = BlockUse.Check, DistancePct = 100 } },
        {
            "leave out --rate",
            Options("f") with
            {
                Blocks = BlockUse.Check, Load = new LoadOptions { Rate = new LoadRate(10, false) },
            }
        },
        { "writes 0x: use 0.1x to 100x the file", Options("f") with { Precondition = Before(times: 0) } },
        { "writes 101x: use 0.1x to 100x the file", Options("f") with { Precondition = Before(times: 101) } },
        {
            "raise --write-at-most",
            Options("f") with { Precondition = new Precondition(PreconditionOrder.Fill, new WriteLimit(null, 100)) }
        },
        { "an extend empties it", Options("f") with { Operation = MeasuredOperation.Extend, Precondition = Before() } },
        { "would write over blocks", Options("f") with { Blocks = BlockUse.Verify, Precondition = Before() } },
        {
            "start it without a launcher",
            Options("f") with { MadeForAnother = FilePath.FromText("/nonexistent-g"), Precondition = Before() }
        },
        {
            "leave one of them out",
            Options("f") with { Preparation = FilePreparation.Reserve, Precondition = Before() }
        },
        { "leave out --bytes", Options("f") with { Blocks = BlockUse.Check, Bytes = 1 << 20 } },
        { "there is no journal", Options("f") with { Blocks = BlockUse.Check } },
    };

    [Theory]
    [MemberData(nameof(Contradictions))]
    public void Wishes_that_cannot_be_met_are_usage_errors(string named, MeasurementOptions options)
    {
        ExperimentException refused = Refused(options);
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains(named, refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_directory_is_a_usage_error()
    {
        ExperimentException refused = Refused(new MeasurementOptions { Path = FilePath.FromText(_scratch.Path) });
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("is a directory; name a regular file", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_of_others_is_not_written_over_before_it_is_read()
    {
        FilePath file = FilePath.FromText(_scratch.CreateFile("theirs", 1 << 20));
        MeasurementOptions options = new() { Path = file, Precondition = Before() };

        Assert.Equal(Outcome.Refused, Refused(options).Outcome);
        Assert.Equal(2 << 20, MeasurementPlanner.Plan(options with { Overwrite = true }).PreconditionBytes);
    }

    [Fact]
    public void A_FIFO_is_refused_without_waiting_for_its_other_end()
    {
        Command.Shell($"mkfifo '{_scratch.File("pipe")}'");
        AssertRefused(_scratch.FilePath("pipe"), "a FIFO");
    }

    [Fact]
    public void A_socket_is_refused()
    {
        using var socket = new Socket(AddressFamily.Unix, SocketType.Stream, ProtocolType.Unspecified);
        socket.Bind(new UnixDomainSocketEndPoint(_scratch.File("socket")));
        AssertRefused(_scratch.FilePath("socket"), "a socket");
    }

    [Theory]
    [InlineData("/dev/null")]
    [InlineData("/dev/full")]
    public void A_character_device_is_refused(string name) => AssertRefused(FilePath.FromText(name), "a character device");

    [Fact]
    public void A_block_device_is_refused_also_with_overwrite()
    {
        string? device = Directory.GetFiles("/dev").FirstOrDefault(name =>
            NativePlatform.Files.StatusOf(FilePath.FromText(name), out FileStatus status).Succeeded
            && status.Kind == FileKind.BlockDevice);
        Capability.Require("a block device below /dev", device is not null);

        ExperimentException refused = Refused(new MeasurementOptions
        {
            Path = FilePath.FromText(device!),
            Operation = MeasuredOperation.Write,
            Overwrite = true,
        });
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("a block device", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(MeasuredOperation.Write)]
    [InlineData(MeasuredOperation.Extend)]
    public void Writing_to_a_file_that_is_not_ours_is_refused_and_leaves_it_alone(MeasuredOperation operation)
    {
        string name = _scratch.CreateFile("theirs", 2 << 20);
        byte[] before = File.ReadAllBytes(name);

        ExperimentException refused = Refused(new MeasurementOptions
        {
            Path = FilePath.FromText(name),
            Operation = operation,
            Size = 2 << 20,
        });

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("--overwrite", refused.Message, StringComparison.Ordinal);
        Assert.Equal(before, File.ReadAllBytes(name));
    }

    [Fact]
    public void Lengthening_a_file_that_is_not_ours_is_refused()
    {
        string name = _scratch.CreateFile("theirs", 2 << 20);
        ExperimentException refused = Refused(new MeasurementOptions { Path = FilePath.FromText(name), Size = 4 << 20 });
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Equal(2 << 20, new FileInfo(name).Length);
    }

    [Fact]
    public void An_empty_file_has_nothing_to_measure()
    {
        File.WriteAllBytes(_scratch.File("empty"), []);
        Assert.Contains("empty", Refused(Options("empty") with { Path = _scratch.FilePath("empty") }).Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_missing_directory_is_named()
    {
        ExperimentException refused = Refused(new MeasurementOptions { Path = _scratch.FilePath("no/such/file") });
        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("does not exist", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void A_file_larger_than_the_free_space_is_refused_with_both_numbers()
    {
        ExperimentException refused = Refused(new MeasurementOptions
        {
            Path = _scratch.FilePath("huge"),
            Size = 1L << 60,
        });

        Assert.Equal(Outcome.OutOfSpace, refused.Outcome);
        Assert.Contains("1152921504606846976 bytes (1048576 TiB) needed", refused.Message, StringComparison.Ordinal);
        Assert.Contains("free", refused.Message, StringComparison.Ordinal);
        Assert.Empty(Directory.GetFileSystemEntries(_scratch.Path));
    }

    [Fact]
    public void A_write_into_the_holes_of_a_file_needs_space_for_them()
    {
        using var volume = new TestVolume("ext4", "64M");
        Command.Shell($"truncate -s 1G '{volume.File("sparse")}'");
        MeasurementOptions options = new()
        {
            Path = FilePath.FromText(volume.File("sparse")),
            Operation = MeasuredOperation.Write,
            Overwrite = true,
        };

        ExperimentException refused = Refused(options);

        Assert.Equal(Outcome.OutOfSpace, refused.Outcome);
        Assert.Contains("needed", refused.Message, StringComparison.Ordinal);
        Assert.Equal(8 << 20, MeasurementPlanner.Plan(options with { Bytes = 8 << 20 }).SpaceNeededBytes);
    }

    [Fact]
    public void A_write_within_written_blocks_needs_no_space_on_a_full_volume()
    {
        using var volume = new TestVolume("ext4", "64M");
        using var scratch = new ScratchDirectory(volume.Path);
        string name = scratch.CreateFile("written", 8 << 20);
        Command.Shell($"dd if=/dev/zero of='{scratch.File("hog")}' bs=1M 2>/dev/null || true");

        MeasurementPlan plan = MeasurementPlanner.Plan(new MeasurementOptions
        {
            Path = FilePath.FromText(name),
            Operation = MeasuredOperation.Write,
            Overwrite = true,
        });

        Assert.Equal(0, plan.SpaceNeededBytes);
    }

    [Fact]
    public void A_link_to_nowhere_is_named_as_such()
    {
        File.CreateSymbolicLink(_scratch.File("link"), _scratch.File("nowhere"));

        ExperimentException refused = Refused(new MeasurementOptions { Path = _scratch.FilePath("link") });

        Assert.Equal(Outcome.Failed, refused.Outcome);
        Assert.Contains("a symbolic link to a file that is missing", refused.Message, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(MeasuredOperation.Write)]
    [InlineData(MeasuredOperation.Extend)]
    public void The_medium_of_a_loop_device_is_refused_also_with_overwrite(MeasuredOperation operation)
    {
        using var volume = new TestVolume("ext4", "64M");
        MeasurementOptions options = new()
        {
            Path = FilePath.FromText(volume.Medium),
            Operation = operation,
            Size = 64 << 20,
            Overwrite = true,
        };

        ExperimentException refused = Refused(options);

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("the medium of loop", refused.Message, StringComparison.Ordinal);
        Assert.Equal(FileTask.Use, MeasurementPlanner.Plan(options with { Operation = MeasuredOperation.Read }).FileTask);
    }

    [Fact]
    public void A_read_only_file_system_is_named()
    {
        using var volume = new TestVolume("ext4", "64M", "ro");
        ExperimentException refused = Refused(new MeasurementOptions
        {
            Path = FilePath.FromText(volume.File("new")),
            Size = 1 << 20,
        });
        Assert.Equal(Outcome.Failed, refused.Outcome);
        Assert.Contains("read-only", refused.Message, StringComparison.Ordinal);
    }

    private static Precondition Before(double times = 2) => new(PreconditionOrder.Fill, new WriteLimit(times, null));

    private static MeasurementOptions Sized(string name) => Options(name) with
    {
        Sizes = SizeShares.Of([new SizeShare(4096, 60), new SizeShare(65536, 40)]),
    };

    private static MeasurementOptions Thinking(string name) => Options(name) with
    {
        Think = new ThinkTime(TimeSpan.FromMilliseconds(1), 1),
    };

    private static MeasurementOptions Options(string name) => new() { Path = FilePath.FromText("/nonexistent-" + name) };

    private static void AssertRefused(FilePath path, string kind)
    {
        ExperimentException refused = Refused(new MeasurementOptions { Path = path });
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains(kind, refused.Message, StringComparison.Ordinal);
    }

    private static ExperimentException Refused(MeasurementOptions options) =>
        Assert.Throws<ExperimentException>(() => MeasurementPlanner.Plan(options));
}
