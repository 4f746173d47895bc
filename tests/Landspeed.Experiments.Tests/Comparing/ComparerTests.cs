using Landspeed.Experiments.Comparing;
using Landspeed.Results;
using Landspeed.Results.Blocks;
using Landspeed.Results.Comparing;
using static Landspeed.Experiments.Tests.Comparing.StoredSamples;

namespace Landspeed.Experiments.Tests.Comparing;

public sealed class ComparerTests
{
    private static readonly ComparedResult s_before = Result("before.json", Cell("one", Steady), Cell("two", Steady));

    [Fact]
    public void A_result_that_did_not_become_steady_is_compared_by_whole_runs_and_says_so()
    {
        CellRecord waited = Cell("a", Steady).WithCase(one => one with { Until = "steady=10%/30s" });
        IntervalRecord rate = waited.Metrics[Metrics.Throughput.Name];
        CellRecord steady = waited with
        {
            Metrics = new Dictionary<string, IntervalRecord>(waited.Metrics) { [Metrics.ThroughputSteady.Name] = rate },
        };

        ResultDocument one = Comparer.Of(
            [Result("one", steady), Result("two", waited)], new ComparisonOptions(), DateTimeOffset.UnixEpoch);
        ResultDocument both = Comparer.Of(
            [Result("one", steady), Result("two", steady)], new ComparisonOptions(), DateTimeOffset.UnixEpoch);

        Assert.Equal(
            "two did not become steady in each run: rates of whole runs are compared",
            Assert.Single(one.Findings, finding => finding.Code == "not_steady").Message);
        Assert.DoesNotContain(both.Findings, finding => finding.Code == "not_steady");
    }

    [Fact]
    public void A_result_that_found_wrong_blocks_is_named()
    {
        CellRecord good = Cell("a", Steady);
        var blocks = new BlocksRecord
        {
            Journal = "j", BlockBytes = 4096, Written = 0, Waited = 0, Checked = 9, NeverWritten = 0,
            Unacknowledged = 0, Wrong = [new BlockFaultCount("torn", 1)],
        };
        CellRecord bad = good with { Runs = [.. good.Runs.Select(run => run with { Blocks = blocks })] };

        ResultDocument compared = Comparer.Of(
            [Result("one", good), Result("two", bad)], new ComparisonOptions(), DateTimeOffset.UnixEpoch);

        Assert.Equal(
            "two found blocks that do not hold what was acknowledged",
            Assert.Single(compared.Findings, finding => finding.Code == "blocks_wrong").Message);
    }

    [Fact]
    public void Cells_of_the_same_name_are_compared_metric_by_metric()
    {
        ComparingSection comparing = Compare(s_before, Result("after.json", Cell("two", Steady), Cell("one", Steady.Times(0.8), cost: 0.5)));

        Assert.Equal(
            ["one throughput_bytes_per_s Worse", "two throughput_bytes_per_s Equal", "one cpu_ns_per_byte Better", "two cpu_ns_per_byte Equal",
                "one garbage_collections Equal", "two garbage_collections Equal"],
            comparing.Comparisons.Select(comparison => $"{comparison.Cell} {comparison.Metric} {comparison.Word}"));
        Assert.Equal(0.8, comparing.Comparisons[0].Ratio!.Value, 0.01);
        Assert.Equal((1, 1, 4, 0), (comparing.Pairs[0].Worse, comparing.Pairs[0].Better, comparing.Pairs[0].Equal, comparing.Pairs[0].CannotTell));
    }

