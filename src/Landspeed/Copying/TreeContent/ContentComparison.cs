using Landspeed.Copying.Trees;
using Landspeed.Engine;
using Landspeed.Files;
using Landspeed.Files.Trees;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying.TreeContent;

/// <summary>Compares a source with what the target has under its name, byte by byte.</summary>
internal static class ContentComparison
{
    private const int BlockLength = 256 * 1024;

    /// <summary>Whether both have the same bytes.</summary>
    /// <exception cref="IOException">One cannot be read.</exception>
    internal static bool IsEqual(TreeEntry entry)
    {
        using SafeFileHandle source = Entries.OpenSource(entry.SourceEntry, out _);
        using SafeFileHandle target = Entries.OpenSource(entry.TargetEntry, out _);
        using var memory = new AlignedBufferPool(2, BlockLength);
        for (long offset = 0; ; offset += BlockLength)
        {
            int one = Fill(source, entry.SourceEntry, memory.AddressOf(0), offset);
            int other = Fill(target, entry.TargetEntry, memory.AddressOf(1), offset);
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

    private static int Fill(SafeFileHandle file, DirectoryEntry place, nint address, long offset) =>
        new WholeTransfer(file, place.Path).Read(address, BlockLength, offset);
}
