using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

public class LauncherJobTests
{
    [Fact]
    public void The_job_is_ended_when_the_message_was_read()
    {
        using var scratch = new ScratchDirectory();
        string wire = scratch.File("wire");

        // Who reads the messages first looks whether the job was ended already.
        string heard = Command.Shell(
            $"{{ ulimit -n {RankLauncher.FewDescriptors}; HYDI_CONTROL_FD=8 PMI_FD=7 '{LandspeedProcess.Executable}' --version 2>&1 >/dev/null 7>'{wire}'; }} | {{ sleep 1; cat '{wire}' -; }}");

        Assert.StartsWith("landspeed: too many open files: ", heard);
        Assert.Equal("cmd=abort exitcode=1\n", File.ReadAllText(wire));
    }
}
