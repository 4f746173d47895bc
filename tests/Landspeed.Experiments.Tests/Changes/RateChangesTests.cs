using Landspeed.Experiments.Changes;
using Landspeed.Results;
using Landspeed.Results.Changes;

namespace Landspeed.Experiments.Tests.Changes;

public sealed class RateChangesTests
{
    private const double Fast = 500e6;
    private const double Slow = 200e6;

    [Fact]
    public void A_rate_that_only_varies_has_no_level_to_change()
    {
        int found = Enumerable.Range(1, 100)
            .Count(seed => Changes(_ => Fast, count: 60, spreadPct: 20, seed).Count > 0);

        Assert.InRange(found, 0, 5); // 1 % are expected
    }

    [Fact]
    public void Fewer_than_twelve_whole_samples_show_nothing()
    {
        Assert.Empty(Changes(at => at < 6 ? Fast : Slow, count: 11));
        Assert.Single(Changes(at => at < 6 ? Fast : Slow, count: 12));
    }

    [Theory]
    [InlineData(Fast, Slow)]
    [InlineData(Slow, Fast)]
    public void A_change_has_its_moment_and_both_levels(double before, double after)
    {
        ChangeRecord change = Assert.Single(Changes(at => at < 25 ? before : after, count: 60, spreadPct: 5));

        Assert.Equal(25e9, change.AtNs);
        Assert.InRange(change.BeforeBytesPerS / before, 0.97, 1.03);
        Assert.InRange(change.AfterBytesPerS / after, 0.97, 1.03);
        Assert.Empty(change.Causes);
    }

    [Fact]
    public void Each_of_several_changes_is_found_and_lies_between_its_own_levels()
    {
        IReadOnlyList<ChangeRecord> changes =
            Changes(at => at < 20 ? Fast : at < 40 ? Slow : 350e6, count: 60, spreadPct: 5);

        Assert.Equal([20e9, 40e9], changes.Select(change => (double)change.AtNs));
        Assert.InRange(changes[1].BeforeBytesPerS / Slow, 0.97, 1.03);
    }

    [Fact]
    public void Levels_within_ten_percent_are_one() =>
        Assert.Empty(Changes(at => at < 30 ? Fast : 0.92 * Fast, count: 60));

    [Fact]
    public void The_many_short_samples_of_a_run_that_is_limited_by_bytes_are_put_together()
    {
        const int Count = 1000; // of 10 ms
        SampleRecord[] samples =
        [
            .. Enumerable.Range(0, Count + 1).Select(index => new SampleRecord(
                index * 10_000_000L, 10_000_000, index % 2 == 0 ? 0 : index < Count / 2 ? 2000 : 500, 1)),
        ];

        ChangeRecord change = Assert.Single(RateChanges.Of(samples, [], device: null));

        Assert.Equal(5e9, change.AtNs);
        Assert.Equal((100_000, 25_000), (change.BeforeBytesPerS, change.AfterBytesPerS));
    }

    [Theory]
    [InlineData("traffic", 0, 300e6, "others moved 0 MB/s on vda, then 300 MB/s")]
    [InlineData("stolen", 0.5, 23, "the host of this machine took 0.5 % of the CPU time, then 23 %")]
    [InlineData("clock", 3.4e9, 2.1e9, "the CPUs ran at 3.40 GHz, then at 2.10 GHz")]
    [InlineData("processes", 2, 55, "other processes used 2.0 % of the CPU time, then 55 %")]
    [InlineData("discards", 0, 40e6, "0 MB/s were discarded on vda, then 40.0 MB/s")]
    [InlineData("dirty", 20, 90, "the page cache held 20 % of the unwritten data that it may hold, then 90 %")]
    [InlineData("writeback", 0, 500e6, "0 bytes of the page cache were being written, then 500 MB")]
    [InlineData("reclaim", 0, 400e6, "the page cache lost 0 MB/s, then 400 MB/s")]
    [InlineData("journal", 0.2, 5, "the journal was committed 0.200 times a second, then 5.00 times")]
    [InlineData("memory", 0, 12, "threads waited for memory 0.0 % of the time, then 12 %")]
    [InlineData("processors", 5, 60, "threads waited for a CPU 5.0 % of the time, then 60 %")]
    public void What_changed_at_the_same_time_is_the_likely_cause(
        string condition, double before, double after, string text)
    {
        Condition known = Enum.GetValues<Condition>().Single(one => one.ToWord() == condition);

        ConditionRecord cause = Assert.Single(Caused(at => at < 25 ? (known, before) : (known, after)));

        Assert.Equal((condition, before, after, text), (cause.Condition, cause.Before, cause.After, cause.Text));
    }

