namespace Landspeed.Experiments.Processing;

/// <summary>Finds the lines in memory and works on each.</summary>
/// <remarks>
/// A line ends at LF, and only there; the LF stays as it is, and CR is a byte of the line like any other. What is behind
/// the last LF is a line too. Bytes are not characters here: every file has one result.
/// </remarks>
internal static class LineWork
{
    /// <summary>What ends a line.</summary>
    internal const byte LineEnd = (byte)'\n';

    /// <summary>Works on all lines, and pieces of lines, in place.</summary>
    /// <param name="bytes">Any piece of a file.</param>
    /// <param name="passes">How many passes, and from which.</param>
    /// <param name="stop">Ends it early.</param>
    /// <returns>Line ends that were found.</returns>
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

    /// <summary>Whether a file that ends with these bytes has a last line without an end. Before the work on them.</summary>
    internal static bool EndsOpen(ReadOnlySpan<byte> last) => !last.IsEmpty && last[^1] != LineEnd;
}
