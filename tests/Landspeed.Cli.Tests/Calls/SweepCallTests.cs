using Landspeed.Experiments;
using Landspeed.Experiments.Rounds;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public class SweepCallTests
{
    [Theory]
    [InlineData("sweep Table\n")]
    [InlineData("sweep Json\n", "--json", "-")]
    [InlineData("sweep Csv\n", "--csv", "-")]
    [InlineData("sweep Html\n", "--html", "-")]
    [InlineData("sweep Fio\n", "--format", "fio")]
    public void Standard_output_holds_one_form_of_the_result_and_nothing_else(string output, params string[] words) =>
        Assert.Equal(new Command(0, output, string.Empty), new CommandUnderTest().Run(["sweep", .. words]));

    [Fact]
    public void Files_receive_their_forms_and_nothing_else_is_left()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("r.json"), "older and longer than the new one");

        Command done = new CommandUnderTest().Run(
            "sweep", "--json", scratch.File("r.json"), "--csv", scratch.File("r.csv"), "--html", scratch.File("r.html"),
            "--svg", scratch.File("charts"));

        Assert.Equal(new Command(0, "sweep Table\n", string.Empty), done);
        Assert.Equal("sweep Json\n", File.ReadAllText(scratch.File("r.json")));
        Assert.Equal("sweep Csv\n", File.ReadAllText(scratch.File("r.csv")));
        Assert.Equal("sweep Html\n", File.ReadAllText(scratch.File("r.html")));
        Assert.Equal("<svg 1>", File.ReadAllText(scratch.File("charts/throughput.svg")));
        Assert.Equal("<svg 2>", File.ReadAllText(scratch.File("charts/cpu.svg")));
        Assert.Equal(6, Directory.GetFileSystemEntries(scratch.Path, "*", SearchOption.AllDirectories).Length);
    }

    [Fact]
    public void Charts_replace_older_ones_and_leave_other_files_alone()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("cpu.svg"), "older");
        File.WriteAllText(scratch.File("mine.txt"), "mine");

        new CommandUnderTest().Run("sweep", "--svg", scratch.Path);

        Assert.Equal("<svg 2>", File.ReadAllText(scratch.File("cpu.svg")));
        Assert.Equal("mine", File.ReadAllText(scratch.File("mine.txt")));
        Assert.Equal(3, Directory.GetFileSystemEntries(scratch.Path).Length);
    }

    [Theory]
    [InlineData("--html", "/no/such/directory/r.html", 1, "the directory /no/such/directory does not exist")]
    [InlineData("--json", "/tmp", 2, "is a directory")]
    [InlineData("--svg", "/no/such/directory", 1, "the directory /no/such does not exist")]
    [InlineData("--svg", "/proc/charts", 1, "cannot make --svg /proc/charts")]
    [InlineData("--svg", "/proc", 1, "cannot write --svg /proc/throughput.svg")]
    public void A_result_that_cannot_be_written_is_found_before_measuring(
        string option, string target, int code, string message)
    {
        var command = new CommandUnderTest();

        Command done = command.Run("sweep", option, target);

        Assert.Equal((code, string.Empty), (done.ExitCode, done.Output));
        Assert.Contains($"{option} {target}", done.Error, StringComparison.Ordinal);
        Assert.Contains(message, done.Error, StringComparison.Ordinal);
        Assert.False(command.SweepRunner.Ran);
    }

    [Fact]
    public void A_sweep_that_fails_leaves_older_results_and_no_new_ones()
    {
        using var scratch = new ScratchDirectory();
        string json = scratch.File("r.json");
        File.WriteAllText(json, "older");
        var command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner { Runs = _ => throw new IOException("broken") },
        };

        Command done = command.Run("sweep", "--json", json, "--svg", scratch.File("charts"));

        Assert.Equal(new Command(1, string.Empty, "landspeed: broken\n"), done);
        Assert.Equal("older", File.ReadAllText(json));
        Assert.Equal([json], Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_result_that_cannot_be_put_in_its_place_is_printed_all_the_same()
    {
        using var scratch = new ScratchDirectory();
        string json = scratch.File("r.json");
        var command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    Directory.CreateDirectory(json);
                    return new ExperimentResult(Sweeps.Document(), Failure: null);
                },
            },
        };

        Command done = command.Run("sweep", "--json", json);

        Assert.Equal((1, "sweep Table\n"), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: ", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_dry_run_prints_the_plan_and_touches_nothing()
    {
        using var scratch = new ScratchDirectory();
        var command = new CommandUnderTest();

        Command done = command.Run(
            "sweep", "--dry-run", "--json", scratch.File("r.json"), "--svg", scratch.File("charts"), "--journal", "j.jsonl");

        Assert.Equal((0, string.Empty, false), (done.ExitCode, done.Error, command.SweepRunner.Ran));
        Golden.Check("sweep-dry-run", done.Output);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_dry_run_tells_what_is_left_of_a_sweep_to_carry_on()
    {
        using var scratch = new ScratchDirectory();
        scratch.CreateFile("j", 1);
        Command done = new CommandUnderTest().Run("sweep", "--dry-run", "--resume", "--journal", scratch.File("j"));
        Assert.Contains("runs        2 of 6 runs of 2 cases are left\n", done.Output, StringComparison.Ordinal);
    }

    [Fact]
    public void The_commands_of_fio_are_printed_and_nothing_is_touched()
    {
        var command = new CommandUnderTest();
        Assert.Equal(new Command(0, "fio commands\n", string.Empty), command.Run("sweep", "--show-fio"));
        Assert.False(command.SweepRunner.Ran);
    }

    [Theory]
    [InlineData(Outcome.Refused, 3)]
    [InlineData(Outcome.OutOfSpace, 6)]
    [InlineData(Outcome.Usage, 2)]
    public void A_refusal_ends_with_its_own_code(Outcome outcome, int code)
    {
        var refusal = new ExperimentException(outcome, "not this one");
        var command = new CommandUnderTest { SweepRunner = new FakeSweepRunner { PlanFailure = refusal } };
        Assert.Equal(new Command(code, string.Empty, "landspeed: not this one\n"), command.Run("sweep"));
    }

    [Fact]
    public void Failed_cases_are_counted_and_end_with_1() => Assert.Equal(
        new Command(
            1,
            "sweep Table\n",
            "landspeed: 2 of 3 cases failed, the first was read-direct-4KiB-q8: no luck\n"),
        Run(new ExperimentResult(
            Sweeps.Document(
                Sweeps.Cell("4KiB", CellState.Failed), Sweeps.Cell("64KiB", CellState.Done, 3), Sweeps.Cell("1MiB", CellState.Failed)),
            Failure: null)));

    [Fact]
    public void Skipped_cases_are_no_failure() => Assert.Equal(
        new Command(0, "sweep Table\n", string.Empty),
        Run(new ExperimentResult(Sweeps.Document(Sweeps.Cell("100B", CellState.Skipped)), Failure: null)));

    [Theory]
    [InlineData(NativeErrorKind.NoSpace, 6)]
    [InlineData(NativeErrorKind.DeviceFailure, 1)]
    public void What_ends_a_sweep_early_is_told_after_what_was_measured(NativeErrorKind kind, int code)
    {
        var failure = new NativeIOException("write", FilePath.FromText("a"), NativeError.Of(kind));

        Command done = Run(new ExperimentResult(Partial, failure), "--journal", "j.jsonl");

        Assert.Equal((code, "sweep Table, partial\n"), (done.ExitCode, done.Output));
        Assert.StartsWith("landspeed: cannot write a: ", done.Error, StringComparison.Ordinal);
        Assert.EndsWith(
            "\nlandspeed: 2 of 6 runs are kept in j.jsonl; continue with: landspeed sweep --resume --quiet --journal j.jsonl\n",
            done.Error,
            StringComparison.Ordinal);
    }

    [Theory]
    [InlineData(2, 130)]
    [InlineData(15, 143)]
    [InlineData(1, 129)]
    public void A_stopped_sweep_prints_what_was_measured_and_how_to_carry_on(int signal, int code)
    {
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    command!.Signals.Send(signal);
                    return new ExperimentResult(Partial, Failure: null);
                },
            },
        };

        Command done = command.Run("--no-color", "sweep", "--request-size", "1..4M*4", "--size", "1M", "--journal", "my runs", "--", "-place");

        Assert.Equal(
            new Command(
                code,
                "sweep Table, partial\n",
                "landspeed: 2 of 6 runs are kept in my runs; continue with: landspeed --no-color sweep --resume " +
                "--request-size '1..4M*4' --size 1M --journal 'my runs' -- -place\n"),
            done);
        Assert.False(command.SweepRunner.Abandoned);
    }

    [Fact]
    public void A_sweep_stopped_twice_is_carried_on_with_the_same_words()
    {
        using var scratch = new ScratchDirectory();
        string journal = scratch.CreateFile("j", 1);
        Command done = Run(new ExperimentResult(Partial, new IOException("broken")), "--resume", "--journal", journal);
        Assert.EndsWith(
            $"continue with: landspeed sweep --quiet --resume --journal {journal}\n", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_sweep_stopped_before_its_first_run_has_no_result()
    {
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    command!.Signals.Send(2);
                    throw new OperationCanceledException();
                },
            },
        };
        Assert.Equal(
            new Command(
                130,
                string.Empty,
                "landspeed: stopped by a signal before the first complete run; there is no result\n"),
            command.Run("sweep"));
    }

    [Fact]
    public void A_second_signal_removes_everything_before_the_process_ends()
    {
        using var scratch = new ScratchDirectory();
        string[] left = ["not looked at"];
        CommandUnderTest? command = null;
        command = new CommandUnderTest
        {
            SweepRunner = new FakeSweepRunner
            {
                Runs = _ =>
                {
                    command!.Signals.Send(2);
                    command.Signals.Send(2);
                    left = Directory.GetFileSystemEntries(scratch.Path);
                    throw new IOException("over");
                },
            },
        };

        Command done = command.Run("sweep", "--html", scratch.File("r.html"), "--svg", scratch.File("charts"));

        Assert.Equal(new Command(130, string.Empty, string.Empty), done);
        Assert.True(command.SweepRunner.Abandoned);
        Assert.Empty(left);
    }

    [Fact]
    public void A_seed_that_contradicts_the_journal_is_refused()
    {
        using var scratch = new ScratchDirectory();
        string journal = scratch.CreateFile("j", 1);

        Command refused = new CommandUnderTest().Run("sweep", "--resume", "--journal", journal, "--seed", "8");
        Command agreed = new CommandUnderTest().Run("sweep", "--resume", "--journal", journal, "--seed", "7");
        Command absent = new CommandUnderTest().Run("sweep", "--resume", "--journal", journal);

        Assert.Equal(2, refused.ExitCode);
        Assert.Contains("--seed 8 contradicts the sweep being resumed, which has seed 7", refused.Error, StringComparison.Ordinal);
        Assert.Equal((0, 0), (agreed.ExitCode, absent.ExitCode));
    }

    private static ResultDocument Partial =>
        Sweeps.Document(Sweeps.Cell("4KiB", CellState.Done, 2), Sweeps.Cell("64KiB"), Sweeps.Cell("100B", CellState.Skipped)) with
        {
            Partial = true,
        };

    private static Command Run(ExperimentResult result, params string[] words) => new CommandUnderTest
    {
        SweepRunner = new FakeSweepRunner { Runs = _ => result },
    }.Run(["sweep", "--quiet", .. words]);
}
