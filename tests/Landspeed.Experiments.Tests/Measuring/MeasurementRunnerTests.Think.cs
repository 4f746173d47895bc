using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Pauses between requests.</content>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(1, EngineChoice.Automatic, 1)]
    [InlineData(5, EngineChoice.Automatic, 2)]
    [InlineData(1, EngineChoice.Synchronous, 2)]
    [InlineData(5, EngineChoice.Threads, 1)]
    public void Each_place_of_the_queue_pauses_after_its_requests(int requests, EngineChoice engine, int threads)
    {
        int depth = engine == EngineChoice.Synchronous ? 1 : 4;
        RunRecord run = Measure(Thinking(20, requests) with { QueueDepth = depth, Engine = engine, Threads = threads });

        // However slow the device is, no place makes more than these: a pause after a late start may be half as long.
        double elapsedMs = run[Metrics.Elapsed]!.Value / 1e6;
        Assert.InRange(run[Metrics.Requests]!.Value, 1, depth * threads * requests * ((elapsedMs / 10) + 1));
        Assert.False(run[Metrics.PauseMean] < 10e6, $"{run[Metrics.PauseMean]} ns");
        Assert.Equal(new ThinkRecord(0.02, requests, "even", Precise: false), run.Case!.Effective.Think);
        Assert.Null(run[Metrics.DepthRequested]);
        Assert.Null(run.Response);
        Assert.DoesNotContain(run.Findings, finding => finding.Code is "stalled" or "shallow_queue");
    }

    [Fact]
    public void Reads_and_writes_pause_alike_and_end_with_the_last_one_that_is_allowed()
    {
        RunRecord run = Measure(Thinking(1, 2) with
        {
            Operation = MeasuredOperation.Mix,
            ReadPct = 70,
            Bytes = 100 * 4096,
            Time = Ample,
            IsPrecise = true,
            Arrivals = ArrivalPattern.Poisson,
        });

        Assert.Equal((70 * 4096.0, 30 * 4096.0), (run[Metrics.BytesRead], run[Metrics.BytesWritten]));
        Assert.Equal(new ThinkRecord(0.001, 2, "poisson", Precise: true), run.Case!.Effective.Think);
    }

    [Theory]
    [InlineData(500, true)]
    [InlineData(20, false)]
    public void A_run_of_few_pauses_is_told(int pauseMs, bool isTold)
    {
        RunRecord run = Measure(Thinking(pauseMs, 1) with { Time = TimeSpan.FromSeconds(1.2) });

        Assert.Equal(
            isTold,
            run.Findings.Any(note => note.Message.Contains("less than 10 pauses of ", StringComparison.Ordinal)));
    }

    // Whether a thread that sleeps for a microsecond wakes up later depends on the machine.
    [Fact]
    public void Pauses_that_became_longer_are_told()
    {
        RunRecord run = Measure(Thinking(0.001, 1) with { QueueDepth = 1 });

        Assert.Equal(
            run[Metrics.PauseMean] > 1100,
            run.Findings.Any(note => note is { Code: "generator_late" }
                && note.Message.StartsWith("pauses were to last 1.00 µs and lasted ", StringComparison.Ordinal)));
    }

    private MeasurementOptions Thinking(double pauseMs, int requests) => New() with
    {
        RequestSize = 4096,
        DistancePct = 100,
        QueueDepth = 4,
        Think = new ThinkTime(TimeSpan.FromMilliseconds(pauseMs), requests),
        Time = TimeSpan.FromMilliseconds(300),
    };
}
