using System.Globalization;

namespace Landspeed.Mpi;

/// <summary>The launcher that started this process as one of several ranks, detected from the environment.</summary>
/// <param name="Name">The launcher, for example <c>Open MPI's mpirun</c>.</param>
/// <param name="Variable">The environment variable that identifies it.</param>
/// <param name="Size">Number of ranks it started, or null if it does not say.</param>
/// <param name="Libraries">
/// Its libraries, of which the first that exists is used; empty if it started processes that do not know of each other.
/// </param>
/// <param name="Package">The Debian package of the first library.</param>
public sealed record MpiLauncher(string Name, string Variable, int? Size, IReadOnlyList<string> Libraries, string Package)
{
    private static readonly string[] s_openMpi = [MpiLibrary.OpenMpi, MpiLibrary.StandardAbi];

    // libmpi.so.12 is the name agreed upon by the MPICH family; Debian gives MPICH itself another.
    private static readonly string[] s_mpich = [MpiLibrary.Mpich, "libmpi.so.12", MpiLibrary.StandardAbi];

    private const string Pmix = "PMIX_RANK";

    private const string StepSize = "SLURM_STEP_NUM_TASKS";

    private static readonly string[] s_pmi = ["PMI_SIZE", "PMI_RANK", "MPI_LOCALNRANKS"];

    /// <summary>Detects the launcher from the environment of this process.</summary>
    /// <returns>The launcher, or null if there is none and this process is alone.</returns>
    public static MpiLauncher? Find() => Find(Environment.GetEnvironmentVariable);

    /// <summary>Detects the launcher from an environment.</summary>
    /// <param name="variable">Returns the value of a variable, or null.</param>
    /// <returns>The launcher, or null if there is none.</returns>
    internal static MpiLauncher? Find(Func<string, string?> variable)
    {
        if (variable("OMPI_COMM_WORLD_SIZE") is { } size)
        {
            return new MpiLauncher("Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", Number(size), s_openMpi, "libopenmpi3");
        }

        string? found = s_pmi.FirstOrDefault(name => variable(name) is not null);
        return found is not null
            ? new MpiLauncher("a launcher that speaks PMI (MPICH's mpirun, srun)", found, Number(variable("PMI_SIZE")), s_mpich, "libmpich12")
            : FindSlurm(Number(variable(StepSize)), hasPmix: variable(Pmix) is not null);
    }

    /// <summary>Throws if processes were started together but do not know of each other.</summary>
    /// <exception cref="ProcessGroupException">
    /// They do not know of each other; the message says how to start them.
    /// </exception>
    internal void RequireLibrary()
    {
        if (Libraries.Count == 0)
        {
            throw new ProcessGroupException($"{Name} started {RankName.Number(Size!.Value)} tasks without MPI, and each would do the whole job: name one, srun --mpi=pmix for Open MPI or srun --mpi=pmi2 for MPICH");
        }
    }

    // PMIx provides the rank but not the size; Debian builds MPICH without it. If srun's tasks have neither, each would
    // do the whole job.
    private static MpiLauncher? FindSlurm(int? size, bool hasPmix) =>
        hasPmix ? new MpiLauncher("a launcher that speaks PMIx (srun --mpi=pmix)", Pmix, size, s_openMpi, "libopenmpi3")
        : size > 1 ? new MpiLauncher("srun", StepSize, size, [], "libpmix-dev")
        : null;

    private static int? Number(string? text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int value) ? value : null;
}
