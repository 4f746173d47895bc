using Landspeed.Experiments.Load;
using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Rates;
using Landspeed.Experiments.Rounds;
using Landspeed.Experiments.Tests.Rounds;
using Landspeed.Results;
using Landspeed.Results.Rates;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Rates;

/// <summary>Small files on the real file system.</summary>
public sealed class RatesExperimentTests : IDisposable
{
    private static readonly ExperimentRunner s_runner = new(TimeProvider.System);
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_rate_is_a_cell_whose_requests_started_at_that_rate()
    {
        ResultDocument document = Run(New(), new RateList([200, 400], RateUnit.Requests));

        Assert.Equal((ResultKinds.Measure, ResultKinds.Rates), (document.Kind, document.Variant));
        Assert.Equal(["rate-200-per-s", "rate-400-per-s"], document.Cells.Select(cell => cell.Name));
        Assert.Equal(["200", "400"], document.Cells.Select(cell => cell.Labels[RateLabels.Rate]));
        Assert.All(document.Cells, cell => Assert.Equal((CellState.Done, 2), (cell.State, cell.Runs.Count)));
        Assert.All(
            document.Cells.Zip([200.0, 400.0]),
            pair => Assert.InRange(pair.First[Metrics.OfferedRate]!.Median, pair.Second * 0.9, pair.Second * 1.1));
        Assert.All(document.Cells.SelectMany(cell => cell.Runs), run => Assert.Empty(run.Response!.Bins));
    }

    [Fact]
    public void Shares_are_of_what_a_full_queue_does_here()
    {
        ResultDocument document = Run(New(), new RateList([1, 2], RateUnit.Percent));

        double[] rates = [.. document.Cells.Select(cell => cell.Runs[0].Case!.Requested.Load!.RequestsPerS)];
        Assert.Equal(["rate-1-pct", "rate-2-pct"], document.Cells.Select(cell => cell.Name));
        Assert.Equal(2.0, rates[1] / rates[0], 6);
        Assert.All(
            document.Cells,
            cell => Assert.Single(cell.Runs.Select(run => run.Case!.Requested.Load!.RequestsPerS).Distinct()));
        Assert.Equal([1.0, 2.0], document.Cells.Select(cell => RateLabels.ShareOf(cell)!.Value));
    }

    [Fact]
    public void Rates_of_bytes_are_divided_by_the_request_size()
    {
        ResultDocument document = Run(New(), new RateList([4_096_000], RateUnit.Bytes));

        Assert.Equal("rate-1000-per-s", Assert.Single(document.Cells).Name);
        Assert.Equal(1000, document.Cells[0].Runs[0].Case!.Requested.Load!.RequestsPerS);
    }

    [Fact]
    public void The_limit_is_answered_and_recorded()
    {
        ResultDocument document = Run(
            New(),
            new RateList([500, 1000], RateUnit.Requests),
            new ResponseLimit(ResponsePercentile.P50, TimeSpan.FromHours(1)));

        Assert.Equal("p50", document.Setup.Options[RateLabels.Percentile]);
        Assert.Equal("3600000000000", document.Setup.Options[RateLabels.Limit]);
        Assert.StartsWith(
            "The response p50 is at most ",
            document.Conclusions.Single(one => one.Code == "rate_limit").Text,
            StringComparison.Ordinal);
    }

    [Fact]
    public void A_rate_that_no_run_can_have_is_refused_before_a_file_is_made()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(
            () => Run(New(), new RateList([1], RateUnit.Bytes)));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Contains("requests per second is out of range", refused.Message, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("file")));
    }

    [Fact]
    public void Stopped_while_the_full_rate_is_measured_it_leaves_nothing()
    {
        using var stop = new CancellationTokenSource();
        var task = new ExperimentTask
        {
            Experiment = new RatesExperiment(
                New() with { Time = TimeSpan.FromSeconds(60) }, new RateList([10], RateUnit.Percent)),
        };
        ExperimentPlan plan = s_runner.ShortPlan(task);
        stop.CancelAfter(TimeSpan.FromSeconds(1.5));

        Assert.ThrowsAny<OperationCanceledException>(() => s_runner.Run(task, plan, null, stop.Token));

        Assert.False(File.Exists(_scratch.File("file")));
    }

    private MeasurementOptions New() => new()
    {
        Path = FilePath.FromText(_scratch.File("file")), Size = 4 << 20, RequestSize = 4096, DistancePct = 100,
        QueueDepth = 16, Time = TimeSpan.FromMilliseconds(200), Repeat = 2,
        Load = new LoadOptions { Rate = default },
    };

    private static ResultDocument Run(MeasurementOptions options, RateList rates, ResponseLimit? limit = null)
    {
        var task = new ExperimentTask { Experiment = new RatesExperiment(options, rates, limit) };
        ExperimentResult result = s_runner.Run(
            task, s_runner.ShortPlan(task), null, TestContext.Current.CancellationToken);
        Assert.Null(result.Failure);
        return result.Document;
    }
}
