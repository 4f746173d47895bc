using Landspeed.Files;
using Landspeed.Platform;
using Microsoft.Win32.SafeHandles;

namespace Landspeed.Copying;

/// <summary>Compares a source with what the target has under its name, byte by byte.</summary>
internal static class ContentComparison
{
    private const int BlockLength = 256 * 1024;

    /// <summary>Whether both have the same bytes.</summary>
    /// <exception cref="IOException">One cannot be read.</exception>
    internal static bool IsEqual(TreeEntry entry)
    {
        using SafeFileHandle source = Entries.OpenSource(entry.SourcePlace, out _);
        using SafeFileHandle target = Entries.OpenSource(entry.TargetPlace, out _);
        using var memory = new AlignedBufferPool(2, BlockLength);
        for (long offset = 0; ; offset += BlockLength)
        {
            int one = Fill(source, entry.SourcePlace, memory.AddressOf(0), offset);
            int other = Fill(target, entry.TargetPlace, memory.AddressOf(1), offset);
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

    private static int Fill(SafeFileHandle file, EntryPlace place, nint address, long offset)
    {
        int filled = 0;
        while (filled < BlockLength)
        {
            NativeResult read = NativePlatform.Files.Read(
                file, address + filled, BlockLength - filled, offset + filled, TransferFlags.None);
            if (read.Failed && read.Error.Kind != NativeErrorKind.Interrupted)
            {
                throw new NativeIOException("read", place.Path, read.Error, offset + filled);
            }

            if (read.Raw == 0)
            {
                break;
            }

            filled += (int)Math.Max(read.Raw, 0);
        }

        return filled;
    }
}
