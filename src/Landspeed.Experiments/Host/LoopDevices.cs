using Landspeed.Platform;

namespace Landspeed.Experiments.Host;

/// <summary>The loop devices of this machine, and the files that are their media.</summary>
internal static class LoopDevices
{
    /// <summary>Finds the loop device that uses a file.</summary>
    /// <param name="files">Where /sys is.</param>
    /// <param name="file">What the system said of the file.</param>
    /// <returns>Its name, for example <c>loop0</c>; null when none uses the file, or none can be seen.</returns>
    /// <remarks>One small file for each attached device. A medium in another mount namespace is not recognised.</remarks>
    internal static string? On(SystemFiles files, FileStatus file) => files.Names("/sys/block")
        .Where(name => name.StartsWith("loop", StringComparison.Ordinal))
        .FirstOrDefault(name => files.TryRead($"/sys/block/{name}/loop/backing_file") is { } medium
            && NativePlatform.Files.StatusOf(FilePath.FromText(medium), out FileStatus status).Succeeded
            && (status.Device, status.Inode) == (file.Device, file.Inode));
}
