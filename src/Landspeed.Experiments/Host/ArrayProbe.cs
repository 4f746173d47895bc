using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Finds out whether a volume is striped over several devices.</summary>
internal static class ArrayProbe
{
    /// <summary>
    /// Returns the kind of array below a file, for example <c>md raid0 of 4 devices</c>, or null if there is none, or
    /// if the system does not report it.
    /// </summary>
    /// <param name="path">An existing name.</param>
    internal static string? Of(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? NativePlatform.Host.ArrayBelow(status) : null;
}
