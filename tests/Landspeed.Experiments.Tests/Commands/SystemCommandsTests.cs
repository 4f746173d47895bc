using Landspeed.Experiments.Commands;
using Landspeed.Testing;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Experiments.Tests.Commands;

public sealed class SystemCommandsTests : IDisposable
{
    private static readonly TimeSpan s_long = TimeSpan.FromMinutes(1);
    private readonly ScratchDirectory _scratch = new();
    private readonly SafeFileHandle _output;
    private readonly SafeFileHandle _error;

    public SystemCommandsTests()
    {
        _output = File.OpenHandle(_scratch.File("out"), FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite);
        _error = File.OpenHandle(_scratch.File("err"), FileMode.CreateNew, FileAccess.Write, FileShare.ReadWrite);
    }

    private string Output => File.ReadAllText(_scratch.File("out"));

    private string Error => File.ReadAllText(_scratch.File("err"));

    public void Dispose()
    {
        _output.Dispose();
        _error.Dispose();
        _scratch.Dispose();
    }

    [Theory]
    [InlineData("true", 0)]
    [InlineData("exit 7", 7)]
    [InlineData("kill -9 $$", 137)]
    [InlineData("/nonexistent", 127)]
    public void A_command_ends_as_a_shell_reports_it(string line, int code)
    {
        using IChild child = Shell(line);

        Assert.Equal((code, ChildCause.Own), Ended(child.Run(s_long, CancellationToken.None)));
    }

    [Fact]
    public void Output_and_messages_go_into_files_and_there_is_nothing_to_read()
    {
        using IChild child = Shell("echo out; echo err >&2; wc -c; test -t 0 && echo terminal");

        child.Run(s_long, CancellationToken.None);

        Assert.Equal(("out\n0\n", "err\n"), (Output, Error));
    }

    [Fact]
    public void Words_arrive_as_they_are()
    {
        string[] words = ["/usr/bin/printf", "<%s>", "", "a b", "'", "\"$x\"", "ä", FilePath.FromBytes([0xFF]).Text];
        using IChild child = new SystemCommands().Start(new ChildCommand(words, _output, _error));

        child.Run(s_long, CancellationToken.None);

        Assert.Equal((byte[])[.. "<><a b><'><\"$x\"><ä><"u8, 0xFF, .. ">"u8], File.ReadAllBytes(_scratch.File("out")));
    }

    [Fact]
    public void Processor_time_is_that_of_all_that_was_waited_for()
    {
        using IChild child = Shell("(i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done); true");

        ChildEnd end = child.Run(s_long, CancellationToken.None);

        Assert.InRange(end.Times.TotalNs, 10_000_000, end.ElapsedNs * 2);
    }

    [Fact]
    public void A_command_whose_time_is_up_is_asked_to_end()
    {
        using IChild child = Shell("trap 'echo asked; exit 5' TERM; echo ready; while :; do sleep 0.01; done");

        ChildEnd end = child.Run(TimeSpan.FromSeconds(1), CancellationToken.None);

        Assert.Equal((5, ChildCause.TimeLimit), Ended(end));
        Assert.Equal("ready\nasked\n", Output);
    }

    [Fact]
    public void What_it_started_is_ended_with_it()
    {
        using IChild child = Shell("(trap '' TERM; echo x; exec sleep 1000) & echo $!; wait");

        child.Run(TimeSpan.FromSeconds(0.5), CancellationToken.None);

        string process = Output.Split('\n').First(line => int.TryParse(line, out _));
        Assert.Equal("gone\n", Command.Shell($"for i in $(seq 100); do grep -q '^State:.[ZX]' /proc/{process}/status 2>/dev/null || ! test -d /proc/{process} && {{ echo gone; exit; }}; sleep 0.05; done; echo there"));
    }

    [Fact]
    public void A_command_is_stopped_with_this_process()
    {
        using var stop = new CancellationTokenSource();
        using IChild child = Shell("sleep 1000");
        stop.Cancel();

        Assert.Equal((143, ChildCause.Stopped), Ended(child.Run(s_long, stop.Token)));
    }

    [Fact]
    public void A_command_that_was_not_run_leaves_nothing()
    {
        using (IChild child = Shell("echo run"))
        {
            Assert.NotEqual(0, child.Identity.Born);
        }

        Assert.Empty(Output);
    }

    [Fact]
    public void A_command_that_is_left_is_ended_by_its_identity_and_no_other_is()
    {
        using IChild child = Shell("sleep 1000");
        var commands = new SystemCommands();

        Assert.False(commands.EndLeft(child.Identity with { Born = child.Identity.Born + 1 }));
        Assert.True(commands.EndLeft(child.Identity));

        Assert.Equal((137, ChildCause.Own), Ended(child.Run(s_long, CancellationToken.None)));
        Assert.False(commands.EndLeft(child.Identity));
    }

    [Fact]
    public void A_command_uses_the_processors_that_it_may()
    {
        int last = NativePlatform.Processes.Processors()[^1];
        using IChild child = new SystemCommands().Start(
            new ChildCommand(ChildCommand.OfShell("grep Cpus_allowed_list /proc/self/status"), _output, _error) { Processors = [last] });

        child.Run(s_long, CancellationToken.None);

        Assert.Equal(FormattableString.Invariant($"Cpus_allowed_list:\t{last}\n"), Output);
    }

    private static (int ExitCode, ChildCause Cause) Ended(ChildEnd end) => (end.ExitCode, end.Cause);

    private IChild Shell(string line) => new SystemCommands().Start(new ChildCommand(ChildCommand.OfShell(line), _output, _error));
}
