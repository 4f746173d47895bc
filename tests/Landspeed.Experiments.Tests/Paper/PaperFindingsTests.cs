using Landspeed.Experiments.Paper;
using Landspeed.Experiments.Tests.Sweeping;
using Landspeed.Results;
using Landspeed.Results.Creation;
using Landspeed.Results.Paper;

namespace Landspeed.Experiments.Tests.Paper;

public sealed class PaperFindingsTests
{
    private const string Striped = "raid0 of 4 disks";
    private static readonly double[] s_slow = [495, 498, 500, 502, 505];
    private static readonly double[] s_fast = [595, 598, 600, 602, 605];
    private static readonly double[] s_noisy = [300, 400, 550, 700, 800];

    [Theory]
    [InlineData(980, PaperLabels.Confirmed)]
    [InlineData(1500, PaperLabels.Confirmed)]
    [InlineData(700, PaperLabels.Refuted)]
    public void Defaults_are_excellent_where_they_reach_90_percent_of_direct(double defaults, string outcome) =>
        Assert.Equal(outcome, MadeUp.Judge(1, MadeUp.Evidence(MadeUp.Sweep(defaults, 1000))).Outcome);

    [Fact]
    public void One_operation_that_lags_refutes_the_defaults()
    {
        ResultDocument sweep = MadeUp.Sweep(980, 1000);
        sweep = sweep with
        {
            Cells = [.. sweep.Cells.Select(cell => cell.Curve == "write-filestream" ? cell.With(Metrics.Throughput, SampleCells.Interval(500e6, 1)) : cell)],
        };

        Assert.Equal(PaperLabels.Refuted, MadeUp.Judge(1, MadeUp.Evidence(sweep)).Outcome);
    }

    [Fact]
    public void Noise_leaves_the_defaults_untold_and_says_what_would_tell()
    {
        PaperJudgement judged = MadeUp.Judge(1, MadeUp.Evidence(MadeUp.Sweep(860, 1000, noisePct: 10)));

        Assert.Equal(PaperLabels.Inconclusive, judged.Outcome);
        Assert.Contains("inconclusive after 5 runs; about 47 would decide", judged.Needed, StringComparison.Ordinal);
    }

    [Fact]
    public void An_array_is_no_single_disk() =>
        Assert.Equal(PaperLabels.NotTestable, MadeUp.Judge(1, MadeUp.Evidence(MadeUp.Sweep(980, 1000), array: Striped)).Outcome);

