using Landspeed.Copying.Runs;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Metadata;

/// <summary>
/// How btrfs stores a file: compressed, or written in place. Must be set before the first byte is written and before
/// blocks are shared, because a file that is written in place shares them only with another such file.
/// </summary>
internal static class StorageFlags
{
    private const int LongestWord = 16;
    private static readonly FilePath s_compression = FilePath.FromText("btrfs.compression");

    /// <summary>
    /// Gives an empty target on btrfs the flags of its source on btrfs; other flags of the target stay.
    /// </summary>
    /// <param name="source">The source.</param>
    /// <param name="status">Its status.</param>
    /// <param name="target">The target, open for writing.</param>
    /// <param name="entry">The target, for messages.</param>
    /// <param name="context">Receives what could not be preserved.</param>
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
                // If refused, it is reported with the other attributes.
                calls.SetAttribute(target, s_compression, word[..(int)got.Value]);
            }
        }
    }
}
