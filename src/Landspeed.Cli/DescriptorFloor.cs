using System.Globalization;
using System.Runtime.CompilerServices;
using Landspeed.Cli.Output;
using Landspeed.Platform;

namespace Landspeed.Cli;

/// <summary>Whether this process may open as many files as it needs to run at all.</summary>
/// <remarks>
/// Without descriptors the runtime cannot load its own assemblies: it calls that out of memory, a missing file, or ends silently. So it is
/// asked first, and told without a console, which wants descriptors, too.
/// </remarks>
internal static class DescriptorFloor
{
    // Measured with the ranks of both MPI families: the runtime and its assemblies take 96; the native form needs 28 with them.
    private const int OfRuntime = 128;
    private const int OfNative = 32;

    /// <summary>Says on standard error when they are too few.</summary>
    /// <returns>Whether they are enough.</returns>
    internal static bool IsReached()
    {
        int needed = RuntimeFeature.IsDynamicCodeSupported ? OfRuntime : OfNative;
        NativeResult most = NativePlatform.Threads.MostDescriptors();
        if (most.Failed || most.Value >= needed)
        {
            return true;
        }

        LastWord.Say(LastWord.StandardError, string.Create(
            CultureInfo.InvariantCulture,
            $"landspeed: too many open files: on {Environment.MachineName} this process may have {most.Value} open, and needs {needed} to start; raise the limit: ulimit -n 1024\n"));
        return false;
    }
}
