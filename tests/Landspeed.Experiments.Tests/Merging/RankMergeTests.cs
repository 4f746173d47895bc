using Landspeed.Experiments.Merging;
using Landspeed.Results;
using static Landspeed.Experiments.Tests.Merging.RankedResults;

namespace Landspeed.Experiments.Tests.Merging;

public class RankMergeTests
{
    [Fact]
    public void Bytes_are_added_and_the_rate_is_that_of_the_whole_run()
    {
        RunRecord run = Only(RankMerge.Of([Document(0, 2, Run(0, 1000)), Document(1, 2, Run(2, 1998, 3_000_000))]));

        Assert.Equal((4e6, 200), (run[Metrics.BytesRead], run[Metrics.Requests]));
        Assert.Equal((1998e6, 2e6, 1000e6, 1998e6), (run[Metrics.Elapsed], run[Metrics.Skew], run[Metrics.FirstDone], run[Metrics.LastDone]));
        Assert.Equal(4e6 / 1.998, run[Metrics.Throughput]!.Value, 3);
        Assert.Equal(16, run[Metrics.DepthRequested]);
    }

    [Fact]
    public void While_all_are_busy_only_the_bytes_of_that_time_count()
    {
        RunRecord run = Only(RankMerge.Of([Document(0, 2, Run(0, 500)), Document(1, 2, Run(0, 1000))]));

        Assert.Equal(500e6, run[Metrics.AllBusy]);
        Assert.Equal(1_500_000 / 0.5, run[Metrics.ThroughputAllBusy]!.Value, 3);
    }

    [Fact]
    public void The_time_series_has_all_bytes_at_their_time()
    {
        RunRecord run = Only(RankMerge.Of([Document(0, 2, Run(0, 500)), Document(1, 2, Run(1, 1001))]));

        Assert.Equal(2_000_000, run.Samples.Sum(sample => sample.Bytes));
        Assert.Equal(200, run.Samples.Sum(sample => sample.Requests));
        Assert.Equal(1001e6, run.Samples[^1].StartNs + run.Samples[^1].DurationNs);
        Assert.InRange(run.Samples[0].Bytes, 295_000, 300_000);
        Assert.InRange(run.Samples[^2].Bytes, 99_000, 101_000);
    }

    [Fact]
    public void Cost_of_processes_is_added_and_that_of_a_machine_counts_once()
    {
        RunRecord run = Only(RankMerge.Of([.. Enumerable.Range(0, 4).Select(rank => Document(rank, 4, Run()))]));

        Assert.Equal((12e6, 3.0), (run[Metrics.Cpu], run[Metrics.CpuPerByte]));
        Assert.Equal((10e6, 2.5), (run[Metrics.MachineCpu], run[Metrics.MachineCpuPerByte])); // two hosts of two ranks
    }

    [Theory]
    [InlineData(9.9, true)]
    [InlineData(10.1, false)]
    public void A_run_whose_skew_exceeds_1_percent_does_not_count(double lateMs, bool counts)
    {
        ResultDocument merged = RankMerge.Of([Document(0, 2, Run(0, 1000), Run(0, 1000)), Document(1, 2, Run(0, 1000, 1_000_000), Run(lateMs, 1000))]);

        CellRecord cell = Assert.Single(merged.Cells);
        Assert.Equal(counts ? 2 : 1, cell[Metrics.Throughput]!.Runs);
        Assert.Equal(2, cell.Runs.Count);
        Assert.Equal(counts, cell.Runs[1].Invalid is null);
        Assert.Equal(counts, cell.Findings.All(finding => finding.Code != "skew"));
    }

    [Fact]
    public void A_cell_without_a_run_that_counts_says_who_was_late()
    {
        CellRecord cell = Assert.Single(RankMerge.Of([Document(0, 2, Run()), Document(1, 2, Run(100, 1000))]).Cells);

        Assert.Equal(CellState.Failed, cell.State);
        Assert.StartsWith(
            "the ranks did not start together: rank 1 (host0) began 100.0 ms after the first", cell.Reason);
    }

    [Fact]
    public void A_clock_that_may_be_wrong_by_more_than_1_percent_voids_a_run()
    {
        RunRecord wrong = Run() with { Metrics = new Dictionary<string, double>(Run().Metrics) { [Metrics.ClockError.Name] = 20e6 } };

        Assert.NotNull(Only(RankMerge.Of([Document(0, 2, Run()), Document(1, 2, wrong)])).Invalid);
    }

    [Fact]
    public void Who_is_slow_in_most_runs_is_a_straggler_and_named_with_its_host()
    {
        RunRecord slow = Run(bytes: 500_000);
        ResultDocument merged = RankMerge.Of(
        [
            Document(0, 4, Run(), Run(), Run()), Document(1, 4, Run(), slow, Run()), Document(2, 4, Run(), Run(), Run()), Document(3, 4, slow, slow, Run()),
        ]);

        FindingRecord found = Assert.Single(merged.Findings, finding => finding.Code == "stragglers");
        Assert.Contains("rank 3 (host1) with 67 %", found.Message);
        Assert.DoesNotContain("rank 1", found.Message);
        Assert.Equal([false, false, false, true], merged.Ranks!.Ranks.Select(rank => rank.Straggler));
    }

