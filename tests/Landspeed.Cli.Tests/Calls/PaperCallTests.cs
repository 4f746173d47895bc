using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public sealed class PaperCallTests : IDisposable
{
    private readonly ScratchDirectory _scratch = new();

    public void Dispose() => _scratch.Dispose();

    [Fact]
    public void A_sweep_and_created_files_become_one_result_and_leave_no_journal()
    {
        var command = new CommandUnderTest();

        Command done = Run(command);

        Assert.Equal((0, "paper Table\n"), (done.ExitCode, done.Output));
        Assert.True(command.SweepRunner.Forgot && command.ExperimentRunner.Forgot);
        Assert.Contains("part 1 of 2, sweep", done.Error, StringComparison.Ordinal);
        Assert.Contains("part 2 of 2, creation", done.Error, StringComparison.Ordinal);
        Assert.Equal("paper Html\n", File.ReadAllText(_scratch.File("p.html")));
    }

    [Fact]
    public void Both_parts_are_checked_before_the_first_is_run()
    {
        var command = new CommandUnderTest { SweepRunner = new FakeSweepRunner { PlanFailure = new ExperimentException(Outcome.OutOfSpace, "no room") } };

        Command done = Run(command);

        Assert.Equal((6, "landspeed: no room\n"), (done.ExitCode, done.Error));
        Assert.False(command.SweepRunner.Ran || command.ExperimentRunner.Ran);
    }

    [Fact]
    public void A_signal_in_the_first_part_ends_the_paper_and_keeps_what_there_is()
    {
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    command!.Signals.Send(2);
                    return new ExperimentResult(Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 1)) with { Partial = true }, Failure: null);
                },
            },
        };

        Command done = Run(command);

        Assert.Equal((130, "paper Table, partial\n"), (done.ExitCode, done.Output));
        Assert.False(command.ExperimentRunner.Ran || command.SweepRunner.Forgot);
        Assert.Contains("the paper is not complete: sweep was stopped early, creation was not measured", done.Error, StringComparison.Ordinal);
        Assert.Contains("continue with: landspeed paper --resume", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_signal_before_the_first_run_leaves_no_result()
    {
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    command!.Signals.Send(15);
                    throw new OperationCanceledException();
                },
            },
        };

        Command done = Run(command);

        Assert.Equal((143, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains("there is no result", done.Error, StringComparison.Ordinal);
        Assert.False(File.Exists(_scratch.File("p.html")));
    }

    [Fact]
    public void A_second_part_that_fails_leaves_the_paper_of_the_first()
    {
        var command = new CommandUnderTest
        {
            ExperimentRunner = new FakeExperimentRunner { Runs = (_, _) => throw new ExperimentException(Outcome.OutOfSpace, "the volume is full") },
        };

        Command done = Run(command);

        Assert.Equal((6, "paper Table, partial\n"), (done.ExitCode, done.Output));
        Assert.Contains("landspeed: the volume is full", done.Error, StringComparison.Ordinal);
        Assert.Contains("the paper is not complete: creation was not measured; continue with: landspeed paper --resume", done.Error, StringComparison.Ordinal);
        Assert.False(command.SweepRunner.Forgot);
    }

    [Fact]
    public void Volumes_that_cannot_be_made_leave_the_volume_as_it_is_and_the_reason()
    {
        int made = 0;
        var command = new CommandUnderTest
        {
            ExperimentRunner = new FakeExperimentRunner
            {
                Runs = (preview, _) => ++made == 1 && HasImage(preview) ? throw new ExperimentException(Outcome.Failed, "no loop device") : new ExperimentResult(preview, Failure: null),
            },
        };

        Command done = Run(command);

        Assert.Equal((0, "paper Table\n"), (done.ExitCode, done.Output));
        Assert.False(HasImage(command.ExperimentRunner.Planned!.Experiment.Plan(DateTimeOffset.UnixEpoch).Preview));
    }

    [Fact]
    public void Volumes_that_were_asked_for_and_cannot_be_made_end_the_paper()
    {
        var command = new CommandUnderTest
        {
            ExperimentRunner = new FakeExperimentRunner { Runs = (_, _) => throw new ExperimentException(Outcome.Failed, "no loop device") },
        };

        Command done = Run(command, "--image", "16M");

        Assert.NotEqual(0, done.ExitCode);
        Assert.DoesNotContain("paper Table\n", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void A_result_that_the_paper_rests_on_is_not_replaced()
    {
        string sweep = _scratch.File("sweep.json");
        using (StreamWriter writer = File.CreateText(sweep))
        {
            ResultsJson.Write(Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 1)), writer);
        }

        Command refused = Run(new CommandUnderTest(), "--from", sweep, "--json", sweep);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("sweep.json is a result that the paper uses", refused.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void Without_an_interrupted_paper_there_is_nothing_to_resume()
    {
        Command done = Run(new CommandUnderTest(), "--resume");

        Assert.Equal(2, done.ExitCode);
        Assert.Contains("--resume finds no interrupted paper: there is neither", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_part_that_was_begun_is_carried_on_with_its_seed()
    {
        File.WriteAllText(_scratch.File("landspeed-paper-sweep.jsonl"), "{}");
        var command = new CommandUnderTest();

        Command done = Run(command, "--resume");

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.True(command.SweepRunner.Task!.Resume);
        Assert.False(command.ExperimentRunner.Planned!.Resume);
        Assert.Equal(command.ExperimentRunner.KeptSeed, command.SweepRunner.Planned!.Seed);
        Assert.Equal(2, Run(new CommandUnderTest(), "--resume", "--seed", "4").ExitCode);
    }

    private static bool HasImage(ResultDocument preview) => preview.Setup.Options.ContainsKey("image_bytes");

    private Command Run(CommandUnderTest command, params string[] words) => command.Run(["paper", .. words, _scratch.Path, "--html", _scratch.File("p.html")]);
}
