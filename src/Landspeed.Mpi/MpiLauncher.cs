using System.Globalization;

namespace Landspeed.Mpi;

/// <summary>Who started this process as one rank of several, by what it left in the environment.</summary>
/// <param name="Name">The launcher, for example <c>Open MPI's mpirun</c>.</param>
/// <param name="Variable">The variable that tells.</param>
/// <param name="Size">How many ranks it started; null when it does not say.</param>
/// <param name="Libraries">Libraries that belong to it, the first that exists counts.</param>
/// <param name="Package">The package of Debian that has the first.</param>
public sealed record MpiLauncher(string Name, string Variable, int? Size, IReadOnlyList<string> Libraries, string Package)
{
    private static readonly string[] s_openMpi = [MpiLibrary.OpenMpi, MpiLibrary.StandardAbi];

    // libmpi.so.12 is the name that the MPICH family agreed upon; Debian gives MPICH itself another.
    private static readonly string[] s_mpich = [MpiLibrary.Mpich, "libmpi.so.12", MpiLibrary.StandardAbi];

    private static readonly string[] s_pmi = ["PMI_SIZE", "PMI_RANK", "MPI_LOCALNRANKS"];

    /// <summary>Looks at the environment of this process.</summary>
    /// <returns>The launcher; null: none, this process is alone.</returns>
    public static MpiLauncher? Find() => Find(Environment.GetEnvironmentVariable);

    /// <summary>Looks at an environment.</summary>
    /// <param name="variable">The value of a variable, or null.</param>
    /// <returns>The launcher; null: none.</returns>
    internal static MpiLauncher? Find(Func<string, string?> variable)
    {
        if (variable("OMPI_COMM_WORLD_SIZE") is { } size)
        {
            return new MpiLauncher("Open MPI's mpirun", "OMPI_COMM_WORLD_SIZE", Number(size), s_openMpi, "libopenmpi3");
        }

        string? found = s_pmi.FirstOrDefault(name => variable(name) is not null);
        return found is null
            ? null
            : new MpiLauncher("a launcher that speaks PMI (MPICH's mpirun, srun)", found, Number(variable("PMI_SIZE")), s_mpich, "libmpich12");
    }

    private static int? Number(string? text) => int.TryParse(text, NumberStyles.None, CultureInfo.InvariantCulture, out int value) ? value : null;
}
