using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>Finds out whether a volume is striped over several devices.</summary>
internal static class ArrayProbe
{
    /// <summary>What the device below a file is an array of, for example <c>md raid0 of 4 devices</c>; null: it is none, or the system does not say.</summary>
    /// <param name="path">A name that exists.</param>
    internal static string? Of(FilePath path) =>
        NativePlatform.Files.StatusOf(path, out FileStatus status).Succeeded ? NativePlatform.Host.ArrayBelow(status) : null;
}
