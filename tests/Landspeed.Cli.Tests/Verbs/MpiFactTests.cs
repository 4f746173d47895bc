using Landspeed.Cli.Verbs;
using Landspeed.Experiments.Host;
using Landspeed.Mpi;
using Landspeed.Testing;

namespace Landspeed.Cli.Tests.Verbs;

public class MpiFactTests
{
    [Fact]
    public void Without_a_launcher_no_library_is_needed()
    {
        Assert.Equal((FactState.Ok, null), (MpiFact.Find(launcher: null).State, MpiFact.Find(launcher: null).Remedy));
    }

    [Fact]
    public void A_missing_library_is_told_with_the_package()
    {
        FactRecord fact = MpiFact.Find(new MpiLauncher("a launcher", "X_SIZE", 4, ["libno-such-mpi.so.1"], "libno-such"));

        Assert.Equal((FactState.Missing, "apt install libno-such"), (fact.State, fact.Remedy));
        Assert.Contains("a launcher started this process (X_SIZE)", fact.Found);
        Assert.Contains("libno-such-mpi.so.1", fact.Found);
    }

    [Theory]
    [InlineData("mpirun.openmpi", "--allow-run-as-root", "libmpi.so.40 (Open MPI v")]
    [InlineData("mpirun.mpich", "", "libmpich.so.12 (MPICH Version", Traits = [Tier.Key, Tier.Mpich])]
    public void The_library_of_the_launcher_is_named_with_its_version(string mpirun, string options, string library)
    {
        Capability.RequireProgram(mpirun);

        Command done = LandspeedProcess.Shell($"{mpirun} {options} -n 1 \"$0\" doctor");

        Assert.Equal((0, string.Empty), (done.ExitCode, done.Error));
        Assert.Contains(library, done.Output);
    }
}
