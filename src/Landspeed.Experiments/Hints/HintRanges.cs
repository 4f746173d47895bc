namespace Landspeed.Experiments.Hints;

/// <summary>
/// The ranges of a file that are read, in order; computed one by one, so that a long file needs no memory for them.
/// </summary>
internal readonly record struct HintRanges
{
    private readonly long _bytes;
    private readonly long _fileLength;
    private readonly bool _isSpread;

    private HintRanges(long bytes, int longest, long fileLength, bool isSpread)
    {
        (_bytes, Longest, _fileLength, _isSpread) = (bytes, longest, fileLength, isSpread);
    }

    /// <summary>Number of reads.</summary>
    internal long Count => Longest == 0 ? 0 : (_bytes + Longest - 1) / Longest;

    /// <summary>Bytes of every read except the last, which has the remainder.</summary>
    internal int Longest { get; }

    /// <summary>Bytes used of the file.</summary>
    internal long Bytes => _bytes;

    /// <summary>Gets the offset and length of a read.</summary>
    /// <param name="index">Zero-based.</param>
    internal (long Offset, int Length) this[long index]
    {
        get
        {
            long offset = index * Longest;
            int length = (int)Math.Min(Longest, _bytes - offset);

            // The first read is at the start of the file, the last one ends at its end or before.
            return (_isSpread ? (long)((UInt128)(ulong)offset * (ulong)_fileLength / (ulong)_bytes) : offset, length);
        }
    }

    /// <summary>Computes the ranges of a file.</summary>
    /// <param name="options">Within their limits.</param>
    /// <param name="fileLength">Its length; if it has fewer bytes than are to be used, it is read whole.</param>
    internal static HintRanges Of(HintOptions options, long fileLength)
    {
        // 10,000 bytes in 3 reads: 3,334, 3,334 and 3,332.
        long bytes = options.Pattern == AccessPattern.Whole ? fileLength : Math.Min(options.Bytes, fileLength);
        int longest = checked((int)((options.Bytes + options.Reads - 1) / options.Reads));
        return new HintRanges(bytes, (int)Math.Min(longest, bytes), fileLength, options.Pattern == AccessPattern.Stride);
    }
}
