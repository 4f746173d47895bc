using Landspeed.Files;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Makes copies that share the source's blocks until either side is written to.</summary>
internal static class BlockSharing
{
    /// <summary>
    /// True if sharing is to be tried: if requested, or if no option needs to read the bytes or determines how they
    /// move.
    /// </summary>
    internal static bool IsWanted(CopyOptions options) => options.Reflink switch
    {
        ReflinkRule.Never => false,
        ReflinkRule.Always => true,
        _ => options is { Strategy: CopyStrategy.Automatic, Verify: false, VerifySource: false, Digests.Count: 0 },
    };

    /// <summary>Tries to share the blocks.</summary>
    /// <param name="source">The source, open.</param>
    /// <param name="path">Its path, for messages.</param>
    /// <param name="target">An empty file.</param>
    /// <param name="rule">Whether copying the content is an alternative.</param>
    /// <returns>None, or why the content must be copied.</returns>
    /// <exception cref="NativeIOException">Sharing failed and there is no alternative.</exception>
    internal static NativeError Share(SafeFileHandle source, FilePath path, SafeFileHandle target, ReflinkRule rule)
    {
        NativeError error = Interruptions.Retry(() => NativePlatform.Trees.ShareBlocks(target, source)).Error;
        return error.IsError && rule == ReflinkRule.Always
            ? throw new NativeIOException(
                "share the blocks of",
                path,
                error,
                hint: "Source and target must lie on one file system that can, as Btrfs and XFS; or leave out that it must.")
            : error;
    }
}