    [Theory]
    [InlineData(1)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void What_came_from_the_cache_tests_nothing(int finding)
    {
        PaperJudgement judged = MadeUp.Judge(finding, MadeUp.Evidence(MadeUp.Sweep(980, 1000).With(Verdict.Cache), array: finding == 3 ? Striped : PaperLabels.OneDevice));

        Assert.Equal(PaperLabels.NotTestable, judged.Outcome);
        Assert.Contains("verdict cache", judged.Here, StringComparison.Ordinal);
        Assert.NotNull(judged.Needed);
    }

    [Theory]
    [InlineData(1)]
    [InlineData(2)]
    [InlineData(3)]
    [InlineData(4)]
    [InlineData(5)]
    public void Without_results_nothing_is_testable(int finding) =>
        Assert.Equal(PaperLabels.NotTestable, MadeUp.Judge(finding, MadeUp.Evidence()).Outcome);

    [Fact]
    public void Preallocation_is_confirmed_where_it_gains_on_a_fragmented_volume()
    {
        PaperJudgement judged = MadeUp.Judge(2, MadeUp.Evidence(creation: MadeUp.Creation(CreationLabels.Fragmented, s_slow, s_fast)));

        Assert.Equal(PaperLabels.Confirmed, judged.Outcome);
        Assert.Contains("setting it gains 20 %", judged.Here, StringComparison.Ordinal);
    }

    [Fact]
    public void Preallocation_is_refuted_where_it_costs_or_changes_nothing()
    {
        Assert.Equal(PaperLabels.Refuted, MadeUp.Judge(2, MadeUp.Evidence(creation: MadeUp.Creation(CreationLabels.Fragmented, s_fast, s_slow))).Outcome);
        Assert.Equal(PaperLabels.Refuted, MadeUp.Judge(2, MadeUp.Evidence(creation: MadeUp.Creation(CreationLabels.Fragmented, s_slow, s_slow))).Outcome);
    }

    [Fact]
    public void Noise_leaves_preallocation_untold()
    {
        PaperJudgement judged = MadeUp.Judge(2, MadeUp.Evidence(creation: MadeUp.Creation(CreationLabels.Fragmented, s_slow, s_noisy)));

        Assert.Equal(PaperLabels.Inconclusive, judged.Outcome);
        Assert.Contains("5", judged.Needed, StringComparison.Ordinal);
    }

    [Fact]
    public void A_volume_that_nobody_fragmented_does_not_test_preallocation()
    {
        PaperJudgement judged = MadeUp.Judge(2, MadeUp.Evidence(creation: MadeUp.Creation(CreationLabels.AsIs, s_slow, s_fast)));

        Assert.Equal(PaperLabels.NotTestable, judged.Outcome);
        Assert.Contains("as root", judged.Needed, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(100, PaperLabels.Confirmed)]
    [InlineData(980, PaperLabels.Refuted)]
    public void An_array_needs_direct_requests_where_buffered_ones_lag(double defaults, string outcome) =>
        Assert.Equal(outcome, MadeUp.Judge(3, MadeUp.Evidence(MadeUp.Sweep(defaults, 1000), array: Striped)).Outcome);

    [Theory]
    [InlineData(PaperLabels.OneDevice, "This volume is on one device")]
    [InlineData(PaperLabels.NoDevice, "This volume is on no block device that the system reports")]
    [InlineData(PaperLabels.Unknown, "Whether this volume is an array is not known")]
    public void One_device_is_no_array_and_its_numbers_are_told_all_the_same(string array, string start)
    {
        PaperJudgement judged = MadeUp.Judge(3, MadeUp.Evidence(MadeUp.Sweep(100, 1000), array: array));

        Assert.Equal(PaperLabels.NotTestable, judged.Outcome);
        Assert.StartsWith(start, judged.Here, StringComparison.Ordinal);
        Assert.Contains("10 % of the 1,000 MB/s", judged.Here, StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(new[] { 0.1, 0.3, 0.98, 1, 1 }, PaperLabels.Confirmed)]
    [InlineData(new[] { 0.01, 0.1, 0.2, 0.6, 1 }, PaperLabels.Refuted)] // 64 KiB are too few
    [InlineData(new[] { 1, 1, 1, 1, 1.0 }, PaperLabels.Refuted)] // 4 KiB are enough
    [InlineData(new[] { 0.1, 0.3, 0.9, 1, 1 }, PaperLabels.Inconclusive)] // the limit itself
    public void Sixty_four_KiB_are_a_good_start_where_they_are_enough_and_less_is_not(double[] shape, string outcome) =>
        Assert.Equal(outcome, MadeUp.Judge(4, MadeUp.Evidence(MadeUp.Sweep(980, 1000, shape))).Outcome);

    [Fact]
    public void The_fastest_size_is_enough_however_noisy_it_is() =>
        Assert.Equal(PaperLabels.Confirmed, MadeUp.Judge(4, MadeUp.Evidence(MadeUp.Sweep(980, 1000, [0.05, 0.3, 1, 0.9, 0.9], noisePct: 12))).Outcome);

    [Fact]
    public void What_is_enough_today_stands_beside_64_KiB()
    {
        string here = MadeUp.Judge(4, MadeUp.Evidence(MadeUp.Sweep(980, 1000, [0.01, 0.1, 0.2, 0.97, 1]))).Here;

        Assert.Contains("90 % of the best rate needs 256 KiB, or 4 KiB with 8 in flight", here, StringComparison.Ordinal);
    }

    [Fact]
    public void A_processor_that_has_time_left_at_more_than_800_MB_a_second_confirms() =>
        Assert.Equal(PaperLabels.Confirmed, MadeUp.Judge(5, MadeUp.Evidence(MadeUp.Sweep(980, 1000))).Outcome);

    [Theory]
    [InlineData(400, 2, 5, PaperLabels.Refuted)] // 800 MB/s take 1.6 processors
    [InlineData(3000, 2, 5, PaperLabels.Refuted)]
    [InlineData(3000, 0.4, 5, PaperLabels.Confirmed)] // 1.2 processors here, a third for 800 MB/s
    [InlineData(3000, 1.25, 20, PaperLabels.Inconclusive)] // 800 MB/s take one, more or less
    public void What_800_MB_a_second_take_of_a_processor_decides(double rate, double nsPerByte, double noisePct, string outcome)
    {
        ResultDocument sweep = MadeUp.Sweep(rate, rate * 1.02);
        sweep = sweep with { Cells = [.. sweep.Cells.Select(cell => cell.With(Metrics.CpuPerByte, SampleCells.Interval(nsPerByte, noisePct)))] };

        PaperJudgement judged = MadeUp.Judge(5, MadeUp.Evidence(sweep));

        Assert.Equal(outcome, judged.Outcome);
        Assert.Contains($"800 MB/s would take {AmountText.Percent(80 * nsPerByte)} of it", judged.Here, StringComparison.Ordinal);
    }

    [Fact]
    public void A_device_that_is_too_slow_tests_no_processor_and_says_what_800_MB_a_second_would_take()
    {
        PaperJudgement judged = MadeUp.Judge(5, MadeUp.Evidence(MadeUp.Sweep(100, 200)));

        Assert.Equal(PaperLabels.NotTestable, judged.Outcome);
        Assert.Contains("800 MB/s would take", judged.Here, StringComparison.Ordinal);
    }

    [Fact]
    public void Every_finding_carries_its_words_rule_and_numbers() => Assert.All(PaperFindings.All, finding =>
    {
        CellRecord cell = finding.On(MadeUp.Evidence(MadeUp.Sweep(980, 1000)));
        IReadOnlyDictionary<string, string> facts = Assert.Single(cell.Runs).Facts;

        Assert.True(cell.Labels[PaperLabels.Outcome] is PaperLabels.Confirmed
            or PaperLabels.Refuted or PaperLabels.Inconclusive or PaperLabels.NotTestable);
        Assert.All([PaperLabels.Statement, PaperLabels.Then, PaperLabels.Here, PaperLabels.Rule], fact => Assert.EndsWith(".", facts[fact], StringComparison.Ordinal));
        Assert.Equal(
            cell.Labels[PaperLabels.Outcome] is PaperLabels.Inconclusive or PaperLabels.NotTestable,
            facts.ContainsKey(PaperLabels.Needed));
    });
}
