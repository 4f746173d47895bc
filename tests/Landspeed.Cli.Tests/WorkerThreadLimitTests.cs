using System.Globalization;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests;

/// <summary>Work by many threads where the system refuses some of them.</summary>
public class WorkerThreadLimitTests
{
    // Nobody else has processes of it.
    private const string User = "47111";

    [Theory]
    [InlineData("create made --threads 32 --files 300 --lines 100 --characters 50")]
    [InlineData("process data --threads 8 --work 0 --strategy streaming,pipelined --quiet")]
    [InlineData("patterns --apis --size 16K --repeat 2 --quiet")]
    public void Under_each_limit_of_threads_work_is_done_or_names_the_limit_and_leaves_nothing(string arguments)
    {
        Capability.RequireRoot();
        Capability.RequireProgram("setpriv");
        using var scratch = new ScratchDirectory();
        LandspeedProcess.Shell(
            "cd \"$1\" && mkdir data && \"$0\" create data --files 50 --lines 100 --characters 50 --quiet "
                + "&& chown -R \"$2\" .",
            scratch.Path,
            User);

        for (int limit = 4; limit <= 16; limit++)
        {
            Command done = LandspeedProcess.Shell(
                "cd \"$1\" && exec setpriv --reuid \"$2\" --regid \"$2\" --clear-groups "
                    + "prlimit --nproc=\"$3\" \"$0\" " + arguments,
                scratch.Path,
                User,
                limit.ToString(CultureInfo.InvariantCulture));

            if (done.ExitCode != 0)
            {
                Assert.Equal((limit, 1), (limit, done.ExitCode));
                Assert.Contains("limit of threads", done.Error, StringComparison.Ordinal);
                Assert.Equal(string.Empty, Command.Shell($"cd '{scratch.Path}' && find . -path './made/*' -type f"));
            }

            Command.Shell($"cd '{scratch.Path}' && rm -rf made *.jsonl");
        }
    }
}
