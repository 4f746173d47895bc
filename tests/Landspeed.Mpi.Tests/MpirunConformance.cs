using System.Globalization;
using Landspeed.Mpi.Ranks;
using Landspeed.Testing;

namespace Landspeed.Mpi.Tests;

/// <summary>Ranks are processes of a real launcher: on one machine, four of them.</summary>
public abstract class MpirunConformance(string mpirun, string[] options, string library, string otherLibrary, string product, int exitOfAbort)
{
    // In shared memory a rank that is stopped between taking a slot of a queue and filling it holds up all others.
    private static readonly string[] s_sockets = ["UCX_TLS=tcp,self", "OMPI_MCA_btl=tcp,self"];

    [Fact]
    public void The_suite_passes_on_four_ranks()
    {
        Command done = Play("suite");

        Assert.True(done.ExitCode == 0, done.Output + done.Error);
        Assert.Equal(Scenes.Suite.Select(test => $"passed {test.Name}"), Lines(done.Output));
    }

    [Fact]
    public void The_library_of_the_launcher_is_loaded()
    {
        string line = Assert.Single(Lines(Play("library").Output));

        Assert.StartsWith($"{library}: {product}", line);
    }

    [Fact]
    public void A_rank_that_is_killed_ends_the_job() => Assert.NotEqual(0, Play("killed").ExitCode);

    [Fact]
    public void Abort_ends_the_job_with_its_code() => Assert.Equal(exitOfAbort, Play("aborted").ExitCode);

    [Fact]
    public void A_wait_ends_when_it_is_cancelled() => Assert.Equal(exitOfAbort + 1, Play("cancelled").ExitCode);

    [Theory, Trait(Tier.Key, Tier.Idle)]
    [InlineData("late")]
    [InlineData("hungry")]
    public void Waiting_for_a_late_rank_or_for_work_costs_under_5_percent_of_a_core(string scene)
    {
        Command done = Play(scene);

        int[] thousandths = [.. Assert.Single(Lines(done.Output)).Split(' ').Select(text => int.Parse(text, CultureInfo.InvariantCulture))];
        Assert.Equal(4, thousandths.Length);
        Assert.All(thousandths, share => Assert.InRange(share, 0, 49));
    }

    [Fact]
    public void A_rank_that_is_stopped_in_the_middle_of_a_question_keeps_nobody_waiting()
    {
        Command done = Play("stalled", s_sockets, []);

        Assert.True(done.ExitCode == 0, done.Output + done.Error);
        Assert.Equal(["went on"], Lines(done.Output));
    }

    [Fact]
    public void A_library_of_another_launcher_is_refused_with_the_remedy()
    {
        Command done = Play("library", otherLibrary);

        Assert.NotEqual(0, done.ExitCode);
        Assert.Contains("started 4 ranks", done.Error);
        Assert.Contains($"but {otherLibrary} ", done.Error);
        Assert.Contains("sees 1", done.Error);
        Assert.Contains("apt install", done.Error);
        Assert.DoesNotContain(otherLibrary, done.Output);
    }

    private Command Play(string scene, params string[] more) => Play(scene, [], more);

    private Command Play(string scene, string[] environment, string[] more)
    {
        Capability.RequireProgram(mpirun);
        string program = Path.Combine(AppContext.BaseDirectory, "Landspeed.Mpi.Ranks");
        return Command.Run("env", [.. environment, mpirun, .. options, "-n", "4", program, scene, .. more]);
    }

    private static string[] Lines(string text) => text.Split('\n', StringSplitOptions.RemoveEmptyEntries | StringSplitOptions.TrimEntries);
}

// One job at a time: eight processes that wait for each other on few processors would take longer, not shorter.
[Collection("mpirun")]
public class OpenMpiTests() : MpirunConformance(
    "mpirun.openmpi", ["--allow-run-as-root", "--oversubscribe"], "libmpi.so.40", "libmpich.so.12", "Open MPI", exitOfAbort: 5);

[Collection("mpirun")]
[Trait(Tier.Key, Tier.Mpich)]
public class MpichTests() : MpirunConformance("mpirun.mpich", [], "libmpich.so.12", "libmpi.so.40", "MPICH", exitOfAbort: 5);
