using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Results;

namespace Landspeed.Experiments.Tests.Measuring;

/// <content>Runs that end when their rate is steady.</content>
public sealed partial class MeasurementRunnerTests
{
    private static readonly SteadyLimit s_loose = new(100, TimeSpan.FromSeconds(1));

    [Theory]
    [InlineData(FileApi.Engine)]
    [InlineData(FileApi.FileStream)]
    public void A_run_ends_when_its_rate_is_steady_and_has_the_rate_of_that_time(FileApi api)
    {
        RunRecord run = Measure(New() with
        {
            Api = api,
            QueueDepth = 1,
            Mode = IoMode.Buffered,
            Time = Ample,
            Until = s_loose,
        });

        SteadyRecord steady = run.Steady!;
        Assert.True(steady.IsSteady);
        Assert.Equal(5, steady.RoundsBytesPerS.Count);
        Assert.InRange(steady.DurationNs, 1e9, Ample.TotalNanoseconds / 2);
        // It ends soon after, and began when the workers did, a little after the first look.
        Assert.InRange(
            run[Metrics.Elapsed]!.Value, 0.5 * (steady.StartNs + steady.DurationNs), Ample.TotalNanoseconds / 2);
        Assert.Equal(steady.BytesPerS, run[Metrics.ThroughputSteady]);
        Assert.False(run.Partial);
        Assert.Equal("steady=100%/1s", run.Case!.Effective.Until);
        Assert.DoesNotContain(run.Findings, finding => finding.Code is "not_steady" or "drift");
    }

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Each_part_of_a_run_has_the_latencies_of_its_requests_or_their_response_times(bool isAtRate)
    {
        RunRecord run = Measure(New() with
        {
            Threads = 2,
            RequestSize = 4096,
            Time = TimeSpan.FromMilliseconds(500),
            Load = isAtRate ? new LoadOptions { Rate = new LoadRate(5000, IsOfBytes: false) } : null,
        });

        LatencyRecord whole = (isAtRate ? run.Response : run.Latency)!;
        Assert.InRange(run.LatencySamples.Count, 5, 128);
        Assert.Equal(whole.Count, run.LatencySamples.Sum(part => part.Requests));
        Assert.InRange(run.LatencySamples.Max(part => part.MaxNs), whole.MaxNs, whole.MaxNs * 17.0 / 16);
        Assert.Contains(run.LatencySamples, part => part.P50Ns > 0);
        double elapsed = run[Metrics.Elapsed]!.Value;
        Assert.Equal(elapsed, run.LatencySamples.Sum(part => part.DurationNs), 0.02 * elapsed);
    }

    [Fact]
    public void A_run_that_ends_before_has_no_steady_rate_and_says_so()
    {
        RunRecord run = Measure(New() with { Time = Ample, Bytes = 10 << 20, Until = s_loose });

        Assert.Null(run.Steady);
        Assert.Null(run[Metrics.ThroughputSteady]);
        FindingRecord finding = Assert.Single(run.Findings, finding => finding.Code == "not_steady");
        Assert.Equal("the run ended before the 1 s that are needed to judge", finding.Message);
    }
}