    [Fact]
    public void Each_further_result_is_compared_with_the_first()
    {
        ResultDocument document = Comparer.Of(
            [s_before, Result("b.json", Cell("one", Steady.Times(0.8))), Result("c.json", Cell("two", Steady.Times(1.3)))], new ComparisonOptions(), default);

        Assert.Equal([(1, "one"), (2, "two")], document.Comparing!.Comparisons.Where(one => one.Metric == "throughput_bytes_per_s").Select(one => (one.Other, one.Cell)));
        Assert.Equal([1, 1], document.Comparing.Pairs.Select(pair => pair.OnlyBaseline));
        Assert.Contains(document.Conclusions, conclusion => conclusion.Text.StartsWith("b.json: MB/s: slower, 0.80 ×", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData("method version: 1 in before.json, 2 in after.json")]
    [InlineData("kind: sweep in before.json, measure in after.json")]
    [InlineData("host: processor model: P in before.json, Q in after.json")]
    [InlineData("host: virtualization: unknown in before.json, kvm in after.json")]
    [InlineData("host: memory bytes: 8589934592 in before.json, 17179869184 in after.json")]
    [InlineData("file: device: vda in before.json, vdb in after.json")]
    [InlineData("file: file system: ext4 in before.json, xfs in after.json")]
    [InlineData("file: mount options: rw in before.json, ro in after.json")]
    [InlineData("option cold: true in before.json, false in after.json")]
    public void What_is_not_comparable_is_refused_with_every_reason(string reason)
    {
        ComparedResult other = Result("after.json", Cell("one", Steady)).With(document => document with
        {
            MethodVersion = 2,
            Kind = ResultKinds.Measure,
            Hosts = [document.Hosts[0] with { ProcessorModel = "Q", Virtualization = "kvm", MemoryBytes = 16L << 30, Kernel = "another", Runtime = "11.0" }],
            Places = [document.Places[0] with { Path = "elsewhere", Device = "vdb", FileSystem = "xfs", MountOptions = "ro", AvailableBytes = 2 }],
            Setup = document.Setup with { Seed = 2, Options = new Dictionary<string, string> { ["cold"] = "false" } },
        });

        ExperimentException refused = Assert.Throws<ExperimentException>(() => Compare(s_before, other));
        ResultDocument anyway = Comparer.Of([s_before, other], new ComparisonOptions { IsAnyway = true }, default);

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains(reason, refused.Message, StringComparison.Ordinal);
        Assert.DoesNotContain("another", refused.Message, StringComparison.Ordinal);
        Assert.Contains(anyway.Findings, finding => finding.Code == "not_comparable" && finding.Message.EndsWith(reason, StringComparison.Ordinal));
        Assert.Contains(reason, anyway.Comparing!.Pairs[0].NotComparable);
    }

    [Fact]
    public void A_little_more_memory_another_kernel_and_another_place_do_not_forbid_it() => Assert.NotEmpty(Compare(s_before, s_before.With(document => document with
    {
        Hosts = [document.Hosts[0] with { MemoryBytes = (8L << 30) + 4096, Kernel = "7.0", LoadAverage = 3 }],
        Places = [document.Places[0] with { Path = "b", AvailableBytes = 7 }],
    })).Comparisons);

    [Fact]
    public void A_cell_of_another_verdict_or_mode_is_left_out_with_its_reason_and_the_others_are_compared()
    {
        ComparedResult other = Result("after.json", Cell("one", Steady, verdict: Verdict.Cache), Cell("two", Steady));

        ResultDocument document = Comparer.Of([s_before, other], new ComparisonOptions(), default);
        ResultDocument anyway = Comparer.Of([s_before, other], new ComparisonOptions { IsAnyway = true }, default);

        Assert.Equal((1, 1), (document.Comparing!.Pairs[0].Cells, document.Comparing.Pairs[0].RefusedCells));
        Assert.Equal((CellState.Skipped, "verdict on the bytes read: device against cache"), (document.Cells[0].State, document.Cells[0].Reason));
        Assert.All(document.Comparing.Comparisons, comparison => Assert.Equal("two", comparison.Cell));
        Assert.Equal(2, anyway.Comparing!.Pairs[0].Cells);
        Assert.Equal("not_comparable", Assert.Single(anyway.Cells[0].Findings).Code);
    }

    [Fact]
    public void Cells_that_ran_otherwise_are_refused_but_for_seed_and_who_made_the_file()
    {
        ComparedResult other = Result("after.json", Cell("one", Steady).WithCase(one => one with { Engine = "threads", Cold = false, Seed = 7 }), Cell("two", Steady).WithCase(one => one with { Seed = 7, Preparation = "data" }));

        ResultDocument document = Comparer.Of([s_before, other], new ComparisonOptions(), default);

        Assert.Equal("engine uring against threads; cold True against False", document.Cells[0].Reason);
        Assert.Equal(CellState.Done, document.Cells[1].State);
    }

    [Fact]
    public void When_no_cell_can_be_compared_the_whole_is_refused()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Compare(s_before, Result("after.json", Cell("one", Steady, verdict: Verdict.Hole), Cell("two", Steady, verdict: Verdict.Hole))));

        Assert.Equal(
            "not comparable: one and 1 more cells: verdict on the bytes read: device against hole; measure both alike, or compare them anyway with --anyway", refused.Message);
    }

