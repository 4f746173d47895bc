using Landspeed.Experiments.Measuring;
using Landspeed.Experiments.Trials;
using Landspeed.Files;

namespace Landspeed.Experiments.Records;

/// <summary>How much of a part that an earlier run left is what would be made: only that is believed.</summary>
/// <param name="source">Makes it; what is right enters its checksum.</param>
internal sealed class PresentRecords(RecordSource source)
{
    private const int Piece = RecordSource.PieceLength;

    // 6.5 MB at once: direct reads wait for each other, and so a device still gets many requests together.
    private const int PiecesInRead = 8;

    /// <summary>Reads and compares, up to the first piece that is wrong.</summary>
    /// <param name="file">The part, open and locked; its own descriptor is read, so that nobody can put another in its place.</param>
    /// <param name="wanted">Bytes that the file is to have.</param>
    /// <param name="control">Stops it; told how far it is.</param>
    /// <returns>Bytes that are right, whole pieces.</returns>
    /// <exception cref="Platform.NativeIOException">It cannot be read.</exception>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal long Measure(StorageFile file, long wanted, TrialControl control)
    {
        long end = Math.Min(file.Length, wanted) / Piece * Piece;
        if (end == 0)
        {
            return 0;
        }

        using var buffer = new AlignedBufferPool(1, PiecesInRead * Piece, file.Geometry.MemoryAlignment);
        byte[] expected = new byte[Piece];
        long equal = 0;
        while (equal < end)
        {
            control.ThrowIfStopped();
            int asked = (int)Math.Min(PiecesInRead * Piece, end - equal);
            int read = WholeTransfer.Read(file.Handle, file.Path, buffer.AddressOf(0), asked, equal);
            int right = RightBytes(buffer.SpanOf(0)[..read], equal, expected);
            equal += right;
            control.Report(equal, wanted);
            if (right < asked)
            {
                break;
            }
        }

        return equal;
    }

    private int RightBytes(ReadOnlySpan<byte> found, long offset, byte[] expected)
    {
        int right = 0;
        for (; found.Length - right >= Piece; right += Piece)
        {
            source.Make(offset + right, expected);
            if (!found.Slice(right, Piece).SequenceEqual(expected))
            {
                break;
            }

            source.Enter(expected);
        }

        return right;
    }
}
