using Landspeed.Experiments.Host;
using Landspeed.Mpi;

namespace Landspeed.Cli.Verbs;

/// <summary>Which MPI library would join this process to others.</summary>
internal static class MpiFact
{
    /// <summary>Looks, and joins nothing.</summary>
    /// <param name="launcher">The launcher of this process, or null; without one no library is loaded.</param>
    internal static FactRecord Find(MpiLauncher? launcher)
    {
        if (launcher is null)
        {
            return new FactRecord("mpi", FactState.Ok, "none needed: no MPI launcher started this process");
        }

        try
        {
            (string library, string version) = MpiGroup.Look(launcher);
            return new FactRecord("mpi", FactState.Ok, $"{library} ({version}), the library of {launcher.Name} ({launcher.Variable})");
        }
        catch (ProcessGroupException e)
        {
            return new FactRecord("mpi", FactState.Missing, $"{launcher.Name} started this process ({launcher.Variable}), but {e.Message}", $"apt install {launcher.Package}");
        }
    }
}
