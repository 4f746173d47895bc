using Landspeed.Testing;

namespace Landspeed.Mpi.Tests;

/// <summary>Ranks on hosts of their own, as both families start them there.</summary>
[Collection("mpirun")]
public class NetworkHostsTests
{
    private static readonly TimeSpan s_inTime = TimeSpan.FromSeconds(60);

    [Fact]
    public void Ranks_of_Open_MPI_meet_across_hosts()
    {
        using var hosts = new NetworkHosts(2);

        Command done = Run(
            hosts, "mpirun.openmpi", "--allow-run-as-root", "--mca", "plm_rsh_agent", hosts.Agent, "--mca", "plm", "rsh",
            "--host", string.Join(',', hosts.Names), "-n", "2", Ranks, "hosts");

        Check(done, hosts);
    }

    [Fact, Trait(Tier.Key, Tier.Mpich)]
    public void Ranks_of_MPICH_meet_across_hosts()
    {
        using var hosts = new NetworkHosts(2);

        Command done = Run(
            hosts, "mpirun.mpich", "-launcher", "rsh", "-launcher-exec", hosts.Agent, "-hosts", string.Join(',', hosts.Names), "-ppn", "1", "-n", "2",
            Ranks, "hosts");

        Check(done, hosts);
    }

    private static string Ranks => Path.Combine(AppContext.BaseDirectory, "Landspeed.Mpi.Ranks");

    private static Command Run(NetworkHosts hosts, string mpirun, params string[] arguments)
    {
        Capability.RequireProgram(mpirun);
        return Command.Run("/usr/bin/env", hosts.On(0, [mpirun, .. arguments]), s_inTime);
    }

    private static void Check(Command done, NetworkHosts hosts)
    {
        Assert.True(done.ExitCode == 0, done.Output + done.Error);
        Assert.Equal(hosts.Names, done.Output.Split('\n', StringSplitOptions.RemoveEmptyEntries));
    }
}
