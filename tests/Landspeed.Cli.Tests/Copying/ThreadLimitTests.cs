using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Copying;

/// <summary>Copies where the system refuses threads.</summary>
public class ThreadLimitTests
{
    // Nobody else has processes of it.
    private const string User = "47110";

    [Theory]
    [InlineData(false)]
    [InlineData(true)]
    public void Under_each_limit_of_threads_a_copy_is_whole_or_names_the_limit_and_leaves_nothing(bool verify)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setpriv");
        using var scratch = new ScratchDirectory();
        Command.Shell(
            $"cd '{scratch.Path}' && mkdir source && head -c 30M /dev/urandom > source/large && "
                + "for n in $(seq 120); do head -c 3000 /dev/urandom > source/$n; done && chown -R " + User + " .");

        // With two the runtime itself does not start.
        List<int> whole = [];
        for (int limit = 3; limit <= 14; limit++)
        {
            Command done = LandspeedProcess.Shell(
                "exec setpriv --reuid \"$1\" --regid \"$1\" --clear-groups prlimit --nproc=\"$2\" "
                    + "\"$0\" copy \"$3\" \"$4\"" + (verify ? " --verify" : string.Empty),
                User,
                limit.ToString(CultureInfo.InvariantCulture),
                scratch.File("source"),
                scratch.File("target"));

            if (done.ExitCode == 0)
            {
                whole.Add(limit);
                Assert.Equal(
                    string.Empty, Command.Shell($"cd '{scratch.Path}' && diff -r source target && rm -r target"));
            }
            else
            {
                Assert.Equal((limit, 1), (limit, done.ExitCode));
                Assert.Contains("limit of threads", done.Error, StringComparison.Ordinal);
                Assert.Equal("source\n", Command.Shell($"ls -A '{scratch.Path}'"));
            }
        }

        Assert.InRange(whole[0], 3, 12);
        Assert.Equal(Enumerable.Range(whole[0], 15 - whole[0]), whole);
    }
}
