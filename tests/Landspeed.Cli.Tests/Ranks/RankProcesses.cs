using Landspeed.Cli.Output;
using Landspeed.Results;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Ranks;

/// <summary>The built command under a real launcher: its ranks are processes on this machine.</summary>
public abstract class RankProcesses(string mpirun)
{
    private readonly RankLauncher _launcher = RankLauncher.Named(mpirun);

    private protected static readonly TimeSpan s_patience = TimeSpan.FromMinutes(2);

    [Fact]
    public void Standard_output_has_one_voice()
    {
        Command done = Run(3, "--version");

        Assert.Equal((0, $"landspeed {ProgramVersion.Text}\n"), (done.ExitCode, done.Output.Replace("\r", string.Empty, StringComparison.Ordinal)));
    }

    [Fact]
    public void The_doctor_tells_how_far_ranks_agree()
    {
        Command done = Run(2, "doctor", "/tmp");

        Assert.True(done.ExitCode == 0, done.Error);
        Assert.Contains($"2 on 1 host: {Environment.MachineName} (2)", done.Output);
        Assert.Contains("agree on a start within", done.Output);
        Assert.Equal(2, done.Output.Split("io_uring ").Length); // one voice
    }

    [Fact]
    public void Four_ranks_measure_together_and_rank_0_puts_their_results_together()
    {
        using var scratch = new ScratchDirectory();

        Command done = Run(
            4, "measure", scratch.File("data-{rank}"), "--size", "1M", "--request-size", "64K", "--time", "100ms", "--shift", "--quiet", "--json", scratch.File("r.json"));

        ResultDocument whole = ResultsJson.Read(File.ReadAllText(scratch.File("r.json")));
        RunRecord run = Assert.Single(whole.Cells[0].Runs);
        Assert.Equal(run.Invalid is null ? 0 : 1, done.ExitCode);
        Assert.Equal([0, 1, 2, 3], whole.Ranks!.Ranks.Select(rank => rank.Number));
        Assert.Equal(whole.Parts.Sum(part => part.Cells[0].Runs[0][Metrics.BytesRead]), run[Metrics.BytesRead]);
        Assert.True(run[Metrics.ClockError] > 0); // of clocks that were compared by messages
        Assert.Equal(9, Directory.GetFiles(scratch.Path).Length);
    }

    [Fact]
    public void A_rank_that_is_killed_ends_the_job()
    {
        using var scratch = new ScratchDirectory();
        string[] words = ["measure", scratch.File("data-{rank}"), "--size", "1M", "--time", "1h", "--quiet"];

        // The second rank ends itself as soon as all have made their files.
        Command done = Start(
            ["-n", "2", Landspeed, .. words, ":", "-n", "1", "sh", "-c", "\"$@\" & while ! [ -e \"$0\" ]; do sleep 0.05; done; kill -9 $!; wait $!", scratch.File("data-1"), Landspeed, .. words]);

        Assert.NotEqual(0, done.ExitCode);
        Assert.DoesNotContain("MB/s", done.Output, StringComparison.Ordinal);
    }

    /// <summary>Runs the command on some ranks.</summary>
    private protected Command Run(int ranks, params string[] words)
    {
        return Start(["-n", $"{ranks}", Landspeed, .. words]);
    }

    private protected static string Landspeed => LandspeedProcess.Executable;

    private protected Command Start(string[] words)
    {
        Capability.RequireProgram(_launcher.Program);
        return Command.Run(_launcher.Program, [.. _launcher.Options, .. words], s_patience);
    }
}

