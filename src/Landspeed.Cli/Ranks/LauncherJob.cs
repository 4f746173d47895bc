using System.Globalization;
using Landspeed.Cli.Output;

namespace Landspeed.Cli.Ranks;

/// <summary>The job that a launcher started, for a process that ends before it has joined the others.</summary>
internal static class LauncherJob
{
    // Hydra, the launcher of MPICH, tells its processes both; srun gives them the second, and speaks another version there.
    private const string OfHydra = "HYDI_CONTROL_FD";
    private const string Wire = "PMI_FD";

    /// <summary>
    /// Ends it. Hydra lets the others wait for this process for ever when it only exits, whatever its exit code; other launchers do not, and are told
    /// nothing.
    /// </summary>
    /// <param name="exitCode">That of the job.</param>
    /// <returns>The same code.</returns>
    /// <remarks>By the word of PMI version 1 that MPI_Abort sends. It needs no library and no further descriptor.</remarks>
    internal static int End(int exitCode)
    {
        if (Environment.GetEnvironmentVariable(OfHydra) is null
            || !int.TryParse(Environment.GetEnvironmentVariable(Wire), NumberStyles.None, CultureInfo.InvariantCulture, out int wire))
        {
            return exitCode;
        }

        // What hydra has not read from a process before the job ends it does not pass on.
        LastWord.WaitUntilHeard();
        LastWord.Say(wire, string.Create(CultureInfo.InvariantCulture, $"cmd=abort exitcode={exitCode}\n"));
        return exitCode;
    }
}
