using System.Globalization;

namespace Landspeed.Machines.Tests.Hosts;

/// <summary>What starts one rank on each machine, as docs/hosts.md says.</summary>
/// <param name="Name">Its name.</param>
/// <param name="Line">What stands before the command; <c>{0}</c> is the number of ranks.</param>
internal sealed record Launcher(string Name, string Line)
{
    /// <summary>Makes the files of hosts that the lines name.</summary>
    /// <param name="machines">How many there are.</param>
    public static string Prepare(int machines) => $"seq {machines} | sed 's/.*/node& slots=1/' >/root/hosts; "
        + $"seq {machines} | sed 's/.*/node&/' >/root/hosts.mpich";

    public static Launcher OpenMpi { get; } = new(
        "openmpi", "mpirun.openmpi --allow-run-as-root -n {0} --hostfile /root/hosts --map-by node");

    public static Launcher Mpich { get; } = new("mpich", "mpirun.mpich -n {0} -f /root/hosts.mpich -ppn 1");

    public static Launcher SlurmOpenMpi { get; } = new("pmix", "srun --mpi=pmix -N {0} --ntasks-per-node=1");

    public static Launcher SlurmMpich { get; } = new("pmi2", "srun --mpi=pmi2 -N {0} --ntasks-per-node=1");

    /// <summary>The one of a name.</summary>
    public static Launcher Of(string name) =>
        new[] { OpenMpi, Mpich, SlurmOpenMpi, SlurmMpich }.Single(one => one.Name == name);

    /// <summary>A line that starts the command on machines.</summary>
    /// <param name="machines">On how many.</param>
    /// <param name="words">What follows <c>landspeed</c>.</param>
    public string Landspeed(int machines, string words) =>
        $"{string.Format(CultureInfo.InvariantCulture, Line, machines)} landspeed {words}";
}