    [Fact]
    public void What_survived_is_put_together_and_what_is_missing_is_named()
    {
        ResultDocument merged = RankMerge.Of([Document(2, 4, Run()), Document(0, 4, Run())]);

        Assert.True(merged.Partial);
        Assert.Equal([1, 3], merged.Ranks!.Missing);
        Assert.Contains("the results of ranks 1, 3 of 4 are missing", Assert.Single(merged.Findings, finding => finding.Code == "missing_ranks").Message);
        Assert.Equal(2e6, Only(merged)[Metrics.BytesRead]);
        Assert.Equal(["host0", "host1"], merged.Hosts.Select(host => host.Name));
        Assert.Equal(["rank 0", "rank 2"], merged.Parts.Select(part => part.Label));
        Assert.Equal("/data/file-{rank}.dat", merged.Places[0].Path);
        Assert.Equal(3, merged.StartedAt.Hour);
        Assert.Equal(0, merged.StartedAt.Minute);
    }

    [Fact]
    public void A_round_that_not_all_have_is_left_out()
    {
        ResultDocument whole = Document(0, 2, Run(), Run());
        ResultDocument cut = Document(1, 2, Run(), Run());
        cut = cut with { Partial = true, Cells = [cut.Cells[0] with { Runs = [cut.Cells[0].Runs[0]] }] };

        ResultDocument merged = RankMerge.Of([whole, cut]);

        Assert.True(merged.Partial);
        Assert.Single(merged.Cells[0].Runs);
    }

    [Fact]
    public void A_result_of_ranks_survives_being_written_and_read()
    {
        ResultDocument merged = RankMerge.Of([Document(0, 3, Run(latencies: [100, 200])), Document(1, 3, Run(latencies: [300]))]);
        using var text = new StringWriter();
        ResultsJson.Write(merged, text);
        using var again = new StringWriter();
        ResultsJson.Write(ResultsJson.Read(text.ToString()), again);

        Assert.Equal(text.ToString(), again.ToString());
        Assert.Contains("\"missing\": [", text.ToString());
    }

    [Fact]
    public void What_one_rank_found_is_said_with_its_name()
    {
        RunRecord drifting = Run() with { Findings = [new FindingRecord("drift", "slower")] };
        RunRecord falling = Run() with { Case = Case("threads", "engine threads instead of uring: refused") };

        RunRecord run = Only(RankMerge.Of([Document(0, 2, Run() with { Case = Case("uring") }), Document(1, 2, falling with { Findings = drifting.Findings })]));

        Assert.Equal("rank 1 (host0): slower", Assert.Single(run.Findings).Message);
        Assert.Equal(["rank 1 (host0): engine threads instead of uring: refused"], run.Case!.Fallbacks);
    }

    [Fact]
    public void Results_that_do_not_belong_together_are_refused()
    {
        ResultDocument first = Document(0, 2, Run());
        ResultDocument second = Document(1, 2, Run());
        (ResultDocument Other, string Says)[] wrong =
        [
            (second with { Tool = new ToolRecord("landspeed", "2.0") }, "version of Landspeed differs: 1.0 and 2.0"),
            (second with { Setup = second.Setup with { Seed = 8 } }, "seed differs: 7 and 8"),
            (second with { Setup = second.Setup with { Options = new Dictionary<string, string> { ["operation"] = "write" } } }, "options differ: operation read and operation write"),
            (second with { Rank = second.Rank! with { Job = "another" } }, "command differs"),
            (second with { Rank = second.Rank! with { Size = 3 } }, "number of ranks differs: 2 and 3"),
            (second with { Rank = second.Rank! with { Number = 2 } }, "to be rank 2 of 2, which does not exist"),
            (second with { Rank = null }, "made by a single process"),
            (Document(0, 2, Run()), "rank 0 is given twice"),
        ];

        Assert.All(wrong, pair =>
        {
            ExperimentException refused = Assert.Throws<ExperimentException>(() => RankMerge.Of([first, pair.Other]));
            Assert.Equal(Outcome.Refused, refused.Outcome);
            Assert.Contains(pair.Says, refused.Message);
        });
    }

    private static RunRecord Only(ResultDocument merged) => Assert.Single(Assert.Single(merged.Cells).Runs);

    private static CaseSection Case(string engine, params string[] fallbacks)
    {
        var its = new CaseRecord
        {
            Operation = "read", Mode = "direct", Api = "engine", RequestSizeBytes = 1, QueueDepth = 1, Threads = 1, DistancePct = 0, Engine = engine, TimeS = 1, Touch = false,
            Cold = false, Flush = "none", Seed = 7,
        };
        return new CaseSection { Requested = its, Effective = its, Fallbacks = fallbacks };
    }
}
