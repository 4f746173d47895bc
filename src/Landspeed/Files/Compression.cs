using Landspeed.Platform;

namespace Landspeed.Files;

/// <summary>
/// Whether a file system compresses what is written to a file. Btrfs does not where blocks were reserved before, nor
/// what is written past the page cache.
/// </summary>
internal static class Compression
{
    /// <summary>Whether it does; false where it does not say.</summary>
    /// <param name="file">Open, of any length.</param>
    /// <remarks>Where the file's own attributes do not tell, it reads the table of mounts.</remarks>
    internal static bool IsOn(StorageFile file) =>
        file.FileSystemName == FileSystemNames.Btrfs && IsOn(file.Status());

    private static bool IsOn(in FileStatus status) => status.IsCompressed
        || (status.MountId != 0 && IsOption(NativePlatform.Host.Volume(status, string.Empty).MountOptions));

    private static bool IsOption(string? options) => options?.Split(',').Any(option =>
        option.StartsWith("compress", StringComparison.Ordinal)
        && !option.EndsWith("=no", StringComparison.Ordinal)
        && !option.EndsWith("=none", StringComparison.Ordinal)) == true;
}
