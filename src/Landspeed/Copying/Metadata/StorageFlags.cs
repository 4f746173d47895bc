using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// How btrfs keeps a file: compressed, or written in place. It must be known before the first byte, and before blocks
/// are shared: a file that is written in place shares them only with its like.
/// </summary>
internal static class StorageFlags
{
    private const int LongestWord = 16;
    private static readonly FilePath s_compression = FilePath.FromText("btrfs.compression");

    /// <summary>Gives an empty target on btrfs what its source on btrfs has; what else the target has stays.</summary>
    /// <param name="source">The source.</param>
    /// <param name="status">What it is.</param>
    /// <param name="target">The target, open for writing.</param>
    /// <param name="entry">The target, for messages.</param>
    /// <param name="context">Told what could not be kept.</param>
    internal static void Keep(
        SafeFileHandle source,
        in FileStatus status,
        SafeFileHandle target,
        DirectoryEntry entry,
        PreservationContext context)
    {
        ITreeCalls calls = NativePlatform.Trees;
        if (calls.IsWrittenInPlace(source) is { Failed: false, Raw: 1 })
        {
            FileMetadata.Report(calls.WriteInPlace(target).Error, "attribute C (chattr)", entry, context);
        }

        if (status.IsCompressed)
        {
            Span<byte> word = stackalloc byte[LongestWord];
            NativeResult got = calls.GetAttribute(source, s_compression, word);
            if (got.Succeeded)
            {
                // Said with the other attributes where it is refused.
                calls.SetAttribute(target, s_compression, word[..(int)got.Value]);
            }
        }
    }
}
