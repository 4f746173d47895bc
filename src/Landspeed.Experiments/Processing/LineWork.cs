namespace Landspeed.Experiments.Processing;

/// <summary>Finds the lines in memory and processes each.</summary>
/// <remarks>
/// A line ends at LF, and only there; the LF is unchanged, and CR is an ordinary byte of the line. What follows the
/// last LF is also a line. Bytes are not treated as characters: every file has one result.
/// </remarks>
internal static class LineWork
{
    /// <summary>The byte that ends a line.</summary>
    internal const byte LineEnd = (byte)'\n';

    /// <summary>Processes all lines, and pieces of lines, in place.</summary>
    /// <param name="bytes">Any piece of a file.</param>
    /// <param name="passes">Number of passes, and the first one.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Number of line ends found.</returns>
    /// <exception cref="OperationCanceledException">Stopped.</exception>
    internal static long Encrypt(Span<byte> bytes, LinePasses passes, CancellationToken stop)
    {
        if (passes.Count == 0)
        {
            return bytes.Count(LineEnd);
        }

        long lines = 0;
        while (true)
        {
            int length = bytes.IndexOf(LineEnd);
            if (length < 0)
            {
                LineCipher.Encrypt(bytes, passes, stop);
                return lines;
            }

            LineCipher.Encrypt(bytes[..length], passes, stop);
            bytes = bytes[(length + 1)..];
            lines++;
        }
    }

    /// <summary>
    /// Tells whether a file that ends with these bytes has a last line without an end. Must be called before they are
    /// processed.
    /// </summary>
    internal static bool EndsOpen(ReadOnlySpan<byte> last) => !last.IsEmpty && last[^1] != LineEnd;
}