    // In the other direction, elsewhere in time, too little, or a single moment: none of that explains a fall at 25 s.
    [Fact]
    public void What_does_not_fit_the_change_is_no_cause()
    {
        Assert.Empty(Caused(at => (Condition.Traffic, at < 25 ? 300e6 : 0)));
        Assert.Empty(Caused(at => (Condition.Clock, at < 25 ? 2.1e9 : 3.4e9)));
        Assert.Empty(Caused(at => (Condition.Traffic, at < 45 ? 0 : 300e6)));
        Assert.Empty(Caused(at => (Condition.Traffic, at < 25 ? 0 : 10e6)));
        Assert.Empty(Caused(at => (Condition.Stolen, at < 25 ? 0 : 4)));
        Assert.Empty(Caused(at => (Condition.Stolen, at == 26 ? 90 : 0)));
    }

    [Fact]
    public void A_rate_that_rises_is_explained_by_what_ended()
    {
        IReadOnlyList<ChangeRecord> changes = Changes(
            at => at < 25 ? Slow : Fast, count: 60, condition: at => (Condition.Traffic, at < 25 ? 300e6 : 0));

        Assert.Equal("others moved 300 MB/s on vda, then 0 MB/s", Assert.Single(Assert.Single(changes).Causes).Text);
    }

    [Fact]
    public void The_largest_change_is_reported_with_its_first_cause()
    {
        RunRecord run = Run(
            at => at < 20 ? Fast : at < 40 ? Slow : 250e6, at => (Condition.Traffic, at < 20 ? 0 : 300e6));

        FindingRecord finding = ChangeFindings.Of(run)!;

        Assert.Equal("rate_changed", finding.Code);
        Assert.Equal(
            "the rate changed 2 times; most at 20.0 s, when it fell from 500 MB/s to 200 MB/s: at the same time "
            + "others moved 0 MB/s on vda, then 300 MB/s",
            finding.Message);
        Assert.Equal(
            "the rate rose from 200 MB/s to 500 MB/s at 25.0 s: nothing that was observed changed enough to "
            + "explain it",
            ChangeFindings.Of(Run(at => at < 25 ? Slow : Fast))!.Message);
        Assert.Null(ChangeFindings.Of(Run(_ => Fast)));
        Assert.Null(ChangeFindings.Of(run with
        {
            Steady = new SteadyRecord
            {
                IsSteady = true, StartNs = 0, DurationNs = 1, BytesPerS = 1, RoundsBytesPerS = [1],
            },
        }));
    }

    private static RunRecord Run(Func<int, double> rate, Func<int, (Condition, double)>? condition = null) => new()
    {
        Cell = "c",
        Round = 0,
        Changes = Changes(rate, count: 60, condition: condition),
    };

    private static IReadOnlyList<ConditionRecord> Caused(Func<int, (Condition, double)> condition) =>
        Assert.Single(Changes(at => at < 25 ? Fast : Slow, count: 60, condition: condition)).Causes;

    // A run of samples of a second, and a last one that was cut short.
    private static IReadOnlyList<ChangeRecord> Changes(
        Func<int, double> rate,
        int count,
        double spreadPct = 0,
        int seed = 7,
        Func<int, (Condition Condition, double Value)>? condition = null)
    {
        var random = new Random(seed);
        double[] rates =
        [
            .. Enumerable.Range(0, count)
                .Select(at => rate(at) * (1 + (spreadPct / 100 * (random.NextDouble() - 0.5)))),
        ];
        SampleRecord[] samples =
        [
            .. rates.Select((bytes, at) => new SampleRecord(at * 1_000_000_000L, 1_000_000_000, (long)bytes, 1)),
            new SampleRecord(count * 1_000_000_000L, 1000, 0, 0),
        ];
        return RateChanges.Of(
            samples, condition is null ? [] : Enumerable.Range(0, count).Select(at => Span(at, condition(at))), "vda");
    }

    private static ConditionSpan Span(int at, (Condition Condition, double Value) one) => new(
        TimeSpan.FromSeconds(at), TimeSpan.FromSeconds(at + 1),
        new Dictionary<Condition, double> { [one.Condition] = one.Value });
}