    [Fact]
    public void Results_without_a_cell_in_common_are_refused()
    {
        Assert.Contains("before.json and x.json have no cell in common, of 2 and 1", Refusal(Result("x.json", Cell("three", Steady))), StringComparison.Ordinal);
        Assert.Contains("x.json has no cells", Refusal(Result("x.json")), StringComparison.Ordinal);
        Assert.Contains("skipped in x.json: no direct I/O", Refusal(Result("x.json", Cell("one", Steady) with { State = CellState.Skipped, Reason = "no direct I/O" })), StringComparison.Ordinal);
        Assert.Contains("no metric in common", Refusal(Result("x.json", Cell("one", Verdict.Device, [(Metrics.Throughput, double.NaN)]))), StringComparison.Ordinal);
    }

    [Fact]
    public void Results_of_one_case_each_are_about_it_whatever_it_is_called()
    {
        (ComparedResult one, ComparedResult other) = (Result("a", Cell("read-64KiB", Steady)), Result("b", Cell("read-1MiB", Steady)));

        Assert.Contains("read-64KiB: another case, read-1MiB in b", Assert.Throws<ExperimentException>(() => Compare(one, other)).Message, StringComparison.Ordinal);
        Assert.Equal(1, Comparer.Of([one, other], new ComparisonOptions { IsAnyway = true }, default).Comparing!.Pairs[0].Cells);
    }

    [Fact]
    public void The_same_result_twice_is_compared_and_said_to_be_the_same()
    {
        ResultDocument document = Comparer.Of([s_before, s_before], new ComparisonOptions(), default);

        Assert.Contains(document.Findings, finding => finding.Code == "same_result");
        Assert.All(document.Comparing!.Comparisons, comparison => Assert.Equal(ComparisonWord.Equal, comparison.Word));
    }

    [Fact]
    public void Stored_results_carry_the_order_in_which_they_were_made_and_interleaved_ones_do_not()
    {
        Assert.Contains(Comparer.Of([s_before, s_before], new ComparisonOptions(), default).Findings, finding => finding.Code == "stored_order");
        Assert.DoesNotContain(Comparer.Of([s_before, s_before], new ComparisonOptions { IsInterleaved = true }, default).Findings, finding => finding.Code == "stored_order");
    }

    [Fact]
    public void What_is_within_the_band_however_sure_does_not_make_others_differ()
    {
        double[] uncertain = [90, 95, 100, 105, 110, 115, 120, 125];
        CellRecord[] Cells(double within, double beyond) =>
            [.. Enumerable.Range(0, 9).Select(index => Cell(FormattableString.Invariant($"sure-{index}"), Steady.Times(within))), Cell("unsure", uncertain.Times(beyond))];
        var options = new ComparisonOptions { Metrics = [Metrics.Throughput] };

        ResultDocument document = Comparer.Of([Result("a", Cells(1, 1)), Result("b", Cells(1.045, 1.16))], options, default);

        Assert.InRange(document.Comparing!.Comparisons[^1].PValue, 0.006, 0.05); // one of ten needs 0.005, ten of ten 0.05
        Assert.Equal(ComparisonWord.CannotTell, document.Comparing.Comparisons[^1].Word);
    }

    [Fact]
    public void Few_runs_cannot_tell_and_say_how_many_would()
    {
        ComparingSection comparing = Compare(Result("a", Cell("one", [100, 103])), Result("b", Cell("one", [80, 82])));

        Assert.Equal((ComparisonWord.CannotTell, 3), (comparing.Comparisons[0].Word, comparing.Comparisons[0].MoreRuns));
    }

    [Fact]
    public void Metrics_that_only_one_has_that_are_unknown_or_below_0_are_passed_over()
    {
        ComparingSection comparing = Compare(
            Result("a", Cell("one", Verdict.Device, [.. Steady.Select(rate => new[] { (Metrics.Throughput, rate), (Metrics.Cpu, -1), (Metrics.LatencyP50, double.NaN) })])),
            Result("b", Cell("one", Verdict.Device, [.. Steady.Select(rate => new[] { (Metrics.Throughput, rate), (Metrics.Cpu, 1), (Metrics.LatencyP50, 2), (Metrics.Elapsed, 3) })])));

        Assert.Equal("throughput_bytes_per_s", Assert.Single(comparing.Comparisons).Metric);
    }