// One job at a time: processes that wait for each other on few processors would take longer, not shorter.
[Collection("mpirun")]
public class OpenMpiProcessTests() : RankProcesses("mpirun.openmpi")
{
    [Fact]
    public void Clocks_a_day_apart_begin_together_and_a_rank_without_io_uring_says_so()
    {
        Capability.RequireRoot();
        Capability.RequireProgram("strace");
        using var scratch = new ScratchDirectory();
        string[] words = ["measure", scratch.File("data-{rank}"), "--size", "1M", "--request-size", "64K", "--time", "100ms", "--quiet", "--json", scratch.File("r.json")];
        string[] another = ["unshare", "-T", "--fork", "--monotonic", "86400"];
        string[] without = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=io_uring_setup", "-e", "inject=io_uring_setup:error=EPERM"];

        Start(["-n", "1", Landspeed, .. words, ":", "-n", "1", .. another, Landspeed, .. words, ":", "-n", "1", .. without, Landspeed, .. words]);

        RunRecord run = Assert.Single(ResultsJson.Read(File.ReadAllText(scratch.File("r.json"))).Cells[0].Runs);
        Assert.InRange(run[Metrics.Skew]!.Value, 0, 60e9);
        Assert.Contains(run.Case!.Fallbacks, fallback => fallback.Contains("engine threads instead of uring", StringComparison.Ordinal));
    }

    [Fact]
    public void Another_file_system_under_the_same_name_is_found_before_the_first_byte()
    {
        Capability.RequireRoot();
        using var scratch = new ScratchDirectory();
        Directory.CreateDirectory(scratch.File("mount"));
        string[] words = ["measure", scratch.File("mount/one"), "--size", "4M", "--time", "50ms", "--quiet"];

        Command done = Start(["-n", "1", Landspeed, .. words, ":", "-n", "1", "unshare", "-m", "sh", "-c", "mount -t tmpfs none \"$0\" && exec \"$@\"", scratch.File("mount"), Landspeed, .. words]);

        Assert.Equal(3, done.ExitCode);
        Assert.Contains($"rank 1 ({Environment.MachineName}): {scratch.File("mount")} is not the same directory here as on rank 0", done.Error);
        Assert.Empty(Directory.GetFileSystemEntries(scratch.File("mount")));
    }
}

[Collection("mpirun")]
[Trait(Tier.Key, Tier.Mpich)]
public class MpichProcessTests() : RankProcesses("mpirun.mpich")
{
    [Fact]
    public void A_signal_to_the_launcher_stops_all_and_leaves_nothing()
    {
        Capability.RequireProgram("mpirun.mpich");
        using var scratch = new ScratchDirectory();

        Command done = Command.Run(
            "/bin/sh",
            ["-c", "mpirun.mpich -n 3 \"$@\" & while ! [ -e \"$0\" ]; do sleep 0.05; done; kill -INT $!; wait $!", scratch.File("data-2"), Landspeed, "measure",
                scratch.File("data-{rank}"), "--size", "64M", "--time", "1h", "--quiet"],
            s_patience);

        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
        Assert.DoesNotContain("internal error", done.Error, StringComparison.Ordinal);
    }

    [Fact]
    public void A_rank_that_is_late_after_a_signal_still_removes_its_file()
    {
        Capability.RequireProgram("mpirun.mpich");
        Capability.RequireProgram("strace");
        using var scratch = new ScratchDirectory();
        string[] words = ["measure", scratch.File("data-{rank}"), "--size", "1M", "--time", "1h", "--quiet"];
        string[] late = ["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=fsync,fdatasync", "-e", "inject=fsync,fdatasync:delay_enter=2s"];

        // The file is there, and the others already wait for its flush.
        Command done = Command.Run(
            "/bin/sh",
            ["-c", "mpirun.mpich \"$@\" & while ! [ -s \"$0\" ]; do sleep 0.05; done; kill -INT $!; wait $!", scratch.File("data-1"),
                "-n", "1", Landspeed, .. words, ":", "-n", "1", .. late, Landspeed, .. words],
            s_patience);

        Assert.Empty(Directory.GetFileSystemEntries(scratch.Path));
        Assert.Contains("stopped by a signal", done.Error);
    }
}
