using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Orders;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Reads and writes at the same time.</content>
public sealed partial class MeasurementRunnerTests
{
    private const int MixedRequest = 16384;

    public static TheoryData<EngineChoice, IoMode, bool> MixedCases => new MatrixTheoryData<EngineChoice, IoMode, bool>(
        [EngineChoice.Automatic, EngineChoice.Threads], [IoMode.Direct, IoMode.Buffered], [false, true]);

    [Theory]
    [MemberData(nameof(MixedCases))]
    public void A_mix_has_its_shares_to_the_request_and_counts_each_direction(
        EngineChoice engine, IoMode mode, bool isAtRate)
    {
        MeasurementOptions options = Mixed(readPct: 70) with
        {
            Engine = engine,
            Mode = mode,
            Threads = 2,
            Bytes = 1000L * MixedRequest,
            Load = isAtRate ? new LoadOptions { Rate = new LoadRate(4000, IsOfBytes: false) } : null,
        };

        RunRecord run = Measure(options);

        MixRecord mix = run.Mix!;
        Assert.Equal((700, 300), (mix.Reads.Requests, mix.Writes.Requests));
        Assert.Equal((700L * MixedRequest, 300L * MixedRequest), (mix.Reads.Bytes, mix.Writes.Bytes));
        Assert.Equal((700L * MixedRequest, 300L * MixedRequest), (run[Metrics.BytesRead], run[Metrics.BytesWritten]));
        Assert.Equal((700, 300), (mix.Reads.Latency!.Count, mix.Writes.Latency!.Count));
        Assert.Equal(isAtRate ? 700 : null, mix.Reads.Response?.Count);
        Assert.Equal(isAtRate ? 300 : null, mix.Writes.Response?.Count);
        Assert.Equal(1000, run.Latency!.Count);
        Assert.Equal(Math.Max(mix.Reads.Latency.MaxNs, mix.Writes.Latency.MaxNs), run.Latency.MaxNs);
        double both = run[Metrics.ReadRequestRate]!.Value + run[Metrics.WriteRequestRate]!.Value;
        Assert.Equal(run[Metrics.RequestRate]!.Value, both, 1e-3);
        Assert.Equal(("mix", 70), (run.Case!.Effective.Operation, run.Case.Effective.ReadPct));
    }

    [Fact]
    public void A_direct_mix_has_a_verdict_of_each_direction()
    {
        RunRecord run = Measure(Mixed(readPct: 50) with { Time = Short });

        Assert.Equal((Verdict.Device, Verdict.Device), (run.Reads!.Verdict, run.Writes!.Verdict));
        Assert.Equal((run.Mix!.Reads.Bytes, run.Mix.Writes.Bytes), (run.Reads.AppBytes, run.Writes.AppBytes));
        Assert.InRange(run.Writes.DeviceBytes!.Value, run.Writes.AppBytes * 0.98, run.Writes.AppBytes * 1.02);
    }

    [Fact]
    public void The_reads_of_a_hole_do_not_make_its_writes_one()
    {
        Command.Shell($"fallocate -l {Size} '{_scratch.File("reserved")}'");
        RunRecord run = Measure(Mixed(readPct: 90, "reserved") with { Overwrite = true, Bytes = 500L * MixedRequest });

        Assert.NotEqual(Verdict.Device, run.Reads!.Verdict);
        Assert.Equal(Verdict.Device, run.Writes!.Verdict);
    }

