using Landspeed.Experiments.Collecting;
using Landspeed.Experiments.Tests.Results;
using Landspeed.Results;
using Landspeed.Results.Histories;

namespace Landspeed.Experiments.Tests.Collecting;

public sealed class HistoryTests
{
    [Fact]
    public void Results_come_in_the_order_in_which_they_were_begun_and_without_their_runs()
    {
        ResultDocument[] results = SampleHistory.Of([3, 1, 2]);
        results[0] = results[0] with { Cells = [results[0].Cells[0] with { Runs = SampleMeasurement.Make().Cells[0].Runs }] };

        ResultDocument history = History.Of([results[2], results[0], results[1]], []);

        Assert.Equal((ResultKinds.Report, ResultKinds.History), (history.Kind, history.Variant));
        Assert.Equal(["day0", "day1", "day2"], history.Parts.Select(part => part.Label));
        Assert.Equal([3, 1, 2], Assert.Single(history.Histories).Points.Select(point => point.Median));
        Assert.All(history.Parts.SelectMany(part => part.Cells), cell => Assert.Empty(cell.Runs));
    }

    [Fact]
    public void A_level_that_changed_is_told_with_the_result_from_which_on_and_by_how_much()
    {
        double[] rates = [.. Enumerable.Range(0, 30).Select(day => (day < 20 ? 2e9 : 1e9) * (1 + (0.01 * (day % 3))))];

        ResultDocument history = History.Of(SampleHistory.Of(rates), []);

        HistoryChange change = Assert.Single(Assert.Single(history.Histories).Changes);
        Assert.Equal(20, change.Point);
        Assert.InRange(change.Ratio, 0.49, 0.51);
        Assert.Contains("Throughput of measure in ", Assert.Single(history.Conclusions).Text, StringComparison.Ordinal);
        Assert.Contains("became worse with day20 of 2026-03-24 05:06: 0.50 of what it was before", history.Conclusions[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void A_level_after_nothing_is_told_without_a_factor()
    {
        double[] rates = [.. Enumerable.Range(0, 30).Select(day => day < 15 ? 0.0 : 1e9 + day)];

        ConclusionRecord told = Assert.Single(History.Of(SampleHistory.Of(rates), []).Conclusions);

        Assert.EndsWith(": it was 0 before.", told.Text, StringComparison.Ordinal);
    }

    [Fact]
    public void Another_place_or_another_option_is_another_series()
    {
        ResultDocument[] results = SampleHistory.Of([1, 2, 3]);
        results[1] = results[1] with { Places = [results[1].Places[0] with { Path = "/elsewhere" }] };
        results[2] = results[2] with { Setup = results[2].Setup with { Options = new Dictionary<string, string> { ["mode"] = "buffered" } } };

        ResultDocument history = History.Of(results, []);

        Assert.Equal([0, 1, 2], history.Histories.Select(record => record.Group));
        Assert.All(history.Histories, record => Assert.Single(record.Points));
    }

    [Fact]
    public void An_option_that_was_given_or_came_of_itself_is_one_series()
    {
        ResultDocument[] results = SampleHistory.Of([1, 2]);
        SetupRecord setup = results[0].Setup;
        var effective = new Dictionary<string, string> { ["file_bytes"] = "64" };
        var given = new Dictionary<string, string>(setup.Options) { ["file_bytes"] = "64" };
        results[0] = results[0] with { Setup = setup with { Effective = effective } };
        results[1] = results[1] with { Setup = setup with { Options = given } };

        Assert.Equal(2, Assert.Single(History.Of(results, []).Histories).Points.Count);
    }

    [Fact]
    public void A_collection_names_machine_and_place_once_and_keeps_its_results_whole()
    {
        ResultDocument[] results = SampleHistory.Of([1, 2]);
        results[1] = results[1] with { Hosts = [results[1].Hosts[0] with { LoadAverage = 3, ClockHz = 2.6e9 }], Places = [results[1].Places[0] with { AvailableBytes = 7 }] };

        ResultDocument both = Collection.Of(results, [new FindingRecord("passed_over", "one")]);

        Assert.Equal((1, 1, 1), (both.Hosts.Count, both.Places.Count, both.Findings.Count));
        Assert.Equal(results, both.Parts);
        Assert.Equal(results[0].StartedAt, both.StartedAt);
    }
}
