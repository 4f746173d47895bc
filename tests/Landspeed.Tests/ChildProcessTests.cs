using System.Diagnostics;
using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Tests;

public class ChildProcessTests
{
    private const int Interrupt = 2;

    [Fact]
    public void A_child_ends_on_a_signal_that_the_test_runner_ignores()
    {
        using IDisposable ignoring = ChildProcess.Ignore(Interrupt);
        using Process child = ChildProcess.Start(new ProcessStartInfo("sleep", ["60"]));

        Command.Shell($"kill -INT {child.Id}");

        bool ended = child.WaitForExit(TimeSpan.FromSeconds(10));
        child.Kill();
        Assert.True(ended, "the child ignored SIGINT");
        Assert.Equal(128 + Interrupt, child.ExitCode);
    }

    [Fact]
    public void The_test_runner_ignores_afterwards_what_it_ignored_before()
    {
        using (ChildProcess.Ignore(Interrupt))
        {
            using Process child = ChildProcess.Start(new ProcessStartInfo("true"));
            child.WaitForExit();

            Assert.True(IsIgnored(Interrupt), "SIGINT would end the tests");
        }
    }

    // A signal sent here would prove it, too, and end all tests where it is wrong.
    private static bool IsIgnored(int signal)
    {
        string line = File.ReadLines("/proc/self/status").Single(line => line.StartsWith("SigIgn:", StringComparison.Ordinal));
        return (ulong.Parse(line[7..], NumberStyles.HexNumber | NumberStyles.AllowLeadingWhite, CultureInfo.InvariantCulture) >> (signal - 1) & 1) == 1;
    }
}