    // A device that compresses would take zeros that were read before for nothing.
    [Theory]
    [InlineData(false, false)]
    [InlineData(true, false)]
    [InlineData(false, true)]
    [InlineData(true, true)]
    public void What_a_mix_writes_is_never_what_it_read(bool touch, bool hasRates)
    {
        File.WriteAllBytes(_scratch.File("zeros"), new byte[8 << 20]);
        Measure(Mixed(readPct: 80, "zeros") with
        {
            Size = null,
            Overwrite = true,
            Touch = touch,
            Bytes = 2000L * MixedRequest,
            QueueDepth = 16,
            Load = hasRates
                ? new LoadOptions { Rate = new LoadRate(8000, false), WriteRate = new LoadRate(2000, false) }
                : null,
        });

        byte[] after = File.ReadAllBytes(_scratch.File("zeros"));
        byte[][] written = [.. after.Chunk(MixedRequest).Where(request => request.Any(value => value != 0))];
        Assert.Equal(8 << 20, after.Length);
        Assert.InRange(written.Length, 300, 500); // of 512, with the warm-up: about 800 writes anywhere
        Assert.All(written, request => Assert.True(request.Count(value => value == 0) < MixedRequest / 50));
    }

    // The system reads the rest of each page that is written in part, and counts that with our reads.
    [Theory]
    [InlineData(1000, Verdict.Unknown)]
    [InlineData(4096, Verdict.Device)]
    public void Reads_are_not_judged_by_pages_that_were_read_for_writes(int requestSize, Verdict verdict)
    {
        RunRecord run = Measure(Mixed(readPct: 20) with
        {
            Mode = IoMode.Buffered,
            Cold = true,
            RequestSize = requestSize,
            Bytes = 1000L * requestSize,
            Size = Size * 4,
        });

        Assert.Equal(verdict, run.Reads!.Verdict);
        Assert.Equal(verdict == Verdict.Unknown, run[Metrics.ReadAmplification] is null);
    }

    [Fact]
    public void Pages_that_few_hot_places_wrote_again_and_again_are_told()
    {
        RunRecord run = Measure(New() with
        {
            Operation = MeasuredOperation.Write,
            Mode = IoMode.Buffered,
            Flush = FlushPolicy.End,
            DistancePct = 100,
            Distribution = AccessDistribution.Hot(1, 99),
            RequestSize = 4096,
            Bytes = Size / 2,
            Time = Ample,
        });

        Assert.NotEqual(Verdict.Device, run.Writes!.Verdict);
        Assert.Contains(run.Findings, finding => finding.Code == "rewritten_in_cache");
    }

    [Fact]
    public void A_sequential_mix_reads_in_order_and_writes_in_order()
    {
        File.WriteAllBytes(_scratch.File("zeros"), new byte[8 << 20]);
        Measure(Mixed(readPct: 50, "zeros") with
        {
            Size = null,
            Overwrite = true,
            DistancePct = 0,
            Bytes = 400L * MixedRequest,
            QueueDepth = 1,
            Time = TimeSpan.FromDays(1),
        });

        // The warm-up wrote as much before: 400 requests from the start, in order, leave no gap.
        byte[][] requests = [.. File.ReadAllBytes(_scratch.File("zeros")).Chunk(MixedRequest)];
        int first = Array.FindIndex(requests, request => request.All(value => value == 0));
        Assert.True(first >= 200, $"{first}");
        Assert.All(requests[first..], request => Assert.All(request, value => Assert.Equal(0, value)));
    }

    [Theory]
    [InlineData(0)]
    [InlineData(100)]
    public void A_mix_of_one_direction_is_refused(int readPct) => Assert.Contains(
        "share of reads",
        Assert.Throws<ExperimentException>(() => Plan(Mixed(readPct))).Message,
        StringComparison.Ordinal);

    [Fact]
    public void A_file_that_is_not_ours_is_not_mixed_into()
    {
        _scratch.CreateFile("foreign", 8 << 20);
        Assert.Contains(
            "not made by landspeed",
            Assert.Throws<ExperimentException>(() => Plan(Mixed(50, "foreign") with { Size = null })).Message,
            StringComparison.Ordinal);
    }

    private MeasurementOptions Mixed(int readPct, string name = "file") => New(name) with
    {
        Operation = MeasuredOperation.Mix,
        ReadPct = readPct,
        RequestSize = MixedRequest,
        DistancePct = 100,
        Time = Ample,
    };
}
