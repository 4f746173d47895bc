using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>
/// Detects whether a file system compresses what is written to a file. Btrfs compresses neither blocks that were
/// reserved before nor what is written past the page cache.
/// </summary>
internal static class Compression
{
    /// <summary>True if it does; false if the file system does not say.</summary>
    /// <param name="file">An open file of any length.</param>
    /// <remarks>Reads the mount table if the file's own attributes do not tell.</remarks>
    internal static bool IsOn(StorageFile file) =>
        file.FileSystemName == FileSystemNames.Btrfs && IsOn(file.Status());

    private static bool IsOn(in FileStatus status) => status.IsCompressed
        || (status.MountId != 0 && IsOption(NativePlatform.Host.Volume(status, string.Empty).MountOptions));

    private static bool IsOption(string? options) => options?.Split(',').Any(option =>
        option.StartsWith("compress", StringComparison.Ordinal)
        && !option.EndsWith("=no", StringComparison.Ordinal)
        && !option.EndsWith("=none", StringComparison.Ordinal)) == true;
}
