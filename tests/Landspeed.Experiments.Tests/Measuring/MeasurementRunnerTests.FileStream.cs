using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(1)]
    [InlineData(7)]
    [InlineData(4095)]
    [InlineData(4096)]
    [InlineData(100_000)]
    public void A_FileStream_reads_the_whole_file_and_no_more(int requestSize)
    {
        const long Length = 1_000_003;

        RunRecord run = Measure(FileStreamOf(requestSize) with { Size = Length, Bytes = Length, Time = Ample });

        Assert.Equal(Length, run.Bytes());
        Assert.Equal(((Length - 1) / requestSize) + 1, run.Value(Metrics.Requests));
        Assert.Equal("filestream", run.Case!.Effective.Api);
        Assert.Equal("filestream", run.Case!.Effective.Engine);
        Assert.Equal(1, run.Value(Metrics.DepthAchieved));
        Assert.Equal(requestSize >= 4096, run.Latency is not null);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(1000)]
    [InlineData(65_536)]
    public void A_FileStream_writes_what_no_device_can_compress_and_keeps_the_length(int requestSize)
    {
        MeasurementOptions options = FileStreamOf(requestSize) with
        {
            Operation = MeasuredOperation.Write,
            Size = 4 << 20,
            Bytes = 4 << 20,
            Time = Ample,
            Flush = FlushPolicy.End,
        };
        Run(options);
        Command.Shell($"head -c 4194304 /dev/zero | dd of='{_scratch.File("file")}' conv=notrunc status=none");

        RunRecord run = Measure(options with { Overwrite = true }); // dd has written to it

        Assert.Equal(4 << 20, run.Bytes() - (run.Bytes() % requestSize) + ((4 << 20) % requestSize));
        Assert.Equal(4 << 20, new FileInfo(_scratch.File("file")).Length);
        string packed = Command.Shell($"gzip -1 -c '{_scratch.File("file")}' | wc -c");
        Assert.True(long.Parse(packed, System.Globalization.CultureInfo.InvariantCulture) > 4_000_000, packed);
    }

    [Fact]
    public void A_FileStream_extends_a_file_byte_by_byte()
    {
        RunRecord run = Measure(FileStreamOf(1) with
        {
            Operation = MeasuredOperation.Extend,
            Size = 1_000_001,
            Flush = FlushPolicy.End,
            Time = Ample,
        });

        Assert.Equal(1_000_001, run.Bytes());
        Assert.Equal(1_000_001, new FileInfo(_scratch.File("file")).Length);
    }

    [Fact]
    public void A_FileStream_on_a_full_volume_names_the_error()
    {
        using var volume = new TestVolume("tmpfs", "4M");
        string name = volume.File("file");
        MeasurementOptions options = FileStreamOf(4096) with
        {
            Path = FilePath.FromText(name),
            Operation = MeasuredOperation.Extend,
            Size = 3 << 20,
            Keep = true,
            Time = Ample,
        };
        (ExperimentTask task, ExperimentPlan plan) = Plan(options);
        Command.Shell($"head -c 2M /dev/zero > '{volume.File("other")}'");

        NativeIOException failure = Assert.Throws<NativeIOException>(
            () => s_runner.Run(task, plan, null, TestContext.Current.CancellationToken));

        Assert.Equal(NativeErrorKind.NoSpace, failure.Error.Kind);
        Assert.Contains(name, failure.Message, StringComparison.Ordinal);
        Assert.Equal((new FileInfo(name).Length, 4096), (failure.Offset!.Value, failure.Length!.Value));
    }

    [Fact]
    public void A_file_that_shrinks_under_a_FileStream_is_noticed()
    {
        Run(FileStreamOf(512));

        ExperimentException failure = Assert.Throws<ExperimentException>(() => Run(
            FileStreamOf(512) with { Time = TimeSpan.FromSeconds(20) },
            new ActionAt(
                WorkPhase.Measuring,
                () => { using FileStream file = File.OpenWrite(_scratch.File("file")); file.SetLength(1000); })));

        Assert.Equal(Outcome.SourceChanged, failure.Outcome);
    }

    [Fact]
    public void A_FileStream_takes_no_wish_that_it_cannot_fulfil()
    {
        MeasurementOptions good = FileStreamOf(4096);
        MeasurementOptions[] bad =
        [
            good with { Mode = IoMode.Direct },
            good with { QueueDepth = 2 },
            good with { Threads = 2 },
            good with { DistancePct = 1 },
            good with { Touch = true },
            good with { Engine = EngineChoice.Uring },
            good with { Operation = MeasuredOperation.Write, Flush = FlushPolicy.Each },
        ];

        Assert.All(bad, options =>
        {
            ExperimentException refusal = Assert.Throws<ExperimentException>(() => Plan(options));
            Assert.Equal(Outcome.Usage, refusal.Outcome);
            Assert.Contains("FileStream", refusal.Message, StringComparison.Ordinal);
        });
    }

    private MeasurementOptions FileStreamOf(int requestSize) => New() with
    {
        Api = FileApi.FileStream,
        Mode = IoMode.Buffered,
        QueueDepth = 1,
        RequestSize = requestSize,
    };
}
