using Landspeed.Experiments;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Calls;

public class MeasureCallTests
{
    [Theory]
    [InlineData("measure Table\n", "a")]
    [InlineData("measure Json\n", "a", "--json", "-")]
    [InlineData("measure Csv\n", "a", "--csv", "-")]
    [InlineData("measure Fio\n", "a", "--format", "fio")]
    [InlineData("measure Fio\n", "a", "--format", "fio", "--quiet")]
    public void Standard_output_holds_one_form_of_the_result_and_nothing_else(string output, params string[] words) =>
        Assert.Equal(new Command(0, output, string.Empty), new CommandUnderTest().Run(["measure", .. words]));

    [Fact]
    public void Files_receive_their_forms_and_nothing_else_is_left()
    {
        using var scratch = new ScratchDirectory();
        string json = scratch.File("r.json");
        File.WriteAllText(json, "older and longer than the new one");

        Command done = new CommandUnderTest().Run("measure", "a", "--json", json, "--csv", scratch.File("r.csv"));

        Assert.Equal(new Command(0, "measure Table\n", string.Empty), done);
        Assert.Equal("measure Json\n", File.ReadAllText(json));
        Assert.Equal("measure Csv\n", File.ReadAllText(scratch.File("r.csv")));
        Assert.Equal(2, Directory.GetFileSystemEntries(scratch.Path).Length);
    }

    [Theory]
    [InlineData("/no/such/directory/r.json", 1)]
    [InlineData("/proc/r.json", 1)]
    [InlineData("/tmp", 2)]
    public void A_result_that_cannot_be_written_is_found_before_measuring(string target, int code)
    {
        var command = new CommandUnderTest();

        Command done = command.Run("measure", "a", "--json", target);

        Assert.Equal(code, done.ExitCode);
        Assert.Contains($"--json {target}", done.Error, StringComparison.Ordinal);
        Assert.False(command.Runner.Ran);
    }

    [Fact]
    public void An_older_result_survives_a_run_that_fails()
    {
        using var scratch = new ScratchDirectory();
        string json = scratch.File("r.json");
        File.WriteAllText(json, "older");
        var command = new CommandUnderTest { Runner = new FakeRunner { RunFailure = new IOException("broken") } };

        Command done = command.Run("measure", "a", "--json", json);

        Assert.Equal(new Command(1, string.Empty, "landspeed: broken\n"), done);
        Assert.Equal("older", File.ReadAllText(json));
        Assert.Equal([json], Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void A_device_as_result_file_is_written_and_not_replaced()
    {
        Command done = new CommandUnderTest().Run("measure", "a", "--json", "/dev/null");
        Assert.Equal(0, done.ExitCode);
        Assert.Equal("0", Command.Shell("wc -c < /dev/null").Trim());
    }

    [Fact]
    public void A_link_as_result_file_stays_a_link()
    {
        using var scratch = new ScratchDirectory();
        File.WriteAllText(scratch.File("real"), "older");
        File.CreateSymbolicLink(scratch.File("link"), "real");

        new CommandUnderTest().Run("measure", "a", "--json", scratch.File("link"));

        Assert.Equal("real", new FileInfo(scratch.File("link")).LinkTarget);
        Assert.Equal("measure Json\n", File.ReadAllText(scratch.File("real")));
    }

    [Theory]
    [InlineData(Verdict.Device, 0, "--strict")]
    [InlineData(Verdict.Cache, 7, "--strict")]
    [InlineData(Verdict.Cache, 0, "--strict=cache")]
    [InlineData(Verdict.Hole, 0, "--strict=hole")]
    [InlineData(Verdict.Unknown, 7, "--strict=device")]
    [InlineData(Verdict.Cache, 0, "--quiet")]
    public void Strict_wants_the_verdict_that_it_names(Verdict verdict, int code, string option)
    {
        var command = new CommandUnderTest { Runner = new FakeRunner { Verdict = verdict } };

        Command done = command.Run("measure", option, "a");

        Assert.Equal((code, "measure Table\n"), (done.ExitCode, done.Output));
        Assert.Equal(code == 7, done.Error.Contains("because", StringComparison.Ordinal));
    }

    [Theory]
    [InlineData(Outcome.Refused, 3)]
    [InlineData(Outcome.OutOfSpace, 6)]
    [InlineData(Outcome.Usage, 2)]
    public void A_refusal_ends_with_its_own_code(Outcome outcome, int code)
    {
        var refusal = new ExperimentException(outcome, "not this one");
        var command = new CommandUnderTest { Runner = new FakeRunner { PlanFailure = refusal } };
        Assert.Equal(new Command(code, string.Empty, "landspeed: not this one\n"), command.Run("measure", "a"));
    }

    [Theory]
    [InlineData(NativeErrorKind.NoSpace, 6)]
    [InlineData(NativeErrorKind.QuotaExceeded, 6)]
    [InlineData(NativeErrorKind.DeviceFailure, 1)]
    public void A_native_error_ends_with_the_code_of_its_kind(NativeErrorKind kind, int code)
    {
        var error = new NativeIOException("write", FilePath.FromText("a\n"), NativeError.Of(kind));
        var command = new CommandUnderTest { Runner = new FakeRunner { RunFailure = error } };

        Command done = command.Run("measure", "a");

        Assert.Equal(code, done.ExitCode);
        Assert.StartsWith("landspeed: cannot write a\\x0A: ", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void An_unexpected_exception_is_one_line_without_a_stack()
    {
        var command = new CommandUnderTest
        {
            Runner = new FakeRunner { RunFailure = new InvalidOperationException("one\ntwo") },
        };
        Assert.Equal(
            new Command(1, string.Empty, "landspeed: internal error, please report it: InvalidOperationException: one two\n"),
            command.Run("measure", "a"));
    }

    [Fact]
    public void A_dry_run_prints_the_plan_and_touches_nothing()
    {
        using var scratch = new ScratchDirectory();
        var command = new CommandUnderTest();

        Command done = command.Run("measure", "a.dat", "--dry-run", "--json", scratch.File("r.json"));

        Assert.Equal((0, string.Empty, false), (done.ExitCode, done.Error, command.Runner.Ran));
        Golden.Check("dry-run", done.Output);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
    }

    [Fact]
    public void The_program_name_iospeed_selects_the_2004_grammar()
    {
        var command = new CommandUnderTest { ProgramName = "iospeed" };
        Assert.Equal(new Command(0, "measure QuietLine\n", string.Empty), command.Run("-q", "-r64M", "a.dat"));
        Assert.Equal(64L << 20, command.Runner.Planned!.Size);
    }

    [Fact]
    public void The_verb_iospeed_does_the_same()
    {
        var command = new CommandUnderTest();
        Assert.Equal(new Command(0, "measure QuietLine\n", string.Empty), command.Run("--no-color", "iospeed", "-q", "a.dat"));
    }
}