    [Fact]
    public void What_is_0_in_both_is_equal_and_more_than_nothing_has_no_ratio()
    {
        ComparingSection comparing = Compare(
            Result("a", Cell("one", Verdict.Device, [.. Steady.Select(_ => new[] { (Metrics.Collections, 0.0), (Metrics.Allocated, 0.0) })])),
            Result("b", Cell("one", Verdict.Device, [.. Steady.Select(_ => new[] { (Metrics.Collections, 2.0), (Metrics.Allocated, 0.0) })])));

        Assert.Equal([(ComparisonWord.Equal, 1.0), (ComparisonWord.Worse, (double?)null)], comparing.Comparisons.Select(comparison => (comparison.Word, comparison.Ratio)));
    }

    [Theory]
    [InlineData(0.85, 10, 1)]
    [InlineData(0.85, 20, 0)]
    [InlineData(0.97, 1, 0)] // equal within the band
    [InlineData(1.3, 10, 0)]
    public void The_gate_is_broken_by_what_is_worse_and_by_more(double factor, double gatePct, int broken)
    {
        ResultDocument document = Comparer.Of(
            [s_before, Result("after.json", Cell("one", Steady.Times(factor)), Cell("two", Steady))], new ComparisonOptions { GatePct = gatePct, Metrics = [Metrics.Throughput] }, default);

        Assert.Equal(broken, Comparer.Broken(document.Comparing!).Count);
        Assert.StartsWith(broken > 0 ? "The gate of 10 % is broken in 1 cell: one: MB/s slower (0.85 ×" : "The gate holds", document.Conclusions[0].Text, StringComparison.Ordinal);
    }

    [Fact]
    public void The_gate_looks_at_rates_and_processor_time_unless_metrics_are_chosen()
    {
        static ComparedResult Of(string name, double bytes) => Result(name, Cell("one", Verdict.Device, [.. Steady.Select(rate => new[] { (Metrics.Throughput, rate), (Metrics.PeakResident, bytes) })]));
        ComparedResult[] results = [Of("a", 1), Of("b", 5)];

        Assert.Empty(Comparer.Broken(Comparer.Of(results, new ComparisonOptions { GatePct = 10 }, default).Comparing!));
        Assert.Single(Comparer.Broken(Comparer.Of(results, new ComparisonOptions { GatePct = 10, Metrics = [Metrics.PeakResident] }, default).Comparing!));
        Assert.Empty(Comparer.Broken(Comparer.Of(results, new ComparisonOptions(), default).Comparing!));
    }

    [Fact]
    public void Runs_on_two_levels_are_noted()
    {
        double[] levels = [.. Enumerable.Range(0, 60).Select(run => (run % 2 == 0 ? 100 : 200) + (run % 7))];

        ResultDocument document = Comparer.Of([Result("a", Cell("one", levels)), Result("b", Cell("one", levels))], new ComparisonOptions(), default);

        Assert.Contains(document.Cells[0].Findings, finding => finding.Code == "several_modes");
    }

    [Fact]
    public void Ten_thousand_cells_are_compared()
    {
        ComparedResult many = Result("a", [.. Enumerable.Range(0, 10_000).Select(index => Cell(FormattableString.Invariant($"cell-{index}"), Steady.Take(5)))]);

        Assert.Equal(30_000, Compare(many, many with { Name = "b" }).Comparisons.Count);
    }

    [Fact]
    public void A_stored_comparison_is_read_as_it_was_written()
    {
        using var first = new StringWriter();
        using var again = new StringWriter();
        ResultsJson.Write(Comparer.Of([s_before, Result("after.json", Cell("one", Steady.Times(0.8)))], new ComparisonOptions(), default), first);

        ResultsJson.Write(ResultsJson.Read(first.ToString()), again);

        Assert.Equal(first.ToString(), again.ToString());
    }

    private static ComparingSection Compare(ComparedResult one, ComparedResult other) => Comparer.Of([one, other], new ComparisonOptions(), default).Comparing!;

    private static string Refusal(ComparedResult other) => Assert.Throws<ExperimentException>(() => Compare(s_before, other)).Message;
}
