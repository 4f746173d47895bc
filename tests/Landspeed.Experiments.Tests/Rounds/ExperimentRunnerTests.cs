using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Experiments.Tests.Rounds;

[Collection(ProcessWideCollection.Name)]
public sealed class ExperimentRunnerTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();
    private readonly List<string> _calls = [];
    private readonly ExperimentRunner _runner = new(TimeProvider.System);

    private string Journal => _scratch.File("journal");

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void Each_round_has_every_case_once_and_the_seed_gives_the_order()
    {
        FakeTrial[] trials = [.. "abcdef".Select(letter => new FakeTrial($"{letter}", _calls))];

        Run(new FakeExperiment(_scratch.Path, 3, trials) { Seed = 1 });
        string[] first = Runs();
        _calls.Clear();
        Run(new FakeExperiment(_scratch.Path, 3, trials) { Seed = 1 });
        string[] again = Runs();
        _calls.Clear();
        Run(new FakeExperiment(_scratch.Path, 3, trials) { Seed = 2 });

        Assert.Equal(first, again);
        Assert.NotEqual(first, Runs());
        Assert.All(first.Chunk(6), round => Assert.Equal("abcdef", string.Concat(round.Order())));
        Assert.NotEqual(first[..6], first[6..12]);
    }

    [Fact]
    public void A_trial_is_prepared_run_made_durable_and_finished_in_this_order()
    {
        Run(new FakeExperiment(_scratch.Path, 1, new FakeTrial("a", _calls)));

        Assert.Equal(["prepare a", "run a", "durable a", "finish a"], _calls);
    }

    [Fact]
    public void Medians_rates_values_and_conclusions_come_from_the_runs()
    {
        int run = 0;
        var trial = new FakeTrial("a", _calls)
        {
            Work = _ => new TrialWork
            {
                BytesRead = 1_000_000,
                Records = 50,
                Metrics = new Dictionary<string, double> { ["mine_bytes"] = ++run },
            },
            End = _ => new TrialEnd { Metrics = new Dictionary<string, double> { ["after_ns"] = 10 * run } },
        };

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 3, trial)).Document;

        CellRecord cell = Assert.Single(document.Cells);
        Assert.Equal(CellState.Done, cell.State);
        Assert.Equal(2, cell.Metrics["mine_bytes"].Median);
        Assert.Equal(20, cell.Metrics["after_ns"].Median);
        Assert.Equal(3, cell[Metrics.Elapsed]!.Runs);
        double[] rates = [.. cell.Runs.Select(one => 1e15 / one[Metrics.Elapsed]!.Value).Order()];
        SameButForRounding(rates[1], cell[Metrics.Throughput]!.Median);
        SameButForRounding(cell[Metrics.Throughput]!.Median * 50 / 1e6, cell[Metrics.RecordRate]!.Median);
        Assert.Equal("All done.", Assert.Single(document.Conclusions).Text);
        Assert.False(document.Partial);
    }

    [Fact]
    public void The_longest_time_without_a_byte_is_in_the_result_and_a_flush_is_none()
    {
        var clock = new HandClock();
        var stalling = new FakeTrial("s", _calls)
        {
            Work = monitor =>
            {
                monitor.Report(0, 1000);
                clock.Now += TimeSpan.FromSeconds(2);
                monitor.Report(400, 1000);
                clock.Now += TimeSpan.FromSeconds(12);
                monitor.Report(1000, 1000);
                clock.Now += TimeSpan.FromSeconds(50);
                return new TrialWork { BytesWritten = 1000 };
            },
            Durable = () =>
            {
                clock.Now += TimeSpan.FromSeconds(100);
                return true;
            },
        };
        var silent = new FakeTrial("q", _calls);

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 1, stalling, silent), clock).Document;

        RunRecord run = document.Cells.Single(cell => cell.Name == "s").Runs[0];
        Assert.Equal(12e9, run[Metrics.LongestStall]);
        Assert.Contains(run.Findings, finding => finding is { Code: "stalled" } && finding.Message.Contains("for 12.0 s no byte", StringComparison.Ordinal));
        Assert.Null(document.Cells.Single(cell => cell.Name == "q").Runs[0][Metrics.LongestStall]);
    }

    [Fact]
    public void Writes_count_until_they_are_durable_and_reads_until_they_returned()
    {
        var writing = new FakeTrial("w", _calls) { Work = _ => new TrialWork { BytesWritten = 1000 }, Durable = () => true };
        var reading = new FakeTrial("r", _calls);

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 1, writing, reading)).Document;

        (RunRecord wrote, RunRecord read) = (document.Cells[0].Runs[0], document.Cells[1].Runs[0]);
        Assert.True(wrote[Metrics.ElapsedToDurable] >= wrote[Metrics.Elapsed]);
        SameButForRounding(
            1000e9 / wrote[Metrics.ElapsedToDurable]!.Value, document.Cells[0][Metrics.Throughput]!.Median);
        Assert.Null(wrote.Reads);
        Assert.NotNull(wrote.Writes);
        Assert.Null(read[Metrics.ElapsedToDurable]);
        Assert.Null(read.Writes);
        Assert.NotNull(read.Reads);
    }

    [Fact]
    public void What_stays_in_the_cache_of_a_case_that_must_be_cold_is_found()
    {
        FakeTrial Cold(string name, double resident) =>
            new(name, _calls) { Start = () => new TrialStart { MustBeCold = true, ResidentPct = resident } };

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 1, Cold("cold", 1), Cold("warm", 1.1))).Document;

        Assert.DoesNotContain(document.Cells[0].Findings, finding => finding.Code == "not_cold");
        Assert.Contains(document.Cells[1].Findings, finding => finding.Code == "not_cold");
    }

    [Theory]
    [InlineData(Outcome.Failed)]
    [InlineData(Outcome.Mismatch)]
    public void A_case_that_fails_is_reported_gets_no_more_runs_and_the_others_go_on(Outcome outcome)
    {
        var bad = new FakeTrial("bad", _calls) { Work = _ => throw new ExperimentException(outcome, "no such luck") };
        var good = new FakeTrial("good", _calls);

        ExperimentResult result = Run(new FakeExperiment(_scratch.Path, 4, bad, good));

        Assert.Null(result.Failure);
        Assert.Equal((CellState.Failed, "no such luck"), (result.Document.Cells[0].State, result.Document.Cells[0].Reason));
        Assert.Equal(4, result.Document.Cells[1].Runs.Count);
        Assert.Equal(1, _calls.Count(call => call == "run bad"));
        Assert.Equal(1, _calls.Count(call => call == "clean bad"));
        Assert.False(result.Document.Partial);
    }

    [Fact]
    public void A_wrong_result_fails_its_case()
    {
        var wrong = new FakeTrial("wrong", _calls) { End = work => work is null ? TrialEnd.Nothing : throw new ExperimentException(Outcome.Mismatch, "differs") };

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 1, wrong, new FakeTrial("good", _calls))).Document;

        Assert.Equal(CellState.Failed, document.Cells[0].State);
        Assert.Equal(CellState.Done, document.Cells[1].State);
    }

    [Theory]
    [InlineData(1, false)]
    [InlineData(2, true)]
    public void Only_a_comparison_reports_that_one_run_is_few(int cells, bool reported)
    {
        FakeTrial[] trials = [.. Enumerable.Range(0, cells).Select(cell => new FakeTrial($"{cell}", _calls))];

        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 1, trials)).Document;

        Assert.All(document.Cells, cell => Assert.Equal(reported, cell.Findings.Any(finding => finding.Code == "few_runs")));
    }

    [Fact]
    public void Single_work_that_fails_throws_its_failure()
    {
        var bad = new FakeTrial("bad", _calls) { Work = _ => throw new ExperimentException(Outcome.Mismatch, "differs") };
        var experiment = new FakeExperiment(_scratch.Path, 1, bad);

        Assert.Equal(Outcome.Mismatch, Assert.Throws<ExperimentException>(() => Run(experiment)).Outcome);
        Assert.Equal(1, experiment.CleanUps);
    }

    [Theory]
    [InlineData(NativeErrorKind.NoSpace)]
    [InlineData(NativeErrorKind.ReadOnly)]
    public void What_every_case_would_meet_ends_the_experiment_with_what_was_done(NativeErrorKind kind)
    {
        int left = 3;
        FakeTrial Trial(string name) => new(name, _calls)
        {
            Work = _ => left-- > 0
                ? new TrialWork { BytesRead = 1 }
                : throw new NativeIOException("write", FilePath.FromText("x"), NativeError.Of(kind)),
        };

        ExperimentResult result = Run(new FakeExperiment(_scratch.Path, 5, Trial("a"), Trial("b")));

        Assert.IsType<NativeIOException>(result.Failure);
        Assert.True(result.Document.Partial);
        Assert.Equal(3, result.Document.Cells.Sum(cell => cell.Runs.Count));
    }

    [Fact]
    public void Skipped_cases_are_never_run_and_the_reason_stays()
    {
        ResultDocument document =
            Run(new FakeExperiment(_scratch.Path, 2, new FakeTrial("a", _calls)) { Skipped = ["b"] }).Document;

        Assert.Equal((CellState.Skipped, "cannot be"), (document.Cells[1].State, document.Cells[1].Reason));
        Assert.False(document.Partial);
    }

    [Fact]
    public void An_experiment_of_which_every_case_is_skipped_is_refused_before_anything_is_made()
    {
        ExperimentException refused = Assert.Throws<ExperimentException>(() => Run(new FakeExperiment(_scratch.Path, 2) { Skipped = ["b", "c"] }));

        Assert.Equal(Outcome.Usage, refused.Outcome);
        Assert.Equal("no case of the experiment can be measured here: b: cannot be", refused.Message);
        Assert.Empty(_calls);
    }

    [Fact]
    public void Warm_ups_are_run_before_all_else_and_not_recorded()
    {
        var experiment = new FakeExperiment(_scratch.Path, 1, new FakeTrial("a", _calls)) { WarmUps = [new FakeTrial("warm", _calls)] };

        ResultDocument document = Run(experiment).Document;

        Assert.Equal("prepare warm", _calls[0]);
        Assert.Single(Assert.Single(document.Cells).Runs);
    }

    [Fact]
    public void Stopped_before_the_first_run_nothing_stays_and_there_is_no_result()
    {
        using var stop = new CancellationTokenSource();
        var experiment = new FakeExperiment(_scratch.Path, 1, new FakeTrial("a", _calls)) { Preparing = stop.Cancel };
        ExperimentTask task = new() { Experiment = experiment, Journal = Journal };

        Assert.Throws<OperationCanceledException>(() => _runner.Run(task, _runner.Plan(task), null, stop.Token));

        Assert.Equal(1, experiment.CleanUps);
        Assert.False(File.Exists(Journal));
    }

    [Fact]
    public void What_a_stopped_experiment_measured_is_carried_on_and_not_measured_again()
    {
        using var stop = new CancellationTokenSource();
        int runs = 0;
        FakeTrial Trial(string name) => new(name, _calls)
        {
            Work = control =>
            {
                if (++runs == 4)
                {
                    stop.Cancel();
                }

                control.ThrowIfStopped();
                return new TrialWork { BytesRead = 7 };
            },
        };
        FakeExperiment experiment = new(_scratch.Path, 3, Trial("a"), Trial("b"));
        ExperimentTask task = new() { Experiment = experiment, Journal = Journal };

        ExperimentResult stopped = _runner.Run(task, _runner.Plan(task), null, stop.Token);
        Assert.True(stopped.Document.Partial);
        Assert.Null(stopped.Failure);
        Assert.Equal(3, stopped.Document.Cells.Sum(cell => cell.Runs.Count));
        Assert.Equal(5ul, _runner.SetupOf(Journal, "experiment").Seed);

        ExperimentTask resumed = task with { Resume = true };
        ExperimentPlan plan = _runner.Plan(resumed);
        Assert.Equal(3, plan.RunsLeft);
        ExperimentResult done = _runner.Run(resumed, plan, null, CancellationToken.None);

        Assert.False(done.Document.Partial);
        Assert.Equal(stopped.Document.StartedAt, done.Document.StartedAt);
        Assert.All(done.Document.Cells, cell => Assert.Equal([0, 1, 2], cell.Runs.Select(run => run.Round)));
        Assert.Equal(7, runs); // four, of which one was stopped, and three
        Assert.True(File.Exists(Journal));
        _runner.Forget(resumed);
        Assert.False(File.Exists(Journal));
    }

    [Fact]
    public void Only_the_same_experiment_is_carried_on()
    {
        ExperimentTask task = Begun();

        ExperimentTask other = task with
        {
            Resume = true,
            Experiment = new FakeExperiment(_scratch.Path, 2, new FakeTrial("a", _calls)) { Option = "another" },
        };
        Assert.Equal(Outcome.Usage, Assert.Throws<ExperimentException>(() => _runner.Plan(other)).Outcome);
        ExperimentTask more = task with { Resume = true, Experiment = new FakeExperiment(_scratch.Path, 3, new FakeTrial("a", _calls)) };
        Assert.Equal(Outcome.Usage, Assert.Throws<ExperimentException>(() => _runner.Plan(more)).Outcome);
        string changed = File.ReadAllText(Journal).Replace("\"kernel\":\"", "\"kernel\":\"not ", StringComparison.Ordinal);
        File.WriteAllText(Journal, changed);
        ExperimentException refused = Assert.Throws<ExperimentException>(() => _runner.Plan(task with { Resume = true }));
        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("kernel was not ", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void Runs_that_are_kept_are_not_written_over()
    {
        ExperimentTask task = Begun();

        ExperimentException refused = Assert.Throws<ExperimentException>(() => _runner.Plan(task));

        Assert.Equal(Outcome.Refused, refused.Outcome);
        Assert.Contains("--resume", refused.Message, StringComparison.Ordinal);
    }

    [Fact]
    public void The_most_resident_memory_is_that_of_each_run_alone()
    {
        const int Large = 64 << 20;
        var large = new FakeTrial("large", _calls)
        {
            Work = _ =>
            {
                byte[] memory = GC.AllocateUninitializedArray<byte>(Large);
                memory.AsSpan().Fill(1);
                GC.KeepAlive(memory);
                return new TrialWork { BytesRead = 1 };
            },
        };
        ResultDocument document = Run(new FakeExperiment(_scratch.Path, 3, large, new FakeTrial("small", _calls))).Document;

        Capability.Require(
            "setting back the mark of resident memory", NativePlatform.Counters.ResetPeakResident().Succeeded);
        Assert.True(document.Cells[0][Metrics.Allocated]!.Median >= Large);
        Assert.True(document.Cells[1][Metrics.Allocated]!.Median < Large / 10);
        Assert.True(document.Cells[0][Metrics.PeakResident]!.Median > document.Cells[1][Metrics.PeakResident]!.Median + (Large / 2));
    }

    // Two rounds, of which one is made: the journal stays.
    private ExperimentTask Begun()
    {
        using var stop = new CancellationTokenSource();
        var trial = new FakeTrial("a", _calls)
        {
            End = _ =>
            {
                stop.Cancel();
                return TrialEnd.Nothing;
            },
        };
        ExperimentTask task = new() { Experiment = new FakeExperiment(_scratch.Path, 2, trial), Journal = Journal };
        Assert.True(_runner.Run(task, _runner.Plan(task), null, stop.Token).Document.Partial);
        return task;
    }

    // Quantities of real times: the same formula in another order differs in the last bit, and a rounding to decimal
    // places turns that bit into a difference when it falls on a border.
    private static void SameButForRounding(double expected, double actual) =>
        Assert.Equal(expected, actual, tolerance: expected * 1e-12);

    private string[] Runs() => [.. _calls.Where(call => call.StartsWith("run ", StringComparison.Ordinal)).Select(call => call[4..])];

    private ExperimentResult Run(FakeExperiment experiment, TimeProvider? clock = null)
    {
        var task = new ExperimentTask { Experiment = experiment };
        ExperimentRunner runner = clock is null ? _runner : new ExperimentRunner(clock);
        return runner.Run(task, runner.Plan(task), null, TestContext.Current.CancellationToken);
    }
}
