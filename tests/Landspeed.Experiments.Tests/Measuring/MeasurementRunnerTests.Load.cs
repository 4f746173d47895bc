using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Requests at a rate.</content>
public sealed partial class MeasurementRunnerTests
{
    [Theory]
    [InlineData(EngineChoice.Automatic)]
    [InlineData(EngineChoice.Threads)]
    [InlineData(EngineChoice.Synchronous)]
    [InlineData(EngineChoice.Null)]
    public void As_many_requests_start_as_are_due(EngineChoice engine)
    {
        MeasurementOptions options = AtRate(500, EngineDepth(engine)) with
        {
            Engine = engine,
            Time = TimeSpan.FromSeconds(1),
        };

        RunRecord run = Measure(options);

        Assert.Equal(500, run[Metrics.RequestsOffered]);
        Assert.Equal(500, run[Metrics.Requests] + run[Metrics.RequestsUnstarted]);
        Assert.Equal(500, run[Metrics.OfferedRate]!.Value, 1.0);
        Assert.Equal(run[Metrics.Requests], run.Response!.Count);
        Assert.Equal(run[Metrics.Requests], run.Lateness!.Count);
        Assert.Equal(run[Metrics.Requests], run.Latency!.Count);
        Assert.InRange(
            run.Response.MeanNs,
            run.Latency.MeanNs + run.Lateness.MeanNs - 1,
            run.Latency.MeanNs + run.Lateness.MeanNs + 1);
        Assert.Null(run[Metrics.DepthRequested]);
        Assert.Equal(new LoadRecord(500, "even", "queue", false), run.Case!.Effective.Load);
    }

    [Theory]
    [InlineData(ArrivalPattern.Even, FullPolicy.Queue, false)]
    [InlineData(ArrivalPattern.Poisson, FullPolicy.Skip, true)]
    public void Threads_share_the_rate(ArrivalPattern arrivals, FullPolicy whenFull, bool isPrecise)
    {
        MeasurementOptions options = AtRate(2000, 64) with { Threads = 2, Time = TimeSpan.FromSeconds(1) };
        options = options with
        {
            Load = options.Load! with { WhenFull = whenFull },
            Arrivals = arrivals,
            IsPrecise = isPrecise,
        };

        RunRecord run = Measure(options);

        // Of independent arrivals the number varies by its square root.
        Assert.InRange(run[Metrics.RequestsOffered]!.Value, 1800, 2200);
        Assert.Equal(
            run[Metrics.RequestsOffered],
            run[Metrics.Requests] + run[Metrics.RequestsUnstarted] + run[Metrics.RequestsSkipped]);
    }

    [Fact]
    public void Writes_at_a_rate_of_bytes_end_with_the_last_one_that_is_allowed()
    {
        MeasurementOptions options = AtRate(1, 64) with
        {
            Operation = MeasuredOperation.Write,
            Load = new LoadOptions { Rate = new LoadRate(64 << 20, IsOfBytes: true) },
            RequestSize = 65536,
            Bytes = 10 << 20,
            Time = Ample,
        };

        RunRecord run = Measure(options);

        Assert.Equal(10 << 20, run[Metrics.BytesWritten]);
        Assert.Equal((160, 0), (run[Metrics.RequestsOffered], run[Metrics.RequestsUnstarted]));
        Assert.True(run[Metrics.Elapsed] >= 159 * 1e9 / 1024);
    }

    [Fact]
    public void A_second_without_a_request_is_no_stall()
    {
        RunRecord run = Measure(AtRate(0.5, 8) with { Time = TimeSpan.FromSeconds(2.5) });

        Assert.Equal(2, run[Metrics.Requests]);
        Assert.DoesNotContain(run.Findings, finding => finding.Code is "stalled" or "shallow_queue" or "overloaded");
    }

    [Theory]
    [InlineData(0.0001)]
    [InlineData(2e7)]
    [InlineData(double.NaN)]
    public void A_rate_out_of_range_is_refused(double perS) => Assert.Contains(
        "out of range",
        Assert.Throws<ExperimentException>(() => Plan(AtRate(perS, 8))).Message,
        StringComparison.Ordinal);

    private static int EngineDepth(EngineChoice engine) => engine == EngineChoice.Synchronous ? 1 : 64;

    private MeasurementOptions AtRate(double perS, int inFlight) => New() with
    {
        RequestSize = 4096,
        DistancePct = 100,
        QueueDepth = inFlight,
        Load = new LoadOptions { Rate = new LoadRate(perS, IsOfBytes: false) },
    };
}
