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

    [Fact]
    public void Reads_and_writes_with_a_rate_each_keep_it_and_their_places()
    {
        MeasurementOptions options = AtRate(600, 16) with
        {
            Operation = MeasuredOperation.Mix,
            Threads = 2,
            Time = TimeSpan.FromSeconds(1),
        };
        var writeRate = new LoadRate(819_200, IsOfBytes: true);
        RunRecord run = Measure(options with { Load = options.Load! with { WriteRate = writeRate } });

        (RequestPartRecord reads, RequestPartRecord writes) = (run.Mix!.Reads, run.Mix.Writes);
        Assert.InRange(reads.Offered!.Value, 599, 601);
        Assert.InRange(writes.Offered!.Value, 199, 201);
        Assert.Equal(run[Metrics.RequestsOffered], reads.Offered + writes.Offered);
        Assert.Equal(
            run[Metrics.RequestsOffered] - run[Metrics.RequestsUnstarted], reads.Requests + writes.Requests);
        Assert.Equal(
            (writes.Requests * 4096, reads.Requests * 4096), (run[Metrics.BytesWritten], run[Metrics.BytesRead]));
        Assert.Equal((writes.Requests, reads.Requests), (writes.Response!.Count, reads.Response!.Count));
        Assert.Null(run.Case!.Effective.ReadPct);
        Assert.Equal(
            new LoadRecord(800, "even", "queue", false) { ReadRequestsPerS = 600, WriteRequestsPerS = 200 },
            run.Case.Effective.Load);
        Assert.EndsWith("-600+200ps-t2", run.Cell, StringComparison.Ordinal);
    }

    [Fact]
    public void Two_rates_need_a_mix_and_a_place_in_flight_each()
    {
        LoadOptions two = AtRate(1, 2).Load! with { WriteRate = new LoadRate(1, IsOfBytes: false) };

        Assert.Contains("needs a mix", Refused(AtRate(1, 2) with { Load = two }), StringComparison.Ordinal);
        MeasurementOptions mix = AtRate(1, 1) with { Load = two, Operation = MeasuredOperation.Mix };
        Assert.Contains("must be 2 to", Refused(mix), StringComparison.Ordinal);
        LoadOptions none = two with { WriteRate = new LoadRate(0, IsOfBytes: false) };
        Assert.Contains("out of range", Refused(mix with { QueueDepth = 2, Load = none }), StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(0.0001)]
    [InlineData(2e7)]
    [InlineData(double.NaN)]
    public void A_rate_out_of_range_is_refused(double perS) => Assert.Contains(
        "out of range",
        Refused(AtRate(perS, 8)),
        StringComparison.Ordinal);

    private static string Refused(MeasurementOptions options) =>
        Assert.Throws<ExperimentException>(() => Plan(options)).Message;

    private static int EngineDepth(EngineChoice engine) => engine == EngineChoice.Synchronous ? 1 : 64;

    private MeasurementOptions AtRate(double perS, int inFlight) => New() with
    {
        RequestSize = 4096,
        DistancePct = 100,
        QueueDepth = inFlight,
        Load = new LoadOptions { Rate = new LoadRate(perS, IsOfBytes: false) },
    };
}
