using System.Diagnostics;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>Copies under real launchers that are met by a second one, a pause, Ctrl-C, or a rank without io_uring.</summary>
[Collection("mpirun")]
public sealed class RankedCopyDisturbanceTests : IDisposable
{
    private static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);
    private readonly ScratchDirectory _scratch = new();

    private string Source => _scratch.File("source");

    private string Target => _scratch.File("target");

    [Theory]
    [InlineData("mpirun.openmpi")]
    [InlineData("mpirun.mpich", Traits = [Tier.Key, Tier.Mpich])]
    public void A_second_copy_is_refused_and_the_first_survives_it_and_a_pause_of_rank_0(string mpirun)
    {
        var launcher = RankLauncher.Named(mpirun);
        MakeTree();
        using Process first = launcher.Start(3, Words("--limit", "60MB"));
        WaitForParts();

        // The locks of the first survive the pause.
        int paused = launcher.ProcessOf(0, $"{LandspeedProcess.Executable} copy {Source} ");
        Signal("STOP", paused);
        Command second = launcher.Run(2, Words());
        Command alone = LandspeedProcess.Run("copy", Source, Target, "--quiet");
        Signal("CONT", paused);

        string refusal = $"landspeed: another copy into {Target} is running\n";
        Assert.Equal((3, refusal), (second.ExitCode, RankLauncher.WithoutLauncher(second.Error)));
        Assert.Equal((3, refusal), (alone.ExitCode, alone.Error));
        Assert.True(first.WaitForExit(s_patience));
        Assert.Equal(0, first.ExitCode);
        AssertWhole();
    }

    [Theory]
    [InlineData("mpirun.openmpi", 2)]
    [InlineData("mpirun.mpich", 4, Traits = [Tier.Key, Tier.Mpich])]
    public async Task After_Ctrl_C_another_number_of_ranks_goes_on(string mpirun, int ranks)
    {
        var launcher = RankLauncher.Named(mpirun);
        MakeTree();
        using Process stopped = launcher.StartHeard(3, Words("--limit", "20MB"));
        Task<string> said = stopped.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        WaitForParts();

        Signal("INT", stopped.Id);

        Assert.True(stopped.WaitForExit(s_patience));
        Assert.DoesNotContain("internal error", await said, StringComparison.Ordinal);
        Assert.False(File.Exists(Path.Combine(Target, "large")));
        Command done = launcher.Run(ranks, Words());
        Assert.True(done.ExitCode == 0, done.Error);
        AssertWhole();
    }

    [Fact]
    public async Task A_file_that_shrinks_meanwhile_gets_no_name_and_is_copied_by_the_next_run()
    {
        MakeTree();
        using Process first = RankLauncher.OpenMpi.StartHeard(3, Words("--limit", "60MB"));
        Task<string> said = first.StandardError.ReadToEndAsync(TestContext.Current.CancellationToken);
        WaitForParts();
        Command.Shell($"truncate -s 50M '{Source}/large'");

        Assert.True(first.WaitForExit(s_patience));
        Assert.Equal(5, first.ExitCode);
        Assert.Matches("large (changed|ended|shrank) .*while it was (read|copied)[:.] [Cc]opy it again", await said);
        Assert.False(File.Exists(Path.Combine(Target, "large")));
        Command next = RankLauncher.OpenMpi.Run(2, Words());
        Assert.True(next.ExitCode == 0, next.Error);
        AssertWhole();
    }

    [Fact, Trait(Tier.Key, Tier.Mpich)]
    public void Few_descriptors_make_a_copy_slow_and_not_stand_still()
    {
        Command.Shell($"mkdir '{Source}' && cd '{Source}' && mkdir $(seq 100) && for d in $(seq 100); do for n in $(seq 40); do echo $n > $d/$n; done; done");
        int descriptors = File.Exists($"{LandspeedProcess.Executable}.dll") ? 160 : 64;
        string[] words = ["-n", "4", "sh", "-c", $"ulimit -n {descriptors}; exec \"$@\"", "sh", LandspeedProcess.Executable, "copy", Source, Target, "--quiet"];

        for (int time = 0; time < 3; time++)
        {
            Command done = Command.Run("mpirun.mpich", words, s_patience);

            Assert.True(done.ExitCode == 0, done.Error);
            AssertWhole();
            Directory.Delete(Target, recursive: true);
        }
    }

    [Fact, Trait(Tier.Key, Tier.Mpich)]
    public void A_rank_without_io_uring_is_named_with_its_engine()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("strace");
        Command.Shell($"mkdir '{Source}' && cd '{Source}' && mkdir $(seq 30) && for n in $(seq 30); do head -c 4M /dev/urandom > $n/f; done");
        string[] copy = [LandspeedProcess.Executable, "copy", Source, Target, "--quiet", "--limit", "60MB", "--json", "-"];
        string[] without = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=io_uring_setup", "-e", "inject=io_uring_setup:error=EPERM"];

        Command done = Command.Run("mpirun.mpich", ["-n", "1", .. without, .. copy, ":", "-n", "2", .. copy], s_patience);

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.Matches(@"threads: io_uring refused: [^""]*\(EPERM\)", done.Output);
        Assert.Matches($@"uring; rank 0 \({Environment.MachineName}\): threads|threads: [^;""]*; rank [12] \({Environment.MachineName}\): uring", done.Output);
        AssertWhole();
    }

    public void Dispose() => _scratch.Dispose();

    private void MakeTree() => Command.Shell(
        $"mkdir -p '{Source}/a' && cd '{Source}' && for n in $(seq 30); do echo $n > a/f$n; done; head -c 70M /dev/urandom > large");

    private string[] Words(params string[] more) => ["copy", Source, Target, "--split", "32M", "--quiet", .. more];

    // The large file is under way.
    private void WaitForParts() => Command.Shell($"until [ -s '{Target}/.large.landspeed-part' ]; do sleep 0.02; done");

    private static void Signal(string name, int process) => Command.Shell($"kill -{name} {process}");

    private void AssertWhole() => Assert.Equal(string.Empty, Command.Shell($"diff -r '{Source}' '{Target}'; find '{_scratch.Path}' -name '.*landspeed*'"));
}
