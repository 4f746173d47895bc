using Landspeed.Engine;
using Landspeed.Files.Trees;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.Content;

/// <summary>Compares a source byte by byte with the target's current content.</summary>
internal static class ContentComparison
{
    private const int BlockLength = 256 * 1024;

    /// <summary>True if both have the same bytes.</summary>
    /// <exception cref="IOException">Either cannot be read.</exception>
    internal static bool IsEqual(DirectoryEntry source, DirectoryEntry target)
    {
        using SafeFileHandle opened = Entries.OpenSource(source, out _);
        return IsEqual(opened, source.Path, target);
    }

    /// <summary>Compares with a source that is open.</summary>
    /// <exception cref="IOException">Either cannot be read.</exception>
    internal static bool IsEqual(SafeFileHandle source, FilePath path, DirectoryEntry target)
    {
        using SafeFileHandle opened = Entries.OpenSource(target, out _);
        using var memory = new AlignedBufferPool(2, BlockLength);
        for (long offset = 0; ; offset += BlockLength)
        {
            int one = Fill(source, path, memory.AddressOf(0), offset);
            int other = Fill(opened, target.Path, memory.AddressOf(1), offset);
            if (one != other || !memory.SpanOf(0)[..one].SequenceEqual(memory.SpanOf(1)[..one]))
            {
                return false;
            }

            if (one < BlockLength)
            {
                return true;
            }
        }
    }

    private static int Fill(SafeFileHandle file, FilePath path, nint address, long offset) =>
        new WholeTransfer(file, path).Read(address, BlockLength, offset);
}
